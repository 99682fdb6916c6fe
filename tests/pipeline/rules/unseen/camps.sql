-- Camps: children in a table called roll, people and places that questions call by other names, numbers of those who came.
CREATE TABLE roll (
  roll_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, grade INTEGER, cabin TEXT, birthday DATE
);
CREATE TABLE cook (cook_id INTEGER PRIMARY KEY, cook_name TEXT, kitchen TEXT);
CREATE TABLE academy (
  academy_id INTEGER PRIMARY KEY, academy_name TEXT, county TEXT, year_opened INTEGER, enrolled INTEGER
);
CREATE TABLE tryout (
  tryout_id INTEGER PRIMARY KEY, roll_id INTEGER REFERENCES roll (roll_id), academy_id INTEGER REFERENCES academy (academy_id),
  position TEXT, accepted TEXT
);
CREATE TABLE outing (outing_id INTEGER PRIMARY KEY, place TEXT, attendance INTEGER, held_on DATE, deaths INTEGER);
CREATE TABLE gift (gift_id INTEGER PRIMARY KEY, donator_name TEXT, amount REAL, academy_id INTEGER REFERENCES academy (academy_id));
INSERT INTO academy VALUES (1, 'North Hall', 'Kent', 1931, 410), (2, 'Mill Lane', 'Kent', 1962, 250), (3, 'The Oaks', 'Essex', 1974, 620),
  (4, 'Riverside', 'Essex', 1958, 180);
INSERT INTO cook VALUES (1, 'Bea', 'North'), (2, 'Carl', 'South');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 17)
INSERT INTO roll SELECT i, 'First' || i, 'Last' || i, 1 + i * i % 5, CASE i % 3 WHEN 0 THEN 'Pine' WHEN 1 THEN 'Elm' ELSE 'Birch' END,
  date('2012-02-01', '+' || (i * 53) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 21)
INSERT INTO tryout SELECT i, 1 + i * 5 % 13, 1 + i * i % 3, CASE i % 2 WHEN 0 THEN 'striker' ELSE 'keeper' END,
  CASE i % 4 WHEN 0 THEN 'no' ELSE 'yes' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
INSERT INTO outing SELECT i, CASE i % 4 WHEN 0 THEN 'Lake' WHEN 1 THEN 'Forest' WHEN 2 THEN 'Museum' ELSE 'Harbour' END, 10 + i * 17 % 60,
  date('2023-03-04', '+' || (i * 19) || ' days'), i * i % 5 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
INSERT INTO gift SELECT i, 'Donator ' || (1 + i % 9), 20 + i * 37 % 200, 1 + i % 4 FROM n;
