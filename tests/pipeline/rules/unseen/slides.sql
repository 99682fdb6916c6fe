CREATE TABLE slides (
  slide_id INTEGER PRIMARY KEY, name TEXT, length REAL, height REAL, rating REAL, fee REAL
);
INSERT INTO slides VALUES
  (1, 'Comet', 120, 9, 4.5, 3), (2, 'Drake', 60, 14, 3.9, 5), (3, 'Eel', 40, 6, 4.1, 2),
  (4, 'Fern', 90, 11, 4.8, 4);
