-- Two keys and views; a title, flags in words, and units in names.
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, staff_name TEXT, role TEXT, active TEXT, current_desk TEXT, salary_cents INTEGER);
INSERT INTO staff VALUES (1,'Asa','Nurse','Y','d1',500000),(2,'Bob','nurse','N','N/A',400000),(3,'Cas','Cook','Y','d2',300000);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff, visited_on DATE, fee NUMERIC);
INSERT INTO visits VALUES (1,1,'2022-05-01',10),(2,2,'2022-06-01',20),(3,3,'2023-01-01',30);
CREATE TABLE visit_notes (note_id INTEGER PRIMARY KEY, visit_id INTEGER REFERENCES visits, staff_id INTEGER REFERENCES staff, noted_on DATE);
INSERT INTO visit_notes VALUES (1,1,1,'2022-05-02');
CREATE TABLE visits_archive (visit_id INTEGER PRIMARY KEY, staff_id INTEGER, visited_on DATE, fee NUMERIC);
INSERT INTO visits_archive VALUES (9,1,'2020-01-01',5);
