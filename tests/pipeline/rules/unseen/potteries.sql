CREATE TABLE potter (potter_id INTEGER PRIMARY KEY, potter_name TEXT, town TEXT, age INTEGER);
CREATE TABLE studio (
  studio_id INTEGER PRIMARY KEY, studio_name TEXT, district TEXT, warden INTEGER REFERENCES potter (potter_id)
);
CREATE TABLE affiliation (
  potter_id INTEGER REFERENCES potter (potter_id), studio_id INTEGER REFERENCES studio (studio_id), since DATE,
  PRIMARY KEY (potter_id, studio_id)
);
CREATE TABLE workshop (workshop_id INTEGER PRIMARY KEY, title TEXT, fee REAL);
CREATE TABLE registration (
  potter_id INTEGER REFERENCES potter (potter_id), workshop_id INTEGER REFERENCES workshop (workshop_id), paid REAL,
  PRIMARY KEY (potter_id, workshop_id)
);
CREATE TABLE attendance (
  potter_id INTEGER REFERENCES potter (potter_id), workshop_id INTEGER REFERENCES workshop (workshop_id), minutes INTEGER,
  PRIMARY KEY (potter_id, workshop_id)
);
CREATE TABLE interview (
  potter_id INTEGER PRIMARY KEY REFERENCES potter (potter_id), held_on DATE
);
CREATE TABLE purchase (
  purchase_id INTEGER PRIMARY KEY, potter_id INTEGER REFERENCES potter (potter_id), purchase_date DATE, amount REAL
);
CREATE TABLE supplier (supplier_id INTEGER PRIMARY KEY, supplier_name TEXT, town TEXT);
INSERT INTO supplier VALUES (1, 'Claymen', 'Rye'), (2, 'Glazeworks', 'Battle'), (3, 'Kilnco', 'Hythe'), (4, 'Oxides', 'Rye');
INSERT INTO potter VALUES (1, 'Ada', 'Rye', 31), (2, 'Ben', 'Lewes', 45), (3, 'Cleo', 'Rye', 27), (4, 'Dov', 'Hythe', 62),
  (5, 'Esme', 'Lewes', 38), (6, 'Finn', 'Hythe', 51), (7, 'Gil', 'Rye', 44);
INSERT INTO studio VALUES (1, 'Order', 'North', 4), (2, 'Kiln House', 'South', 1), (3, 'Old Mill', 'North', 6);
INSERT INTO affiliation VALUES (1, 1, '2020-02-01'), (2, 1, '2021-05-01'), (3, 2, '2019-09-01'), (4, 3, '2018-01-01'),
  (5, 2, '2022-03-01'), (6, 1, '2023-07-01'), (7, 3, '2023-08-01');
INSERT INTO workshop VALUES (1, 'Glazing', 40), (2, 'Raku', 65), (3, 'Slipware', 30), (4, 'Porcelain', 90);
INSERT INTO registration VALUES (1, 1, 40), (2, 2, 65), (3, 1, 35), (4, 3, 30), (1, 2, 65);
INSERT INTO attendance VALUES (1, 1, 90), (5, 2, 120), (6, 1, 60), (4, 3, 75), (1, 4, 100);
INSERT INTO interview VALUES (1, '2020-01-05'), (3, '2021-04-09'), (6, '2022-11-20');
INSERT INTO purchase VALUES (1, 1, '2024-01-10', 120), (2, 2, '2024-02-11', 30), (3, 2, '2024-03-12', 260), (4, 5, '2024-04-13', 75), (5, 7, '2023-12-01', 15);
