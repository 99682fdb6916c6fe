-- A verb that names one of two prices.
CREATE TABLE tapes (tape_id INTEGER PRIMARY KEY, title TEXT, grade TEXT, hire_rate NUMERIC, replacement_cost NUMERIC, running_time INTEGER);
INSERT INTO tapes VALUES (1,'Storm','U',3,18,90),(2,'Harvest','U',2,3,130),(3,'Lantern','A',3,9,140),(4,'Orchid','U',3,12,100);
CREATE TABLE birdsightings (sighting_id INTEGER PRIMARY KEY, species TEXT, seen_on DATE);
INSERT INTO birdsightings VALUES (1,'owl','2022-01-01'),(2,'kite','2022-02-01'),(3,'owl','2022-03-01');
