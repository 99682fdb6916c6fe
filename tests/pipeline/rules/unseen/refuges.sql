-- Mountain refuges and their walks: several columns in the same unit, numbers that only a unit names, guests of two kinds.
CREATE TABLE valley (valley_id INTEGER PRIMARY KEY, valley_name TEXT, area_km2 REAL, inhabitants INTEGER);
CREATE TABLE summit (summit_id INTEGER PRIMARY KEY, name TEXT, height_m INTEGER, valley_id INTEGER REFERENCES valley (valley_id));
CREATE TABLE refuge (refuge_id INTEGER PRIMARY KEY, refuge_name TEXT, summit_id INTEGER REFERENCES summit (summit_id), altitude_m INTEGER, bunks INTEGER);
CREATE TABLE walk (walk_id INTEGER PRIMARY KEY, walk_name TEXT, refuge_id INTEGER REFERENCES refuge (refuge_id), length_km REAL, climb_m INTEGER);
CREATE TABLE stay (stay_id INTEGER PRIMARY KEY, refuge_id INTEGER REFERENCES refuge (refuge_id), arrived_on DATE, adults INTEGER, children INTEGER, country_cd TEXT);
INSERT INTO valley VALUES (1, 'Aurin', 410, 5200), (2, 'Belt', 120, 16000), (3, 'Cairn', 640, 23000);
INSERT INTO summit VALUES (1, 'Tooth', 3120, 1), (2, 'Anvil', 2740, 2), (3, 'Sickle', 3410, 3), (4, 'Crown', 1980, 3);
INSERT INTO refuge VALUES
  (1, 'Tooth Refuge', 1, 2610, 60), (2, 'Low Anvil', 2, 1450, 80), (3, 'High Anvil', 2, 2520, 24),
  (4, 'Sickle Refuge', 3, 2890, 52), (5, 'Crown Refuge', 4, 1700, 18);
INSERT INTO walk VALUES
  (1, 'Ladder Walk', 1, 6.5, 900), (2, 'Lake Round', 2, 12.0, 240), (3, 'Ridge Walk', 3, 4.2, 610),
  (4, 'Long Round', 4, 19.5, 1300), (5, 'Meadow Walk', 5, 3.0, 90);
INSERT INTO stay VALUES
  (1, 1, '2024-01-05', 2, 3, 'NL'), (2, 1, '2024-02-11', 4, 1, 'DE'), (3, 2, '2023-07-02', 3, 2, 'NL'),
  (4, 4, '2024-05-20', 5, 0, 'FR'), (5, 5, '2024-06-01', 2, 2, 'DE');
