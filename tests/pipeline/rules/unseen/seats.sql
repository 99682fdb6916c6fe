CREATE TABLE town (
  town_id INTEGER PRIMARY KEY, name TEXT, inhabitants INTEGER, region_id INTEGER REFERENCES region (region_id)
);
CREATE TABLE region (
  region_id INTEGER PRIMARY KEY, name TEXT, seat_id INTEGER REFERENCES town (town_id), area REAL
);
CREATE TABLE insurer (insurer_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE owner (
  owner_id INTEGER PRIMARY KEY, name TEXT, insurer_id INTEGER REFERENCES insurer (insurer_id),
  town_id INTEGER REFERENCES town (town_id)
);
INSERT INTO region VALUES (1, 'Isarn', 1, 20.5), (2, 'Corvina', 3, 10.0), (3, 'Lund', 5, 8);
INSERT INTO town VALUES (1, 'Ahlen', 900, 1), (2, 'Bern', 100, 1), (3, 'Celle', 5000, 2), (4, 'Dole', 40, 2), (5, 'Enna', 777, 3);
INSERT INTO insurer VALUES (1, 'Axa'), (2, 'Zed');
INSERT INTO owner VALUES
  (1, 'Ann', 1, 1), (2, 'Bob', NULL, 2), (3, 'Cy', 1, 3), (4, 'Di', 2, 3), (5, 'Ed', NULL, 4);
