CREATE TABLE keepers (
  keeper_id INTEGER PRIMARY KEY, keeper_name TEXT, years_kept INTEGER, home_village TEXT
);
CREATE TABLE hive_record (
  record_id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keepers (keeper_id),
  hive_kind TEXT, inspector TEXT, check_year INTEGER, honey REAL
);
CREATE TABLE markets (market_id INTEGER PRIMARY KEY, market_name TEXT, town TEXT);
CREATE TABLE keeper_at_market (
  keeper_id INTEGER REFERENCES keepers (keeper_id), market_id INTEGER REFERENCES markets (market_id),
  day TEXT, slot_name INTEGER, PRIMARY KEY (keeper_id, market_id, day)
);
INSERT INTO keepers VALUES
  (1, 'Ada Wax', 4, 'Lint'), (2, 'Bo Comb', 9, 'Lint'), (3, 'Cy Drone', 4, 'Moor'), (4, 'Di Smoke', 2, 'Moor'), (5, 'Ed Frame', 7, 'Lint');
INSERT INTO hive_record VALUES
  (1, 1, 'top bar', 'Olga', 2019, 4.5), (2, 1, 'long', 'Olga', 2021, 6.0), (3, 2, 'long', 'Piet', 2021, 2.5),
  (4, 3, 'skep', 'Olga', 2022, 3.0), (5, 2, 'skep', 'Piet', 2018, 8.0), (6, 1, 'skep', 'Piet', 2023, 1.5), (7, 5, 'long', 'Olga', 2018, 2.5);
INSERT INTO markets VALUES (1, 'Friday Market', 'Lint'), (2, 'Friday Market', 'Moor'), (3, 'Fair', 'Moor');
INSERT INTO keeper_at_market VALUES
  (1, 1, '2024-01-05', 2), (1, 1, '2024-01-12', 3), (1, 2, '2024-01-06', 1), (2, 1, '2024-01-05', 2), (2, 3, '2024-01-07', 3), (3, 3, '2024-01-07', 1), (3, 2, '2024-01-13', 2), (3, 2, '2024-01-20', 3);
