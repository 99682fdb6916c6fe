CREATE TABLE ferry (ferry_id INTEGER PRIMARY KEY, ferry_name TEXT, deck_area_m2 REAL, seats INTEGER, monthly_goal REAL);
CREATE TABLE harbour (harbour_id INTEGER PRIMARY KEY, harbour_name TEXT, island TEXT, berths INTEGER);
CREATE TABLE passenger (passenger_id INTEGER PRIMARY KEY, full_name TEXT, country TEXT, registered DATE);
CREATE TABLE crossing (
  crossing_id INTEGER PRIMARY KEY, ferry_id INTEGER REFERENCES ferry (ferry_id),
  harbour_id INTEGER REFERENCES harbour (harbour_id), departure_date DATE, fuel_litres REAL,
  planned_minutes INTEGER, actual_minutes INTEGER, status TEXT
);
CREATE TABLE booking (
  booking_id INTEGER PRIMARY KEY, passenger_id INTEGER REFERENCES passenger (passenger_id),
  crossing_id INTEGER REFERENCES crossing (crossing_id), booking_date DATE
);
CREATE TABLE booking_item (
  item_id INTEGER PRIMARY KEY, booking_id INTEGER REFERENCES booking (booking_id),
  category TEXT, quantity INTEGER, fare_amount REAL
);
INSERT INTO ferry VALUES (1, 'Aurora', 900, 400, 900), (2, 'Bise', 350, 150, 700), (3, 'Corsair', 1400, 800, 1500),
  (4, 'Dolphin', 200, 90, 100);
INSERT INTO harbour VALUES (1, 'North Pier', 'Sark', 3), (2, 'Old Quay', 'Herm', 1), (3, 'South Pier', 'Sark', 5),
  (4, 'Lee Dock', 'Jethou', 2);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO passenger SELECT i, 'Passenger ' || i,
  CASE i * 5 % 3 WHEN 0 THEN 'France' WHEN 1 THEN 'Norway' ELSE 'Italy' END, date('2021-02-03', '+' || (i * 19) || ' days')
FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO crossing SELECT i, CASE WHEN i % 7 = 0 THEN 4 WHEN i % 3 = 0 THEN 1 WHEN i % 4 = 1 THEN 2 ELSE 3 END,
  i * 11 % 3 + 1, date('2022-11-01', '+' || (i * 10) || ' days'), 100 + i * 37 % 210, 40 + i * 7 % 30,
  40 + i * 7 % 30 + i % 5 * 6 - 8, CASE WHEN i % 8 = 0 THEN 'cancelled' WHEN i % 9 = 0 THEN 'delayed' ELSE 'sailed' END
FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
INSERT INTO booking SELECT i, (i * i + i * 3) % 22 + 1, (i * 29) % 60 + 1, date('2022-10-20', '+' || (i * 4) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 330)
INSERT INTO booking_item SELECT i, (i * 13) % 149 + 1,
  CASE i % 4 WHEN 0 THEN 'car' WHEN 1 THEN 'adult' WHEN 2 THEN 'child' ELSE 'bicycle' END, i * 3 % 4 + 1,
  (i * 3 % 4 + 1) * CASE i % 4 WHEN 0 THEN 45 WHEN 1 THEN 20 WHEN 2 THEN 11 ELSE 6 END FROM n;
