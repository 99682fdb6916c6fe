-- Huts in the mountains: adjectives, aggregates and columns in the words that people ask for them with.
CREATE TABLE hut (
  hut_id INTEGER PRIMARY KEY, hut_name TEXT, region TEXT, founded INTEGER, bed_capacity INTEGER, lat REAL, long REAL,
  zip_postcode TEXT
);
CREATE TABLE guide (
  guide_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, sex TEXT, height REAL, weight REAL, age INTEGER,
  hut_id INTEGER REFERENCES hut (hut_id)
);
CREATE TABLE weather_day (
  day_id INTEGER PRIMARY KEY, hut_id INTEGER REFERENCES hut (hut_id), measured_date DATE, max_wind_speed_kmh REAL,
  mean_wind_speed_kmh REAL, min_pressure REAL, mean_pressure REAL
);
CREATE TABLE rescue (
  rescue_id INTEGER PRIMARY KEY, hut_id INTEGER REFERENCES hut (hut_id), reason TEXT, date_rescue_start DATE,
  date_rescue_end DATE, cost_of_rescue REAL, injured INTEGER, killed INTEGER, view_count INTEGER
);
INSERT INTO hut VALUES (1, 'Alba', 'North', 1903, 40, 46.1, 7.2, '3900'), (2, 'Brenta', 'North', 1887, 90, 46.4, 7.9, '3920'),
 (3, 'Corno', 'South', 1961, 24, 45.8, 8.3, '6600'), (4, 'Dente', 'South', 1935, 60, 45.9, 8.8, '6610');
INSERT INTO guide VALUES (1, 'Ada', 'Moor', 'F', 168, 61, 34, 1), (2, 'Ben', 'Low', 'M', 181, 83, 52, 1),
 (3, 'Cem', 'Ash', 'M', 176, 75, 29, 2), (4, 'Dot', 'Low', 'F', 159, 54, 41, 3), (5, 'Eli', 'Ray', 'M', 190, 96, 38, 3),
 (6, 'Ada', 'Roy', 'F', 172, 66, 23, 4);
INSERT INTO weather_day VALUES (1, 1, '2024-01-03', 95, 40, 880, 893), (2, 1, '2024-01-04', 60, 22, 901, 905),
 (3, 2, '2024-01-03', 120, 55, 871, 880), (4, 2, '2024-01-04', 80, 31, 890, 899), (5, 3, '2024-01-03', 45, 12, 915, 918),
 (6, 4, '2024-01-04', 70, 28, 897, 902);
INSERT INTO rescue VALUES (1, 1, 'fall', '2023-02-01', '2023-02-02', 900, 1, 0, 310), (2, 1, 'storm', '2023-03-05', '2023-03-07', 2400, 3, 1, 905),
 (3, 2, 'fall', '2023-07-09', '2023-07-09', 650, 2, 0, 120), (4, 3, 'storm', '2023-12-24', '2023-12-26', 3100, 0, 2, 1400),
 (5, 4, 'lost', '2024-01-02', '2024-01-03', 400, 0, 0, 88);
CREATE TABLE sled (sid INTEGER PRIMARY KEY, sled_name TEXT, speed INTEGER, total_runs INTEGER, hut_id INTEGER REFERENCES hut (hut_id));
INSERT INTO sled VALUES (1, 'Rime', 40, 210, 1), (2, 'Firn', 55, 90, 1), (3, 'Hoar', 35, 400, 3);
CREATE TABLE visit (
  visit_id INTEGER PRIMARY KEY, guest_name TEXT, hut_id INTEGER REFERENCES hut (hut_id), date_arrived DATE, date_departed DATE
);
INSERT INTO visit VALUES (1, 'Kay', 1, '2024-02-01', '2024-02-03'), (2, 'Lee', 2, '2024-02-02', '2024-02-09'), (3, 'Kay', 3, '2024-03-11', '2024-03-12');
-- The name of its rows is a column called as they are; votes are told by numbers whose noun is said once.
CREATE TABLE school (
  school_key INTEGER PRIMARY KEY, school TEXT, pupils INTEGER, graduate INTEGER, coach INTEGER, support_rate REAL, doubt_rate REAL, refusal_rate REAL
);
CREATE TABLE room (room_number INTEGER PRIMARY KEY, wing TEXT, room_price REAL);
INSERT INTO school VALUES (1, 'Alm', 120, 30, 7, 0.5, 0.3, 0.2), (2, 'Bach', 80, 22, 9, 0.4, 0.4, 0.2), (3, 'Clus', 45, 9, 7, 0.7, 0.1, 0.2);
INSERT INTO room VALUES (11, 'east', 80), (12, 'east', 95), (21, 'west', 120);
