-- Concerts: two dates of a booking, a singer's name kept twice, numbers that are only counted.
CREATE TABLE choir (choir_id INTEGER PRIMARY KEY, choir_name TEXT, town TEXT, founded_year INTEGER);
CREATE TABLE singer (
  singer_id INTEGER PRIMARY KEY, singer TEXT, choir_id INTEGER REFERENCES choir (choir_id), joined_on DATE
);
CREATE TABLE concert (
  concert_id INTEGER PRIMARY KEY, choir_id INTEGER REFERENCES choir (choir_id), title TEXT, hall TEXT, held_on DATE
);
CREATE TABLE booking (
  booking_id INTEGER PRIMARY KEY, concert_id INTEGER REFERENCES concert (concert_id), channel TEXT,
  booked_on DATE, paid_on DATE, seats INTEGER, price REAL
);
CREATE TABLE audition (
  audition_id INTEGER PRIMARY KEY, choir_id INTEGER REFERENCES choir (choir_id), singer TEXT, voice TEXT, mark INTEGER
);
INSERT INTO choir VALUES (1, 'Northbank', 'Leeds', 1998), (2, 'Madrigal', 'York', 2004), (3, 'Cantabile', 'Leeds', 2011);
INSERT INTO singer VALUES (1, 'Ina Moe', 1, '2021-02-01'), (2, 'Jo Pratt', 1, '2022-05-10'), (3, 'Kit Rand', 2, '2020-09-15'),
  (4, 'Lou Sand', 3, '2023-03-20'), (5, 'Max Todd', 3, '2023-04-11');
INSERT INTO concert VALUES (1, 1, 'Winter Songs', 'Town Hall', '2023-12-10'), (2, 2, 'Spring Airs', 'Minster', '2024-03-22'),
  (3, 3, 'Late Evening', 'Town Hall', '2024-04-19'), (4, 1, 'May Day', 'Old Mill', '2024-05-01');
INSERT INTO booking VALUES (1, 1, 'web', '2023-11-20', '2023-12-02', 2, 30), (2, 1, 'desk', '2023-12-01', '2023-12-01', 4, 60),
  (3, 2, 'web', '2024-02-27', '2024-03-05', 1, 18), (4, 2, 'web', '2024-03-01', NULL, 3, 54),
  (5, 3, 'phone', '2024-03-30', '2024-04-02', 2, 40), (6, 3, 'web', '2024-04-11', '2024-04-15', 5, 100),
  (7, 4, 'desk', '2024-04-28', '2024-05-01', 2, 34), (8, 4, 'web', '2024-04-30', '2024-05-03', 6, 102);
INSERT INTO audition VALUES (1, 1, 'Ina Moe', 'alto', 7), (2, 2, 'Nia Ude', 'soprano', 9), (3, 2, 'Kit Rand', 'bass', 6),
  (4, 3, 'Lou Sand', 'soprano', 8), (5, 3, 'Ola Vik', 'soprano', 5);
