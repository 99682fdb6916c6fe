CREATE TABLE firm (firm_id INTEGER PRIMARY KEY, firm_nm TEXT, country TEXT, employee_cnt INTEGER);
CREATE TABLE opportunity (
  opp_id INTEGER PRIMARY KEY, firm_id INTEGER REFERENCES firm (firm_id), title TEXT, amount_eur REAL, stage TEXT, opened_on DATE
);
CREATE TABLE support_case (case_id INTEGER PRIMARY KEY, firm_id INTEGER REFERENCES firm (firm_id), csat_score INTEGER, raised_on DATE);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
INSERT INTO firm SELECT i, 'Firm ' || i, CASE i % 3 WHEN 0 THEN 'Spain' WHEN 1 THEN 'Norway' ELSE 'Chile' END, i * 9 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO opportunity SELECT i, (i * i) % 15 + 1, 'Plan ' || i, 1000 + i * 37, CASE i % 3 WHEN 0 THEN 'Scoping' WHEN 1 THEN 'Offer' ELSE 'Talks' END, date('2023-01-03', '+' || (i * 8) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO support_case SELECT i, (i * 5) % 17 + 1, CASE WHEN i % 4 = 0 THEN NULL ELSE i % 5 + 1 END, date('2023-02-01', '+' || (i * 6) || ' days') FROM n;
CREATE TABLE client (client_id INTEGER PRIMARY KEY, client_nm TEXT, city TEXT, joined_on DATE);
INSERT INTO client VALUES (1, 'Ada Holm', 'Oslo', '2023-01-05'), (2, 'Ben Ruiz', 'Graz', '2023-03-09'), (3, 'Cleo Lund', 'Oslo', '2024-01-20');
