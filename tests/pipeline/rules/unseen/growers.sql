-- Growers and what they sell: two numbers of a row, other rows, averages, alternatives, counts as bounds.
CREATE TABLE nursery (nursery_id INTEGER PRIMARY KEY, name TEXT, county TEXT, opened INTEGER, benches INTEGER);
CREATE TABLE rainfall (
  nursery_id INTEGER PRIMARY KEY REFERENCES nursery (nursery_id),
  jan REAL, feb REAL, mar REAL, apr REAL, may REAL, jun REAL
);
CREATE TABLE wages (nursery_id INTEGER PRIMARY KEY REFERENCES nursery (nursery_id), budget REAL);
CREATE TABLE heating (nursery_id INTEGER PRIMARY KEY REFERENCES nursery (nursery_id), budget REAL);
CREATE TABLE plant (
  plant_id INTEGER PRIMARY KEY, nursery_id INTEGER REFERENCES nursery (nursery_id), plant_name TEXT,
  family TEXT, height REAL, spread REAL, list_price REAL, red_flowers INTEGER, white_flowers INTEGER
);
CREATE TABLE sale (
  sale_id INTEGER PRIMARY KEY, plant_id INTEGER REFERENCES plant (plant_id), unit_price REAL, quantity INTEGER
);
CREATE TABLE volunteer (
  volunteer_id INTEGER PRIMARY KEY, nursery_id INTEGER REFERENCES nursery (nursery_id), volunteer_name TEXT
);
CREATE TABLE shift (
  shift_id INTEGER PRIMARY KEY, volunteer_id INTEGER REFERENCES volunteer (volunteer_id), task TEXT, hours REAL
);
INSERT INTO nursery VALUES
  (1, 'Fern Hill', 'Kent', 1990, 12), (2, 'Moss Bank', 'Kent', 2005, 30), (3, 'Alder Farm', 'Devon', 1984, 8),
  (4, 'Birch End', 'Dorset', 2012, 22);
INSERT INTO rainfall VALUES
  (1, 80, 60, 50, 40, 45, 30), (2, 60, 70, 55, 65, 30, 35), (3, 110, 95, 90, 70, 75, 60), (4, 50, 40, 65, 30, 35, 45);
INSERT INTO wages VALUES (1, 900), (2, 2100), (3, 400), (4, 1300);
INSERT INTO heating VALUES (1, 700), (2, 2500), (3, 450), (4, 600);
INSERT INTO plant VALUES
  (1, 1, 'Aster', 'daisy', 40, 30, 4.5, 3, 5), (2, 1, 'Dahlia', 'daisy', 90, 60, 7.0, 8, 2),
  (3, 2, 'Lavender', 'mint', 60, 80, 5.5, 0, 1), (4, 2, 'Sage', 'mint', 50, 70, 3.5, 2, 0),
  (5, 3, 'Peony', 'peony', 75, 75, 12.0, 6, 6), (6, 4, 'Thyme', 'mint', 15, 40, 2.5, 0, 4),
  (7, 2, 'Cosmos', 'daisy', 120, 50, 3.0, 7, 4);
INSERT INTO sale VALUES
  (1, 1, 4.5, 10), (2, 1, 5.0, 2), (3, 2, 6.0, 4), (4, 3, 5.5, 20), (5, 5, 14.0, 1), (6, 6, 2.0, 30), (7, 4, 4.0, 5),
  (8, 1, 4.0, 6);
INSERT INTO volunteer VALUES (1, 1, 'Ines Kole'), (2, 2, 'Otto Brand'), (3, 2, 'Pia Sand'), (4, 3, 'Rolf Meer');
INSERT INTO shift VALUES
  (1, 1, 'weeding', 4), (2, 1, 'potting', 7), (3, 2, 'weeding', 3), (4, 3, 'watering', 6), (5, 3, 'weeding', 2),
  (6, 3, 'potting', 5);
