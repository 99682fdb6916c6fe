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
