CREATE TABLE mast (mast_id INTEGER PRIMARY KEY, mast_nm TEXT, elev_m REAL, opened_on DATE, closed_on DATE);
CREATE TABLE keeper (keeper_id INTEGER PRIMARY KEY, name TEXT, phone TEXT, joined_on DATE);
CREATE TABLE mast_keeper (
  mast_id INTEGER REFERENCES mast (mast_id), keeper_id INTEGER REFERENCES keeper (keeper_id), PRIMARY KEY (mast_id, keeper_id)
);
CREATE TABLE service_visit (
  visit_id INTEGER PRIMARY KEY, mast_id INTEGER REFERENCES mast (mast_id), visited_on DATE, reason TEXT, cost REAL
);
CREATE TABLE warning (
  warning_id INTEGER PRIMARY KEY, mast_id INTEGER REFERENCES mast (mast_id), raised_at DATETIME, severity TEXT, message TEXT
);
INSERT INTO mast VALUES
  (1, 'Ben Corr', 780, '1988-05-01', NULL), (2, 'Low Shore', 6.5, '2001-09-12', '2021-03-31'),
  (3, 'Tarn Edge', 512.4, '2010-06-20', NULL), (4, 'Dale End', 140, '2016-02-02', NULL);
INSERT INTO keeper VALUES
  (1, 'Nan Frost', '0711', '2012-03-01'), (2, 'Obi Gale', NULL, '2017-08-15'), (3, 'Pia Hail', NULL, '2009-01-20'),
  (4, 'Quin Ice', '0744', '2020-11-05');
INSERT INTO mast_keeper VALUES (1, 1), (1, 2), (2, 3), (3, 4), (4, 2);
INSERT INTO service_visit VALUES
  (1, 1, '2023-01-10', 'storm damage', 640), (2, 1, '2023-04-02', 'calibration', 95), (3, 2, '2020-05-05', 'calibration', 110),
  (4, 3, '2024-02-14', 'storm damage', 380.5), (5, 4, '2024-03-03', 'battery swap', 60), (6, 3, '2024-05-21', 'calibration', 85);
INSERT INTO warning VALUES
  (1, 1, '2024-01-03 04:00', 'high', 'Gale force wind'), (2, 3, '2024-01-04 11:30', 'low', 'Battery low'),
  (3, 4, '2024-02-11 17:20', 'high', 'Flood risk near the bridge'), (4, 1, '2024-03-08 02:15', 'medium', 'Gale expected'),
  (5, 4, '2024-04-19 08:00', 'low', 'Ice on the sensor');
