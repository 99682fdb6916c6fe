-- Colleges: a table whose name column is called as the table, totals in columns, values named like nouns.
CREATE TABLE campuses (id INTEGER PRIMARY KEY, campus TEXT, town TEXT, total_seats INTEGER, lab_seats INTEGER);
CREATE TABLE grants (
  grant_id INTEGER PRIMARY KEY, campus_id INTEGER REFERENCES campuses (id), amount REAL, field TEXT,
  valid_from_date DATE, valid_to_date DATE
);
CREATE TABLE photo (photo_id INTEGER PRIMARY KEY, campus_id INTEGER REFERENCES campuses (id), caption TEXT);
INSERT INTO campuses VALUES
  (1, 'Northgate', 'Leeds', 5200, 610), (2, 'Riverside', 'York', 4100, 480), (3, 'Abbey', 'Leeds', 900, 40);
INSERT INTO grants VALUES
  (1, 1, 400, 'physics', '2024-01-01', '2024-12-31'), (2, 1, 350, 'history', '2024-03-01', '2025-02-28'),
  (3, 2, 600, 'physics', '2024-02-01', '2025-01-31'), (4, 2, 120, 'history', '2024-05-01', '2025-04-30'),
  (5, 3, 90, 'history', '2024-06-01', '2024-11-30');
INSERT INTO photo VALUES (1, 1, 'the campus'), (2, 2, 'old gate'), (3, 3, 'the tower');
