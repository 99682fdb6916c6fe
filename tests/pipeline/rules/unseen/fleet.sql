CREATE TABLE depot (
  depot_id INTEGER PRIMARY KEY,
  depot_name TEXT NOT NULL,
  city TEXT NOT NULL
);
CREATE TABLE asset (
  asset_id INTEGER PRIMARY KEY,
  asset_name TEXT NOT NULL,
  asset_type TEXT NOT NULL,
  make TEXT NOT NULL,
  state TEXT NOT NULL,
  bought_on DATE NOT NULL,
  depot_id INTEGER NOT NULL REFERENCES depot (depot_id)
);
CREATE TABLE repair (
  repair_id INTEGER PRIMARY KEY,
  asset_id INTEGER NOT NULL REFERENCES asset (asset_id),
  repaired_on DATE NOT NULL,
  cost REAL NOT NULL
);
INSERT INTO depot VALUES (1, 'North yard', 'Leeds'), (2, 'River yard', 'York'), (3, 'Old mill', 'Leeds');
INSERT INTO asset VALUES
  (1, 'A-01', 'Van', 'Volvo', 'Active', '2021-03-01', 1),
  (2, 'A-02', 'Van', 'Scania', 'Broken', '2022-05-11', 1),
  (3, 'A-03', 'Truck', 'Volvo', 'Active', '2020-01-20', 2),
  (4, 'A-04', 'Truck', 'Scania', 'Broken', '2023-09-02', 2),
  (5, 'A-05', 'Truck', 'Volvo', 'Active', '2024-02-14', 2),
  (6, 'A-06', 'Forklift', 'Linde', 'Active', '2019-07-30', 3),
  (7, 'A-07', 'Van', 'Volvo', 'Active', '2024-04-01', 3),
  (8, 'A-08', 'Forklift', 'Linde', 'Broken', '2018-11-05', 1);
INSERT INTO repair VALUES
  (1, 2, '2024-01-15', 300), (2, 2, '2024-03-20', 120), (3, 4, '2023-12-01', 900),
  (4, 3, '2024-05-05', 250), (5, 8, '2022-02-02', 75), (6, 1, '2024-05-30', 60);
