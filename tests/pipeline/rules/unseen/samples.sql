CREATE TABLE inst (inst_id INTEGER PRIMARY KEY, name TEXT, country TEXT, opened INTEGER);
CREATE TABLE scientist (
  scientist_id INTEGER PRIMARY KEY, fname TEXT, lname TEXT, gender TEXT, inst_id INTEGER REFERENCES inst (inst_id)
);
CREATE TABLE choir (choir_id INTEGER PRIMARY KEY, choir_name TEXT, phone TEXT);
CREATE TABLE testRuns (
  run_id INTEGER PRIMARY KEY, src_inst INTEGER REFERENCES inst (inst_id), dst_inst INTEGER REFERENCES inst (inst_id),
  price_in_euros REAL, price_in_dollars REAL, minutes INTEGER
);
CREATE TABLE enrolment (
  enrolment_id INTEGER PRIMARY KEY, scientist_id INTEGER REFERENCES scientist (scientist_id), course TEXT, code TEXT
);
INSERT INTO inst VALUES (1, 'Fjord Lab', 'Norway', 1998), (2, 'Mesa Lab', 'United States', 2004),
  (3, 'Canyon Lab', 'United States', 1998), (4, 'Delta Lab', 'Egypt', 2011);
INSERT INTO scientist VALUES (1, 'Ida', 'Berg', 'F', 1), (2, 'Omar', 'Aziz', 'M', 4), (3, 'Nora', 'Lund', 'F', 1),
  (4, 'Kim', 'Ford', 'M', 2), (5, 'Tess', 'Hill', 'F', 3);
INSERT INTO choir VALUES (1, 'Alto', '1'), (2, 'Bass', '2');
INSERT INTO testRuns VALUES (1, 1, 2, 10, 11, 30), (2, 1, 3, 20, 22, 90), (3, 2, 1, 40, 44, 50), (4, 4, 1, 5, 6, 10),
  (5, 3, 1, 80, 90, 70);
INSERT INTO enrolment VALUES (1, 1, 'Optics', 'US'), (2, 2, 'Optics', 'IT'), (3, 3, 'Lasers', 'US'), (4, 1, 'Lasers', 'UK');
CREATE TABLE trip (trip_id INTEGER PRIMARY KEY, leader TEXT, town TEXT, day DATE);
CREATE TABLE town (town TEXT PRIMARY KEY, population INTEGER);
INSERT INTO trip VALUES (1, 'Ann Roe', 'Sark', '2023-01-01'), (2, 'Bo Dahl', 'Herm', '2023-02-01'), (3, 'Ann Roe', 'Herm', '2023-03-01');
INSERT INTO town VALUES ('Sark', 500), ('Herm', 60);
