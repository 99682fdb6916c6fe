-- What was built by whom: verbs that name a column of theirs, dates told by two verbs, rows called a place.
CREATE TABLE firms (firm_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE offices (office_id INTEGER PRIMARY KEY, firm_id INTEGER REFERENCES firms (firm_id), street TEXT, town TEXT);
CREATE TABLE bridge (
  bridge_id INTEGER PRIMARY KEY, name TEXT, firm_id INTEGER REFERENCES firms (firm_id), built_year INTEGER,
  date_opened DATE, date_closed DATE, length_m REAL
);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, firm_id INTEGER REFERENCES firms (firm_id), tonnes REAL);
INSERT INTO firms VALUES (1, 'Arrol', 'Scotland'), (2, 'Eiffel', 'France'), (3, 'Brunel', 'England'), (4, 'Baker', 'England');
INSERT INTO offices VALUES (1, 1, 'Dock Road 4', 'Glasgow'), (2, 2, 'Rue Fouquet 2', 'Levallois');
INSERT INTO bridge VALUES
  (1, 'Forth', 1, 1890, '1890-03-04', NULL, 2467), (2, 'Garabit', 2, 1884, '1885-11-10', '2009-09-11', 565),
  (3, 'Tay', 1, 1887, '1887-07-13', NULL, 3264),
  (4, 'Millau', 2, 2004, '2004-12-16', NULL, 2460), (5, 'Clyde', 1, 2006, '2006-09-18', NULL, 90);
INSERT INTO orders VALUES (1, 1, 40), (2, 2, 60);
