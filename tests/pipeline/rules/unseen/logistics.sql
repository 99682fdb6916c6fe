CREATE TABLE carrier (carrier_id INTEGER PRIMARY KEY, carrier_name TEXT, country TEXT, rating REAL);
CREATE TABLE warehouse (warehouse_id INTEGER PRIMARY KEY, warehouse_name TEXT, city TEXT, capacity INTEGER);
CREATE TABLE shipment (
  shipment_id INTEGER PRIMARY KEY, carrier_id INTEGER REFERENCES carrier (carrier_id),
  warehouse_id INTEGER REFERENCES warehouse (warehouse_id), destination_city TEXT, status TEXT,
  weight_kg REAL, freight_cost REAL, order_date DATE, shipping_date DATE, delivery_date DATE
);
CREATE TABLE driver (
  driver_id INTEGER PRIMARY KEY, driver_name TEXT, carrier_id INTEGER REFERENCES carrier (carrier_id),
  age INTEGER, licence_type TEXT, hired_on DATE
);
CREATE TABLE parcel (
  parcel_id INTEGER PRIMARY KEY, shipment_id INTEGER REFERENCES shipment (shipment_id),
  product_name TEXT, quantity INTEGER, fragile INTEGER
);
INSERT INTO carrier VALUES (1, 'Blue Arrow', 'Spain', 4.5), (2, 'Nordwind', 'Germany', 3.9),
  (3, 'Rapide', 'France', 4.1), (4, 'Slow Boat', 'Spain', 2.7);
INSERT INTO warehouse VALUES (1, 'Harbour', 'Hamburg', 1200), (2, 'Plaza', 'Madrid', 800), (3, 'Gare', 'Lyon', 500),
  (4, 'Empty Hall', 'Madrid', 300);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO shipment
SELECT i, i * i % 3 + 1, i * 5 % 3 + 1,
  CASE i * 7 % 4 WHEN 0 THEN 'Porto' WHEN 1 THEN 'Bern' WHEN 2 THEN 'Lille' ELSE 'Graz' END,
  CASE WHEN i % 6 = 0 THEN 'cancelled' WHEN i % 5 = 0 THEN 'in transit' ELSE 'delivered' END,
  10 + i * 13 % 90, 20 + i * 17 % 230, date('2023-01-03', '+' || (i * 11) || ' days'),
  date('2023-01-03', '+' || (i * 11 + i % 4 + 1) || ' days'),
  CASE WHEN i % 5 = 0 OR i % 6 = 0 THEN NULL ELSE date('2023-01-03', '+' || (i * 11 + i % 4 + 3 + i % 3) || ' days') END
FROM n;
INSERT INTO driver VALUES (1, 'Ada Moreno', 1, 41, 'C', '2015-03-01'), (2, 'Ben Ruiz', 1, 29, 'B', '2021-06-15'),
  (3, 'Cem Vogel', 2, 52, 'CE', '2010-01-20'), (4, 'Dora Roux', 3, 35, 'C', '2019-09-09'),
  (5, 'Eli Ruiz', 3, 47, 'CE', '2012-05-05'), (6, 'Fay Braun', 2, 33, 'B', '2021-02-11');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 110)
INSERT INTO parcel SELECT i, i * 3 % 55 + 1, 'Item ' || (i * 7 % 9), i * 5 % 11 + 1, i % 4 = 0 FROM n;
