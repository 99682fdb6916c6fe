CREATE TABLE tbl_hldr (hldr_id INTEGER PRIMARY KEY, hldr_nm TEXT, city TEXT, country_cd TEXT, join_dt DATE);
CREATE TABLE brnch (brnch_cd TEXT PRIMARY KEY, brnch_nm TEXT, city TEXT, brnch_type TEXT);
CREATE TABLE adjstr (adj_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, lic_lvl INTEGER, brnch_cd TEXT REFERENCES brnch (brnch_cd), reports_to INTEGER REFERENCES adjstr (adj_id));
CREATE TABLE plcy (
  plcy_no TEXT PRIMARY KEY, hldr_id INTEGER REFERENCES tbl_hldr (hldr_id), brnch_cd TEXT REFERENCES brnch (brnch_cd),
  prem_amt REAL, eff_dt DATE, cvrg_type TEXT
);
CREATE TABLE dmg_evt (
  dmg_id INTEGER PRIMARY KEY, plcy_no TEXT REFERENCES plcy (plcy_no), adj_id INTEGER REFERENCES adjstr (adj_id),
  rprt_dt DATE, est_amt REAL, dmg_cause TEXT
);
CREATE TABLE insp_visit (insp_id INTEGER PRIMARY KEY, dmg_id INTEGER REFERENCES dmg_evt (dmg_id), dist_km REAL, insp_dt DATE);
INSERT INTO brnch VALUES ('N1', 'Northgate', 'Oslo', 'AGCY'), ('S2', 'Southbank', 'Graz', 'AGCY'), ('E3', 'Eastfield', 'Lyon', 'KSK');
INSERT INTO adjstr VALUES (1, 'Ines', 'Maier', 3, 'N1', NULL), (2, 'Jon', 'Ruud', 2, 'N1', 1), (3, 'Kim', 'Sato', 2, 'S2', 1), (4, 'Lea', 'Brun', 1, 'E3', 3);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO tbl_hldr SELECT i, 'Holder ' || i, CASE i % 3 WHEN 0 THEN 'Oslo' WHEN 1 THEN 'Graz' ELSE 'Lyon' END,
  CASE i % 3 WHEN 0 THEN 'NO' WHEN 1 THEN 'AT' ELSE 'FR' END, date('2020-01-10', '+' || (i * 40) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO plcy SELECT 'P' || i, (i * 7) % 28 + 1, CASE i % 4 WHEN 0 THEN 'N1' WHEN 1 THEN 'S2' ELSE 'E3' END,
  120 + i * 3, date('2022-01-05', '+' || (i * 13) || ' days'), CASE i % 3 WHEN 0 THEN 'fire' WHEN 1 THEN 'theft' ELSE 'water' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
INSERT INTO dmg_evt SELECT i, 'P' || ((i * 5) % 50 + 1), i % 4 + 1, date('2022-03-01', '+' || (i * 9) || ' days'), 300 + i * 11,
  CASE i % 4 WHEN 0 THEN 'storm' WHEN 1 THEN 'wiring' WHEN 2 THEN 'burglary' ELSE 'frost' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO insp_visit SELECT i, (i * 3) % 70 + 1, 4.5 + i, date('2022-05-01', '+' || (i * 17) || ' days') FROM n;
