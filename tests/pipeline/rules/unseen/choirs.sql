CREATE TABLE choirs (
  choir_id INTEGER PRIMARY KEY, choir_name TEXT, town TEXT, kind TEXT, founded_year INTEGER,
  parent_choir_id INTEGER REFERENCES choirs (choir_id), leader_id INTEGER REFERENCES singers (singer_id)
);
CREATE TABLE singers (
  singer_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, voice TEXT, town TEXT, fee REAL,
  joined_on TEXT, is_retired INTEGER, choir_id INTEGER REFERENCES choirs (choir_id),
  reports_to INTEGER REFERENCES singers (singer_id), invited_by INTEGER
);
CREATE TABLE pieces (
  piece_id INTEGER PRIMARY KEY, title TEXT, minutes INTEGER, prereq_id INTEGER REFERENCES pieces (piece_id)
);
CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, venue_name TEXT, town TEXT, seats INTEGER);
CREATE TABLE tours (
  tour_id INTEGER PRIMARY KEY, tour_name TEXT, choir_id INTEGER REFERENCES choirs (choir_id),
  origin_venue_id INTEGER REFERENCES venues (venue_id), destination_venue_id INTEGER REFERENCES venues (venue_id)
);
CREATE TABLE rehearsals (
  rehearsal_id INTEGER PRIMARY KEY, singer_id INTEGER REFERENCES singers (singer_id), held_on TEXT, room TEXT
);
CREATE TABLE bookings (
  booking_id INTEGER PRIMARY KEY, singer_id INTEGER REFERENCES singers (singer_id), booked_on TEXT, price REAL
);
CREATE TABLE workshops (workshop_id INTEGER PRIMARY KEY, topic TEXT, max_places INTEGER);
CREATE TABLE signups (
  signup_id INTEGER PRIMARY KEY, workshop_id INTEGER REFERENCES workshops (workshop_id), paid INTEGER
);
INSERT INTO venues VALUES (1, 'Haus am Ring', 'Graz', 200), (2, 'Alte Halle', 'Graz', 90), (3, 'Donausaal', 'Linz', 400);
INSERT INTO tours VALUES (1, 'Spring', 1, 1, 2), (2, 'Summer', 1, 1, 3), (3, 'Fall', 2, 3, 2);
INSERT INTO rehearsals VALUES (1, 1, '2024-03-01', 'Attic'), (2, 1, '2024-03-08', 'Barn'), (3, 2, '2023-05-01', 'Attic'), (4, 5, '2024-04-01', 'Barn');
INSERT INTO bookings VALUES (1, 2, '2024-01-05', 20), (2, 3, '2024-02-05', 30), (3, 1, '2024-02-06', 30);
INSERT INTO workshops VALUES (1, 'Breath', 1), (2, 'Rhythm', 2), (3, 'Stage', 4);
INSERT INTO signups VALUES (1, 1, 1), (2, 1, 0), (3, 2, 1), (4, 2, 1), (5, 2, 0);
INSERT INTO singers VALUES
  (1, 'Ada', 'Moll', 'alto', 'Graz', 400, '2015-02-01', 1, 1, NULL, NULL),
  (2, 'Ben', 'Dur', 'bass', 'Graz', 450, '2014-05-01', 0, 1, 1, 1),
  (3, 'Cleo', 'Takt', 'alto', 'Linz', 300, '2019-03-01', 0, 2, 1, 1),
  (4, 'Dov', 'Pause', 'tenor', 'Wels', 320, '2020-09-01', 0, 2, 3, 2),
  (5, 'Eva', 'Fuge', 'soprano', 'Linz', 280, '2021-01-15', 0, 3, 3, 3),
  (6, 'Finn', 'Chor', 'bass', 'Graz', 500, '2022-06-01', 1, 3, 3, NULL);
INSERT INTO choirs VALUES
  (1, 'Stadtchor', 'Graz', 'main', 1950, NULL, 1), (2, 'Domchor', 'Linz', 'branch', 1975, 1, 3),
  (3, 'Spatzen', 'Graz', 'branch', 1999, 1, 5), (4, 'Senioren', 'Wels', 'branch', 1940, 2, 6),
  (5, 'Neuer Chor', 'Wels', 'main', 2010, NULL, NULL);
INSERT INTO pieces VALUES
  (1, 'Ave', 5, NULL), (2, 'Requiem', 50, 1), (3, 'Missa', 40, 2), (4, 'Lied', 3, 1);
