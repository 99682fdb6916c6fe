-- Plots of a gardening club: flags of every make, dates that stay empty, units in names.
CREATE TABLE site (site_id INTEGER PRIMARY KEY, site_name TEXT, district TEXT, opened_on DATE, has_well TEXT);
CREATE TABLE plot (
  plot_id INTEGER PRIMARY KEY, site_id INTEGER REFERENCES site (site_id), plot_no TEXT, size_m2 REAL,
  on_offer TEXT, is_fenced INTEGER
);
CREATE TABLE gardener (
  gardener_id INTEGER PRIMARY KEY, full_name TEXT, kind TEXT, birth_year INTEGER, registered_on DATE,
  is_active INTEGER, banned BOOLEAN, email TEXT
);
CREATE TABLE crop (
  crop_id INTEGER PRIMARY KEY, crop_name TEXT, colour TEXT, organic_certified INTEGER, seed_price REAL, growing_days INTEGER
);
CREATE TABLE picking (
  picking_id INTEGER PRIMARY KEY, plot_id INTEGER REFERENCES plot (plot_id), crop_id INTEGER REFERENCES crop (crop_id),
  picked_on DATE, weight_kg REAL
);
CREATE TABLE lease (
  lease_id INTEGER PRIMARY KEY, plot_id INTEGER REFERENCES plot (plot_id),
  gardener_id INTEGER REFERENCES gardener (gardener_id), starts_on DATE, ended_on DATE
);
CREATE TABLE due (
  due_id INTEGER PRIMARY KEY, gardener_id INTEGER REFERENCES gardener (gardener_id), amount REAL, issued_on DATE, paid_on DATE
);
CREATE TABLE tool (tool_id INTEGER PRIMARY KEY, tool_name TEXT, brand TEXT, unit_price REAL, warranty_years INTEGER);
CREATE TABLE tool_order (
  order_id INTEGER PRIMARY KEY, tool_id INTEGER REFERENCES tool (tool_id), site_id INTEGER REFERENCES site (site_id), qty INTEGER
);
CREATE TABLE checkup (
  checkup_id INTEGER PRIMARY KEY, plot_id INTEGER REFERENCES plot (plot_id), inspector TEXT, checked_on DATE, result TEXT
);
INSERT INTO site VALUES (1, 'Mill Lane', 'North', '1951-04-02', 'Y'), (2, 'Old Quarry', 'South', '1932-09-15', 'N'),
  (3, 'Canal Side', 'South', '1988-03-01', 'Y'), (4, 'Rectory Field', 'East', '1974-06-20', 'N');
INSERT INTO plot VALUES (1, 1, 'M1', 120.0, 'Y', 1), (2, 1, 'M2', 80.5, 'N', 0), (3, 2, 'Q1', 200.0, 'N', 1),
  (4, 2, 'Q2', 95.0, 'Y', 0), (5, 3, 'C1', 60.0, 'N', 0), (6, 3, 'C2', 150.0, 'N', 1), (7, 4, 'R1', 110.0, 'Y', 1);
INSERT INTO gardener VALUES (1, 'Ada Reed', 'resident', 1948, '2019-02-01', 1, 0, 'ada@inbox.org'),
  (2, 'Ben Holt', 'resident', 1975, '2021-05-11', 0, 0, 'ben@postbox.net'), (3, 'Cleo Marsh', 'school', 1990, '2020-09-30', 1, 1, NULL),
  (4, 'Dan Frost', 'charity', 1962, '2024-01-15', 0, 1, 'dan@inbox.org'), (5, 'Eve Stone', 'charity', 1983, '2022-07-07', 1, 0, NULL),
  (6, 'Finn Reed', 'resident', 1990, '2024-05-20', 1, 1, 'finn@postbox.net');
INSERT INTO crop VALUES (1, 'Cherry tomatoes', 'red', 1, 2.5, 70), (2, 'Beef tomatoes', 'red', 0, 3.1, 85),
  (3, 'Leeks', 'green', 1, 1.4, 130), (4, 'Purple carrots', 'purple', 0, 1.9, 75), (5, 'Runner beans', 'green', 1, 2.2, 60),
  (6, 'Pumpkins', 'orange', 0, 4.0, 110);
INSERT INTO picking VALUES (1, 1, 1, '2024-06-02', 3.5), (2, 1, 3, '2024-05-28', 7.25), (3, 2, 2, '2024-06-05', 4.0),
  (4, 3, 4, '2024-06-11', 9.5), (5, 3, 1, '2024-06-12', 2.0), (6, 6, 5, '2023-08-14', 6.5), (7, 6, 2, '2023-09-01', 5.5),
  (8, 4, 6, '2023-10-10', 30.0), (9, 2, 5, '2024-04-29', 1.5);
INSERT INTO lease VALUES (1, 1, 1, '2019-03-01', NULL), (2, 2, 2, '2021-06-01', '2023-12-31'), (3, 3, 3, '2020-10-01', NULL),
  (4, 4, 5, '2022-08-01', NULL), (5, 2, 6, '2024-06-01', NULL), (6, 6, 1, '2020-01-01', '2022-12-31');
INSERT INTO due VALUES (1, 1, 40, '2024-01-10', '2024-01-20'), (2, 2, 35, '2023-01-10', NULL), (3, 3, 50, '2024-01-10', NULL),
  (4, 3, 25, '2023-01-10', '2023-03-01'), (5, 4, 45, '2024-02-10', NULL), (6, 2, 30, '2024-01-10', NULL), (7, 5, 20, '2024-01-10', '2024-01-11');
INSERT INTO tool VALUES (1, 'Digging fork', 'Ironleaf', 39.5, 10), (2, 'Border spade', 'Ironleaf', 45.0, 15),
  (3, 'Watering can', 'Dewdrop', 18.0, 2), (4, 'Hose reel', 'Dewdrop', 62.0, 5), (5, 'Shears', 'Clipwell', 27.5, 10);
INSERT INTO tool_order VALUES (1, 1, 1, 4), (2, 3, 1, 10), (3, 2, 2, 3), (4, 4, 3, 1), (5, 3, 3, 6), (6, 5, 4, 2);
INSERT INTO checkup VALUES (1, 1, 'Ora Finch', '2024-03-01', 'pass'), (2, 2, 'Ora Finch', '2024-03-02', 'fail'),
  (3, 3, 'Jed Lamb', '2024-03-05', 'pass'), (4, 4, 'Jed Lamb', '2024-03-06', 'fail'), (5, 5, 'Jed Lamb', '2023-03-09', 'fail'),
  (6, 6, 'Ora Finch', '2023-03-12', 'pass'), (7, 7, 'Pia Wood', '2024-03-08', 'pass');
