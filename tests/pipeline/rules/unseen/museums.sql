-- Museums: two ways to a museum and to a city, kinds that are set against each other, what was paid and what not.
CREATE TABLE museum (museum_id INTEGER PRIMARY KEY, museum_name TEXT, city TEXT);
CREATE TABLE guide (
  guide_id INTEGER PRIMARY KEY, guide_name TEXT, city TEXT, museum_id INTEGER REFERENCES museum (museum_id)
);
CREATE TABLE visitor (
  visitor_id INTEGER PRIMARY KEY, visitor_name TEXT, city TEXT, membership TEXT, museum_id INTEGER REFERENCES museum (museum_id)
);
CREATE TABLE tour (
  tour_id INTEGER PRIMARY KEY, guide_id INTEGER REFERENCES guide (guide_id), museum_id INTEGER REFERENCES museum (museum_id),
  language TEXT, held_on DATE, length INTEGER
);
CREATE TABLE ticket (
  ticket_id INTEGER PRIMARY KEY, tour_id INTEGER REFERENCES tour (tour_id), visitor_id INTEGER REFERENCES visitor (visitor_id),
  kind TEXT, price REAL, refund REAL, paid_on DATE
);
INSERT INTO museum VALUES (1, 'Glass House', 'Gent'), (2, 'Ship Yard', 'Brugge'), (3, 'Old Mint', 'Gent'), (4, 'Clock Tower', 'Namur');
INSERT INTO guide VALUES (1, 'Ada Roos', 'Gent', 1), (2, 'Bert Claes', 'Brugge', 1), (3, 'Cleo Maes', 'Gent', 2),
  (4, 'Dirk Wouters', 'Namur', 2), (5, 'Els Jacobs', 'Brugge', 2), (6, 'Frans Peeters', 'Namur', 3);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO visitor SELECT i, 'Visitor ' || i, CASE i % 4 WHEN 0 THEN 'Gent' WHEN 1 THEN 'Brugge' WHEN 2 THEN 'Namur' ELSE 'Mechelen' END,
  CASE i * i % 7 WHEN 0 THEN 'Patron' WHEN 1 THEN 'Student' WHEN 2 THEN 'Senior' ELSE 'Family' END, CASE i % 6 WHEN 5 THEN NULL ELSE i * i % 4 + 1 END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO tour SELECT i, i * i % 5 + 1, i * 3 % 4 + 1, CASE i * i % 6 WHEN 0 THEN 'French' WHEN 1 THEN 'Dutch' WHEN 3 THEN 'English' ELSE 'Dutch' END,
  date('2022-11-03', '+' || (i * 11) || ' days'), 40 + i * 7 % 35 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO ticket SELECT i, i * i % 37 + 1, (i * 5 + i * i) % 22 + 1, CASE i % 5 WHEN 0 THEN 'child' WHEN 3 THEN 'group' ELSE 'adult' END,
  8 + i * 13 % 11, CASE WHEN i % 6 = 1 THEN 2 + i % 5 ELSE 0 END, CASE WHEN i % 4 = 0 THEN NULL ELSE date('2022-11-01', '+' || (i * 3) || ' days') END FROM n;
