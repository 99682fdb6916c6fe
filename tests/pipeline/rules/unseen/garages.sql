-- Garages: repairs with flags, states and days that shares, rates and ratios are taken of.
CREATE TABLE site (site_id INTEGER PRIMARY KEY, site_name TEXT, region TEXT, bay_limit INTEGER);
CREATE TABLE bay (bay_id INTEGER PRIMARY KEY, site_id INTEGER REFERENCES site (site_id), bay_kind TEXT);
CREATE TABLE mechanic (
  mechanic_id INTEGER PRIMARY KEY, full_name TEXT, site_id INTEGER REFERENCES site (site_id), grade TEXT, yearly_target INTEGER
);
CREATE TABLE customer (
  customer_id INTEGER PRIMARY KEY, customer_name TEXT, segment TEXT, is_fleet INTEGER, joined_on DATE
);
CREATE TABLE repair (
  repair_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer (customer_id),
  mechanic_id INTEGER REFERENCES mechanic (mechanic_id), site_id INTEGER REFERENCES site (site_id),
  kind TEXT, status TEXT, booked_on DATE, promised_on DATE, finished_on DATE, price REAL, is_insured INTEGER
);
CREATE TABLE complaint (
  complaint_id INTEGER PRIMARY KEY, repair_id INTEGER REFERENCES repair (repair_id), topic TEXT, claimed_amount REAL, paid_amount REAL
);
CREATE TABLE reminder (
  reminder_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer (customer_id), channel TEXT,
  sent_at DATETIME, opened_at DATETIME
);
CREATE TABLE skill_test (
  test_id INTEGER PRIMARY KEY, mechanic_id INTEGER REFERENCES mechanic (mechanic_id), subject TEXT, marks REAL, weight INTEGER
);
INSERT INTO site VALUES (1, 'Northgate', 'North', 6), (2, 'Harbour', 'South', 4), (3, 'Mill Lane', 'North', 9), (4, 'Abbey', 'South', 3);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
INSERT INTO bay SELECT i, CASE WHEN i % 4 = 3 THEN 3 WHEN i % 5 = 0 THEN 2 ELSE 1 + i % 3 END, CASE i % 3 WHEN 0 THEN 'paint' ELSE 'lift' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
INSERT INTO mechanic SELECT i, 'Mechanic ' || i, i % 4 + 1, CASE i % 3 WHEN 0 THEN 'senior' WHEN 1 THEN 'junior' ELSE 'master' END,
  CASE WHEN i % 6 = 0 THEN NULL ELSE 2000 + i * 100 END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO customer SELECT i, 'Customer ' || i, CASE i % 3 WHEN 0 THEN 'private' WHEN 1 THEN 'trade' ELSE 'public' END, i % 4 = 0,
  date('2021-01-05', '+' || (i * 31) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140)
INSERT INTO repair SELECT i, (i * i) % 27 + 1, i % 11 + 1, (i * 53 % 97) % 4 + 1, CASE i % 4 WHEN 0 THEN 'brakes' WHEN 1 THEN 'tyres' WHEN 2 THEN 'engine' ELSE 'paint' END,
  CASE WHEN i % 9 = 0 THEN 'cancelled' WHEN i % 7 = 0 THEN 'open' ELSE 'finished' END,
  date('2022-06-01', '+' || (i * i % 700) || ' days'), date('2022-06-08', '+' || (i * i % 700) || ' days'),
  CASE WHEN i % 9 = 0 OR i % 7 = 0 THEN NULL ELSE date('2022-06-01', '+' || (i * i % 700 + i % 13) || ' days') END, 40 + i * 17 % 300, (i * 37 % 101) % 7 < 3 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 33)
INSERT INTO complaint SELECT i, (i * i * 3) % 120 + 1, CASE i % 3 WHEN 0 THEN 'damage' WHEN 1 THEN 'delay' ELSE 'price' END, 20 + i * 3, CASE WHEN i % 4 = 0 THEN NULL ELSE 5 + i * 2 END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
INSERT INTO reminder SELECT i, i % 28 + 1, CASE i % 3 WHEN 0 THEN 'email' WHEN 1 THEN 'text' ELSE 'letter' END,
  datetime('2023-01-02 09:00', '+' || (i * 37) || ' hours'), CASE WHEN i % 5 < 2 OR i % 7 = 0 THEN NULL ELSE datetime('2023-01-02 11:00', '+' || (i * 39) || ' hours') END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO skill_test SELECT i, i % 12 + 1, CASE (i / 2) % 3 WHEN 0 THEN 'electrics' WHEN 1 THEN 'safety' ELSE 'welding' END, (i * 7) % 41 / 10.0, i % 4 + 1 FROM n;
