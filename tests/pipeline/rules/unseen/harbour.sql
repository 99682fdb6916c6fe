CREATE TABLE cd_vsl (vs_typ TEXT PRIMARY KEY, vs_dsc TEXT);
CREATE TABLE vsl (vs_no TEXT PRIMARY KEY, vs_nm TEXT, vs_typ TEXT, hm_cntry TEXT, yr_blt INTEGER, gr_wgt REAL);
CREATE TABLE agt (ag_id INTEGER PRIMARY KEY, ag_nm TEXT, firm_nm TEXT, lic_no TEXT, lic_exp DATE);
CREATE TABLE brth (br_cd TEXT PRIMARY KEY, br_nm TEXT, max_lgth INTEGER);
CREATE TABLE mrng (mr_id INTEGER PRIMARY KEY, vs_no TEXT, ag_id INTEGER, br_cd TEXT, bk_dt DATE, mr_stat TEXT, est_cst REAL);
CREATE TABLE srvy (sv_id INTEGER PRIMARY KEY, vs_no TEXT, sv_yr INTEGER, sv_rslt TEXT, dur_min INTEGER);
INSERT INTO cd_vsl VALUES ('BLK', 'Bulk carrier'), ('TUG', 'Harbour tug'), ('FRY', 'Passenger ferry');
INSERT INTO vsl VALUES
  ('V01', 'Arran', 'FRY', 'Norway', 1998, 4100), ('V02', 'Bute', 'FRY', 'Latvia', 2011, 5200),
  ('V03', 'Coll', 'TUG', 'Norway', 2005, 380), ('V04', 'Danna', 'BLK', 'Malta', 1991, 31000),
  ('V05', 'Eigg', 'BLK', 'Latvia', 2016, 28000);
INSERT INTO agt VALUES
  (1, 'Ines Holm', 'Holm & Co', 'L-17', '2024-08-01'), (2, 'Juri Kask', 'Baltic Agents', 'L-22', '2025-09-30'),
  (3, 'Kaya Lund', 'Baltic Agents', 'L-31', '2024-12-15');
INSERT INTO brth VALUES ('N1', 'North quay', 180), ('N2', 'Fish dock', 60), ('S1', 'South pier', 240);
INSERT INTO mrng VALUES
  (1, 'V01', 1, 'N1', '2024-01-09', 'CNF', 900), (2, 'V01', 1, 'N1', '2024-02-11', 'CXL', 950),
  (3, 'V02', 2, 'N1', '2024-02-20', 'CNF', 1200), (4, 'V03', 2, 'N2', '2024-03-02', 'PEND', 200),
  (5, 'V04', 3, 'S1', '2024-03-19', 'CNF', 4100), (6, 'V05', 3, 'S1', '2024-04-04', 'PEND', 3900),
  (7, 'V04', 3, 'S1', '2024-05-21', 'CXL', 4000);
INSERT INTO srvy VALUES
  (1, 'V01', 2023, 'P', 45), (2, 'V02', 2023, 'F', 90), (3, 'V03', 2023, 'P', 30), (4, 'V04', 2024, 'F', 120),
  (5, 'V05', 2024, 'P', 75), (6, 'V01', 2024, 'P', 50);
