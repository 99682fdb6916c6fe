CREATE TABLE growers (
  grower_id INTEGER PRIMARY KEY, name TEXT, county TEXT, tree_limit TEXT
);
CREATE TABLE harvests (
  harvest_id INTEGER PRIMARY KEY, grower_id INTEGER REFERENCES growers (grower_id), variety TEXT,
  picked_on DATE, trees TEXT, weight_kg TEXT, sugar TEXT, lot_code TEXT, price REAL
);
INSERT INTO growers VALUES
  (1, 'Ash Farm', 'Kent', '90'), (2, 'Birch Farm', 'Kent', '120'), (3, 'Cedar Farm', 'Devon', '7');
INSERT INTO harvests VALUES
  (1, 1, 'Gala', '2024-03-01', '9', '80', '11.5', '007', 40),
  (2, 1, 'Cox', '2024-03-05', '100', '900', '9.25', '010', 300),
  (3, 2, 'Gala', '2024-04-02', '20', '250', '12', '100', 90),
  (4, 2, 'Cox', '2024-04-09', '', '', '8.5', '02', 20),
  (5, 3, 'Gala', '2024-05-11', '5', '60', '10', '1', 25);
