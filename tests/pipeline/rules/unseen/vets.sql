CREATE TABLE owners (
  owner_id INTEGER PRIMARY KEY, full_name TEXT, city TEXT, joined_on DATE
);
CREATE TABLE pets (
  pet_id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (owner_id), name TEXT,
  species TEXT, born_on DATE, adopted_on DATE
);
CREATE TABLE vets (vet_id INTEGER PRIMARY KEY, name TEXT, hired_on DATE, left_on DATE);
CREATE TABLE visits (
  visit_id INTEGER PRIMARY KEY, pet_id INTEGER REFERENCES pets (pet_id),
  vet_id INTEGER REFERENCES vets (vet_id), visited_at TIMESTAMP, checked_out_at TIMESTAMP,
  fee REAL
);
CREATE TABLE treatments (
  treatment_id INTEGER PRIMARY KEY, visit_id INTEGER REFERENCES visits (visit_id), drug TEXT,
  start_date DATE, end_date DATE
);
CREATE TABLE plans (
  plan_id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (owner_id), tier TEXT,
  started_on DATE, ended_on DATE, monthly_price REAL
);
INSERT INTO owners VALUES
  (1, 'Ada Moor', 'Porto', '2022-01-10'), (2, 'Bo Lind', 'Lyon', '2022-05-02'),
  (3, 'Cy Rao', 'Graz', '2023-02-20'), (4, 'Di Falk', 'Porto', '2023-11-05');
INSERT INTO pets VALUES
  (1, 1, 'Rex', 'dog', '2021-03-01', '2021-04-20'), (2, 1, 'Tom', 'cat', '2020-01-15', '2020-09-01'),
  (3, 2, 'Kit', 'cat', '2022-02-01', '2022-03-15'), (4, 3, 'Bun', 'rabbit', '2022-12-24', '2023-03-24'),
  (5, 4, 'Moe', 'dog', '2023-01-01', '2024-01-02');
INSERT INTO vets VALUES
  (1, 'Dr Ott', '2021-01-01', NULL), (2, 'Dr Pena', '2021-06-01', '2023-05-31'),
  (3, 'Dr Quist', '2024-01-01', NULL);
INSERT INTO visits VALUES
  (1, 1, 1, '2022-01-25 09:00:00', '2022-01-25 09:30:00', 40), (2, 2, 2, '2022-03-02 15:10:00', '2022-03-02 16:55:00', 90),
  (3, 3, 1, '2022-09-12 11:00:00', '2022-09-12 12:00:00', 60), (4, 1, 2, '2023-02-02 10:00:00', '2023-02-02 11:15:00', 75),
  (5, 4, 2, '2023-03-01 08:30:00', '2023-03-01 08:50:00', 30), (6, 5, 3, '2024-02-14 17:00:00', NULL, 55),
  (7, 4, 1, '2023-03-20 13:00:00', '2023-03-20 14:40:00', 65);
INSERT INTO treatments VALUES
  (1, 1, 'Amoxil', '2022-01-25', '2022-02-01'), (2, 2, 'Rimadyl', '2022-03-02', '2022-10-05'),
  (3, 3, 'Amoxil', '2022-09-12', NULL), (4, 4, 'Rimadyl', '2023-02-02', '2023-08-02'),
  (5, 6, 'Frontline', '2024-02-14', NULL);
INSERT INTO plans VALUES
  (1, 1, 'gold', '2022-02-01', NULL, 39), (2, 2, 'basic', '2022-06-01', '2023-05-20', 9),
  (3, 2, 'plus', '2023-05-21', '2024-09-30', 19), (4, 3, 'gold', '2023-03-05', '2023-03-25', 39),
  (5, 4, 'basic', '2024-03-01', NULL, 9), (6, 1, 'plus', '2023-01-01', '2025-01-01', 19);
