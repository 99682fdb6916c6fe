CREATE TABLE skipper (
  skipper_id INTEGER PRIMARY KEY, skipper_name TEXT, home_port TEXT, registered_on DATE, resigned_on DATE
);
CREATE TABLE boat (
  boat_id INTEGER PRIMARY KEY, boat_name TEXT, boat_type TEXT, skipper_id INTEGER REFERENCES skipper (skipper_id)
);
CREATE TABLE trip (
  trip_id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boat (boat_id), purpose TEXT, trip_status TEXT,
  departed_at TIMESTAMP, returned_at TIMESTAMP, miles REAL
);
CREATE TABLE repair (
  repair_id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boat (boat_id), repair_status TEXT, workshop TEXT, cost REAL,
  requested_on DATE, quoted_on DATE, finished_on DATE
);
CREATE TABLE invoice (
  invoice_id INTEGER PRIMARY KEY, repair_id INTEGER REFERENCES repair (repair_id), amount REAL, issued_on DATE, paid_on DATE
);
CREATE TABLE mooring (
  mooring_id INTEGER PRIMARY KEY, skipper_id INTEGER REFERENCES skipper (skipper_id), pier TEXT, berth_fee REAL,
  started_on DATE, cancelled_on DATE
);
CREATE TABLE signal (
  signal_id INTEGER PRIMARY KEY, trip_id INTEGER REFERENCES trip (trip_id), signal_type TEXT, received_at TIMESTAMP
);
CREATE TABLE radio_call (
  call_id INTEGER PRIMARY KEY, skipper_id INTEGER REFERENCES skipper (skipper_id), channel TEXT, called_at TIMESTAMP,
  duration_sec INTEGER
);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
INSERT INTO skipper SELECT i, 'Skipper ' || i, CASE i % 3 WHEN 0 THEN 'Bergen' WHEN 1 THEN 'Kiel' ELSE 'Esbjerg' END,
  date('2021-03-01', '+' || (i * 97) || ' days'), CASE WHEN i % 4 = 0 THEN date('2023-08-01', '+' || (i * 23) || ' days') END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
INSERT INTO boat SELECT i, 'Boat ' || i, CASE i % 3 WHEN 0 THEN 'Ketch' WHEN 1 THEN 'Sloop' ELSE 'Trawler' END, i % 12 + 1 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO trip SELECT i, i * i % 15 + 1, CASE i % 3 WHEN 0 THEN 'fishing' WHEN 1 THEN 'training' ELSE 'charter' END,
  CASE WHEN i % 9 = 0 THEN 'aborted' ELSE 'completed' END,
  datetime('2022-11-01', '+' || (i * 6) || ' days', '+' || (i * 37 % 600) || ' minutes'),
  datetime('2022-11-01', '+' || (i * 6) || ' days', '+' || (i * 37 % 600 + 45 + i * 13 % 170) || ' minutes'), 3 + i * 5 % 41 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO repair SELECT i, (i * 4 + i * i) % 15 + 1, CASE i % 5 WHEN 0 THEN 'open' ELSE 'done' END,
  CASE i % 2 WHEN 0 THEN 'North' ELSE 'South' END, 100 + i * 37 % 900, date('2022-12-03', '+' || (i * 9) || ' days'),
  date('2022-12-05', '+' || (i * 9 + i % 4) || ' days'),
  CASE WHEN i % 5 = 0 THEN NULL ELSE date('2022-12-10', '+' || (i * 9 + i * 7 % 19) || ' days') END FROM n;
INSERT INTO invoice SELECT repair_id, repair_id, cost, date(finished_on, '+' || (repair_id % 6) || ' days'),
  CASE WHEN repair_id % 7 = 0 THEN NULL ELSE date(finished_on, '+' || (repair_id % 6 + 9) || ' days') END
  FROM repair WHERE finished_on IS NOT NULL;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO mooring SELECT i, i % 11 + 1, CASE i % 3 WHEN 0 THEN 'East' ELSE 'West' END, 200 + i * 10,
  date('2021-05-01', '+' || (i * 31) || ' days'),
  CASE WHEN i % 3 = 1 THEN date('2021-05-01', '+' || (i * 31 + 90 + i * 11) || ' days') END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO signal SELECT i, i * 7 % 80 + 1, CASE i % 2 WHEN 0 THEN 'position' ELSE 'weather' END,
  datetime('2022-11-02', '+' || (i * 7 % 80 * 6) || ' days', '+' || (i * 11 % 300) || ' minutes') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
INSERT INTO radio_call SELECT i, i % 12 + 1, CASE i % 3 WHEN 0 THEN 'VHF 16' ELSE 'VHF 72' END,
  datetime('2023-02-01', '+' || (i * 5) || ' days', '+' || (i * 53 % 1400) || ' minutes'), 20 + i * 29 % 400 FROM n;
