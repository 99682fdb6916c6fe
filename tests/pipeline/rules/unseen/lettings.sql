-- Flats to let: states, yes-or-no columns and addresses of people, none of them spelled as they are said.
CREATE TABLE owners (owner_id INTEGER PRIMARY KEY, owner_name TEXT, contact_email TEXT, country TEXT, is_active BOOLEAN);
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, email TEXT, office_city TEXT, is_certified INTEGER);
CREATE TABLE flats (
  flat_id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (owner_id), agent_id INTEGER REFERENCES agents (agent_id),
  street TEXT, city TEXT, is_furnished BOOLEAN, listed_on DATE
);
CREATE TABLE leases (
  lease_id INTEGER PRIMARY KEY, flat_id INTEGER REFERENCES flats (flat_id), tenant_name TEXT, tenant_email TEXT,
  status TEXT, start_date DATE, end_date DATE, autopay BOOLEAN
);
CREATE TABLE rents (
  rent_id INTEGER PRIMARY KEY, lease_id INTEGER REFERENCES leases (lease_id), due_date DATE, amount REAL, status TEXT
);
CREATE TABLE transfers (
  transfer_id INTEGER PRIMARY KEY, rent_id INTEGER REFERENCES rents (rent_id), sent_at TIMESTAMP, method TEXT, is_successful INTEGER
);
CREATE TABLE viewings (
  viewing_id INTEGER PRIMARY KEY, flat_id INTEGER REFERENCES flats (flat_id), starts_at TIMESTAMP, outcome TEXT
);
INSERT INTO owners VALUES (1, 'Alder Homes', 'ana@alder.io', 'Spain', 1), (2, 'Birch Estates', 'bo@birch.com', 'Italy', 0),
  (3, 'Cedar Lets', 'cy@cedar.io', 'Spain', 1), (4, 'Dune Rooms', 'di@dune.com', 'Norway', 0), (5, 'Elm Stays', NULL, 'Italy', 1);
INSERT INTO agents VALUES (1, 'Mia', 'Moss', 'mia@lettings.example', 'Oslo', 1), (2, 'Noa', 'Stone', 'noa@gmail.com', 'Turin', 0),
  (3, 'Sam', 'Marsh', 'sam@gmail.com', 'Oslo', 1), (4, 'Tom', 'Reed', 'tom@partners.example', 'Madrid', 0), (5, 'Una', 'Sato', 'una@lettings.example', 'Madrid', 1);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
INSERT INTO flats SELECT i, i % 4 + 1, i % 4 + 1, 'Street ' || i, CASE i % 3 WHEN 0 THEN 'Oslo' WHEN 1 THEN 'Turin' ELSE 'Madrid' END,
  i % 5 < 3, date('2022-03-01', '+' || (i * 37) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO leases SELECT i, i % 16 + 1, 'Tenant ' || i, 't' || i || CASE i % 3 WHEN 0 THEN '@gmail.com' WHEN 1 THEN '@post.example' ELSE '@yahoo.com' END,
  CASE i % 4 WHEN 0 THEN 'ended' WHEN 1 THEN 'active' WHEN 2 THEN 'active' ELSE 'on_hold' END,
  date('2023-01-05', '+' || (i * 11) || ' days'), date('2024-01-05', '+' || (i * 11) || ' days'), i % 7 < 3 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO rents SELECT i, i % 28 + 1, date('2024-03-01', '+' || (i * 3) || ' days'), 500 + i * 17 % 90, CASE WHEN i % 5 < 3 THEN 'paid' ELSE 'open' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO transfers SELECT i, i % 37 + 1, datetime('2024-03-02', '+' || (i * 50) || ' hours'), CASE i % 3 WHEN 0 THEN 'card' ELSE 'debit' END, i % 6 > 0 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 44)
INSERT INTO viewings SELECT i, i % 13 + 1, datetime('2024-05-01 10:00', '+' || (i * 47) || ' hours'), CASE i % 3 WHEN 0 THEN 'offer' WHEN 1 THEN 'no_show' ELSE 'none' END FROM n;
