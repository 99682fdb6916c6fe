CREATE TABLE stations (station_id INTEGER PRIMARY KEY, station_name TEXT, harbour TEXT, opened_year INTEGER);
CREATE TABLE volunteers (
  volunteer_id INTEGER PRIMARY KEY, name TEXT, rank TEXT, age INTEGER,
  station_id INTEGER REFERENCES stations (station_id)
);
CREATE TABLE courses (course_id INTEGER PRIMARY KEY, title TEXT, hours INTEGER);
CREATE TABLE enrolments (
  volunteer_id INTEGER REFERENCES volunteers (volunteer_id),
  course_id INTEGER REFERENCES courses (course_id), passed INTEGER,
  PRIMARY KEY (volunteer_id, course_id)
);
CREATE TABLE rescues (
  rescue_id INTEGER PRIMARY KEY, sea_state TEXT, rescued_people INTEGER,
  reported_by_volunteer_id INTEGER REFERENCES volunteers (volunteer_id),
  signed_off_by_volunteer_id INTEGER REFERENCES volunteers (volunteer_id)
);
INSERT INTO stations VALUES (1, 'Cliff End', 'Porth', 1920), (2, 'Sandy Bay', 'Mell', 1975), (3, 'Rock Point', 'Porth', 2001);
INSERT INTO volunteers VALUES
  (1, 'Ida', 'Coxswain', 44, 1), (2, 'Jon', 'Mechanic', 31, 1), (3, 'Kit', 'Crew', 24, 2),
  (4, 'Lou', 'Crew', 52, 2), (5, 'Moe', 'Mechanic', 38, 1), (6, 'Nan', 'Crew', 29, 2);
INSERT INTO courses VALUES (1, 'Navigation', 20), (2, 'First Aid', 12), (3, 'Radio', 8);
INSERT INTO enrolments VALUES (1, 1, 1), (1, 2, 1), (3, 2, 0), (6, 2, 1);
INSERT INTO rescues VALUES (1, 'rough', 3, 1, 4), (2, 'calm', 1, 3, 1), (3, 'rough', 2, 3, 5), (4, 'moderate', 4, 2, 1);
