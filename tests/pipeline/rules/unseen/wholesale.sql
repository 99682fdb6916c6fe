CREATE TABLE country (country_code TEXT PRIMARY KEY, country_name TEXT);
CREATE TABLE supplier (
  supplier_id INTEGER PRIMARY KEY, supplier_name TEXT, country_code TEXT REFERENCES country (country_code)
);
CREATE TABLE delivery_area (
  supplier_id INTEGER REFERENCES supplier (supplier_id), country_code TEXT REFERENCES country (country_code),
  PRIMARY KEY (supplier_id, country_code)
);
CREATE TABLE category (category_id INTEGER PRIMARY KEY, category_name TEXT);
CREATE TABLE product (
  product_id INTEGER PRIMARY KEY, product_name TEXT, category_id INTEGER REFERENCES category (category_id),
  supplier_id INTEGER REFERENCES supplier (supplier_id), list_price REAL
);
CREATE TABLE customer (
  customer_id INTEGER PRIMARY KEY, customer_name TEXT, country_code TEXT REFERENCES country (country_code),
  email TEXT, created_at DATE
);
CREATE TABLE outlet (
  outlet_id INTEGER PRIMARY KEY, outlet_name TEXT, country_code TEXT REFERENCES country (country_code)
);
CREATE TABLE sales_order (
  order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer (customer_id),
  outlet_id INTEGER REFERENCES outlet (outlet_id), channel TEXT, status TEXT, order_date DATE,
  shipped_on DATE, delivered_on DATE
);
CREATE TABLE order_line (
  line_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES sales_order (order_id),
  product_id INTEGER REFERENCES product (product_id), quantity INTEGER, amount REAL
);
CREATE TABLE product_return (
  return_id INTEGER PRIMARY KEY, line_id INTEGER REFERENCES order_line (line_id), returned_on DATE, reason TEXT
);
CREATE TABLE payment (
  payment_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES sales_order (order_id), paid_on DATE, method TEXT, amount REAL
);
INSERT INTO country VALUES ('ES', 'Spain'), ('IT', 'Italy'), ('FR', 'France'), ('PT', 'Portugal');
INSERT INTO supplier VALUES (1, 'Alba', 'ES'), (2, 'Bora', 'IT'), (3, 'Cima', 'FR'), (4, 'Duna', 'PT'), (5, 'Etna', 'IT'), (6, 'Faro', 'PT');
INSERT INTO delivery_area VALUES (1, 'ES'), (1, 'IT'), (2, 'IT'), (2, 'FR'), (3, 'FR'), (4, 'PT'), (4, 'ES'), (5, 'ES'), (5, 'IT');
INSERT INTO category VALUES (1, 'Lamps'), (2, 'Chairs'), (3, 'Rugs'), (4, 'Desks'), (5, 'Mirrors');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO product SELECT i, 'Product ' || i, i % 4 + 1, i % 5 + 1, 10 + i * 13 % 70 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 26)
INSERT INTO customer SELECT i, 'Customer ' || i, CASE i % 4 WHEN 0 THEN 'ES' WHEN 1 THEN 'IT' WHEN 2 THEN 'FR' ELSE 'PT' END,
  CASE WHEN i % 5 = 0 THEN NULL ELSE 'c' || i || '@example.org' END, date('2021-06-01', '+' || (i * 38) || ' days') FROM n;
INSERT INTO outlet VALUES (1, 'Madrid Centro', 'ES'), (2, 'Roma Nord', 'IT'), (3, 'Lyon Gare', 'FR'), (4, 'Lisboa Cais', 'PT'), (5, 'Porto Norte', 'PT');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO sales_order SELECT i, (i * i + i * 5) % 23 + 1, CASE WHEN i % 3 = 0 THEN NULL ELSE i % 4 + 1 END,
  CASE WHEN i % 3 = 0 THEN 'Online' WHEN i % 7 = 0 THEN 'Phone' ELSE 'Outlet' END,
  CASE WHEN i % 11 = 0 THEN 'Cancelled' WHEN i % 5 = 0 THEN 'Open' ELSE 'Completed' END,
  date('2022-08-01', '+' || (i * 7) || ' days'),
  CASE WHEN i % 11 = 0 OR i % 5 = 0 THEN NULL ELSE date('2022-08-03', '+' || (i * 7) || ' days') END,
  CASE WHEN i % 11 = 0 OR i % 5 = 0 OR i % 8 = 0 THEN NULL ELSE date('2022-08-07', '+' || (i * 7) || ' days') END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 170)
INSERT INTO order_line SELECT i, (i * 17) % 88 + 1, (i * i + i) % 22 + 1, i % 4 + 1, (i % 4 + 1) * (8 + i * 5 % 30) FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
INSERT INTO product_return SELECT i, i * 9, date('2023-01-10', '+' || (i * 29) || ' days'), CASE i % 3 WHEN 0 THEN 'Damaged' WHEN 1 THEN 'Late' ELSE 'Wrong' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 75)
INSERT INTO payment SELECT i, i + i / 9, date('2022-08-09', '+' || (i * 7) || ' days'), CASE i % 2 WHEN 0 THEN 'Card' ELSE 'Transfer' END, 20 + i FROM n;
