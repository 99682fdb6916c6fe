CREATE TABLE vendor (
  vendor_id INTEGER PRIMARY KEY, vendor_name TEXT, country TEXT, is_certified INTEGER, is_dormant INTEGER, email TEXT
);
CREATE TABLE purchaser (
  purchaser_id INTEGER PRIMARY KEY, purchaser_name TEXT, office TEXT, joined_on DATE, exit_on DATE
);
CREATE TABLE tender (
  tender_id INTEGER PRIMARY KEY, vendor_id INTEGER REFERENCES vendor (vendor_id),
  purchaser_id INTEGER REFERENCES purchaser (purchaser_id), phase TEXT, worth REAL, channel TEXT, note TEXT
);
CREATE TABLE inspection (
  inspection_id INTEGER PRIMARY KEY, vendor_id INTEGER REFERENCES vendor (vendor_id), inspection_status TEXT,
  score INTEGER, first_answer_on DATE, inspected_on DATE
);
INSERT INTO purchaser VALUES (1, 'Ida', 'Turin', '2019-01-01', NULL), (2, 'Jon', 'Turin', '2019-05-01', '2022-03-01'),
  (3, 'Kim', 'Lille', '2020-02-01', NULL), (4, 'Lea', 'Lille', '2021-02-01', '2023-01-31'), (5, 'Max', 'Lille', '2021-07-01', NULL);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 14)
INSERT INTO vendor SELECT i, 'Vendor ' || i, CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'Italy' WHEN 2 THEN 'Spain' ELSE 'France' END,
  i % 3 = 0, i % 4 = 0, CASE WHEN i % 6 = 0 THEN NULL ELSE 'v' || i || '@example.com' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO tender SELECT i, (i * i + 2) % 12 + 1, CASE WHEN i % 9 = 0 THEN NULL ELSE (i * 3 + i * i) % 5 + 1 END,
  CASE (i * i + i) % 7 WHEN 0 THEN 'Decided Awarded' WHEN 2 THEN 'Decided Declined' WHEN 6 THEN 'Draft' ELSE 'Under Review' END,
  100 + i * 37 % 900, CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 'portal' WHEN 2 THEN 'letter' ELSE 'fax' END,
  CASE i % 8 WHEN 0 THEN 'Scanned drawings attached' WHEN 3 THEN 'no drawing yet' WHEN 5 THEN 'asks for a permit' ELSE NULL END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO inspection SELECT i, (i * 5 + i * i) % 13 + 1, CASE i % 7 WHEN 0 THEN 'PND' WHEN 3 THEN 'WDN' WHEN 5 THEN 'CANC' ELSE 'CMP' END,
  CASE WHEN i % 5 = 0 THEN NULL ELSE 40 + i * 7 % 60 END,
  CASE WHEN i % 6 = 0 THEN NULL ELSE date('2023-01-10', '+' || (i * 5) || ' days') END, date('2023-01-01', '+' || (i * 5) || ' days') FROM n;
