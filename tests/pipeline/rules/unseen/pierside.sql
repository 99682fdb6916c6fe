CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, boat_name TEXT, pax_cap INTEGER, car_cap INTEGER, built_year INTEGER, retired_on DATE);
CREATE TABLE lines (line_id INTEGER PRIMARY KEY, line_no TEXT, kind TEXT, length_km REAL);
CREATE TABLE trips (
  trip_id INTEGER PRIMARY KEY, line_id INTEGER REFERENCES lines (line_id), boat_id INTEGER REFERENCES boats (boat_id),
  sched_dep DATETIME, status TEXT, delay_min INTEGER
);
CREATE TABLE travellers (traveller_id INTEGER PRIMARY KEY, full_name TEXT, email TEXT, club_tier TEXT);
CREATE TABLE tickets (
  ticket_id INTEGER PRIMARY KEY, trip_id INTEGER REFERENCES trips (trip_id),
  traveller_id INTEGER REFERENCES travellers (traveller_id), fare_class TEXT, price REAL, sold_at DATETIME, channel TEXT
);
CREATE TABLE crew (crew_id INTEGER PRIMARY KEY, full_name TEXT, grade TEXT, hired_on DATE, left_on DATE);
CREATE TABLE duties (trip_id INTEGER REFERENCES trips (trip_id), crew_id INTEGER REFERENCES crew (crew_id), PRIMARY KEY (trip_id, crew_id));
INSERT INTO boats VALUES
  (1, 'Grey Heron', 300, 40, 1991, NULL), (2, 'Tern', 180, 0, 2014, NULL), (3, 'Old Skua', 260, 35, 1978, '2022-05-01'),
  (4, 'Petrel', 410, 66, 1999, NULL);
INSERT INTO lines VALUES (1, 'N1', 'ferry', 20), (2, 'N2', 'ferry', 45.5), (3, 'S1', 'taxi', 6);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO trips SELECT i, i * i % 3 + i % 2 + 1, i * 7 % 4 + 1, datetime('2023-10-02 07:15', '+' || (i * 99) || ' hours'),
  CASE WHEN i % 7 = 0 OR i % 11 = 0 THEN 'cancelled' ELSE 'sailed' END,
  CASE WHEN i % 7 = 0 OR i % 11 = 0 THEN NULL ELSE i * 13 % 37 + (i % 4) * 3 END FROM n;
INSERT INTO travellers VALUES
  (1, 'Ada Moss', 'ada@pier.example', 'gold'), (2, 'Ben Orr', NULL, 'blue'), (3, 'Cleo Park', 'cleo@pier.example', NULL),
  (4, 'Dov Quin', NULL, 'gold'), (5, 'Eve Rusk', NULL, NULL), (6, 'Finn Sole', 'finn@pier.example', 'blue');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO tickets SELECT i, i * 11 % 60 + 1, i * 5 % 6 + 1,
  CASE i % 3 WHEN 0 THEN 'flex' WHEN 1 THEN 'standard' ELSE 'premium' END, 8 + i * 17 % 29,
  datetime('2023-09-20 10:00', '+' || (i * 61) || ' hours'), CASE i % 4 WHEN 0 THEN 'kiosk' WHEN 1 THEN 'app' ELSE 'web' END FROM n;
INSERT INTO crew VALUES
  (1, 'Gus Thorn', 'captain', '2009-04-01', NULL), (2, 'Hana Ure', 'mate', '2015-02-15', NULL),
  (3, 'Ivo Vane', 'captain', '2018-07-20', '2023-12-31'), (4, 'Jo Wray', 'deckhand', '2021-01-11', NULL);
INSERT INTO duties SELECT trip_id, trip_id % 4 + 1 FROM trips WHERE trip_id % 3 > 0;
