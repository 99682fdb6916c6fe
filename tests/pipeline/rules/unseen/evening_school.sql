CREATE TABLE pupils (pupil_id INTEGER PRIMARY KEY, name TEXT, grade INTEGER, age INTEGER);
CREATE TABLE courses (course_id INTEGER PRIMARY KEY, title TEXT, level INTEGER, fee REAL);
CREATE TABLE course_registrations (
  pupil_id INTEGER REFERENCES pupils (pupil_id), course_id INTEGER REFERENCES courses (course_id),
  registered_on DATE, PRIMARY KEY (pupil_id, course_id)
);
CREATE TABLE course_attendance (
  pupil_id INTEGER REFERENCES pupils (pupil_id), course_id INTEGER REFERENCES courses (course_id),
  attended_on DATE, PRIMARY KEY (pupil_id, course_id, attended_on)
);
INSERT INTO pupils VALUES
  (1, 'Ada', 9, 15), (2, 'Bo', 10, 16), (3, 'Cy', 9, 15), (4, 'Di', 12, 18), (5, 'Ed', 11, 17);
INSERT INTO courses VALUES (301, 'Baking', 1, 40), (302, 'Chess', 2, 20), (303, 'Drawing', 1, 60);
INSERT INTO course_registrations VALUES
  (1, 301, '2024-01-02'), (2, 301, '2024-01-03'), (3, 302, '2024-01-04'), (4, 303, '2024-01-09');
INSERT INTO course_attendance VALUES
  (1, 301, '2024-02-01'), (1, 301, '2024-02-08'), (3, 302, '2024-02-02'), (4, 303, '2024-02-03');
