CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, branch_name TEXT, city TEXT);
CREATE TABLE member (
  member_id INTEGER PRIMARY KEY, member_name TEXT, city TEXT, phone TEXT, joined_on DATE
);
CREATE TABLE tool (
  tool_id INTEGER PRIMARY KEY, tool_name TEXT, category TEXT, branch_id INTEGER REFERENCES branch (branch_id),
  daily_rate REAL
);
CREATE TABLE loan (
  loan_id INTEGER PRIMARY KEY, tool_id INTEGER REFERENCES tool (tool_id),
  member_id INTEGER REFERENCES member (member_id), lent_on DATE, due_on DATE, returned_on DATE
);
CREATE TABLE visit (
  visit_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES member (member_id),
  branch_id INTEGER REFERENCES branch (branch_id), visited_on DATE
);
CREATE TABLE employee (
  employee_id INTEGER PRIMARY KEY, employee_name TEXT, job_title TEXT, branch_id INTEGER REFERENCES branch (branch_id),
  manager_id INTEGER REFERENCES employee (employee_id)
);
INSERT INTO branch VALUES (1, 'Harbour', 'Porto'), (2, 'Hillside', 'Braga'), (3, 'Market', 'Porto'), (4, 'Mill', 'Faro');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
INSERT INTO member SELECT i, 'Member ' || i, CASE i % 3 WHEN 0 THEN 'Porto' WHEN 1 THEN 'Braga' ELSE 'Faro' END,
  CASE WHEN i % 4 = 0 THEN NULL ELSE '555-' || (100 + i) END, date('2022-01-10', '+' || (i * 40) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
INSERT INTO tool SELECT i, 'Tool ' || i, CASE i % 4 WHEN 0 THEN 'Drill' WHEN 1 THEN 'Saw' WHEN 2 THEN 'Ladder' ELSE 'Sander' END,
  CASE WHEN i % 5 = 0 THEN 2 WHEN i % 2 = 0 THEN 1 ELSE 3 END, 4 + i * 7 % 9 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO loan SELECT i, (i * i + 3) % 16 + 1, (i * 7 + i * i * 3) % 17 + 1, date('2022-09-01', '+' || (i * 10) || ' days'),
  date('2022-09-15', '+' || (i * 10) || ' days'),
  CASE WHEN i % 6 = 0 THEN NULL ELSE date('2022-09-08', '+' || (i * 10 + i % 9) || ' days') END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
INSERT INTO visit SELECT i, (i * 3 + i * i) % 18 + 1, i * i % 3 + 1, date('2022-07-01', '+' || (i * 9) || ' days') FROM n;
INSERT INTO employee VALUES (1, 'Ada', 'Director', 1, NULL), (2, 'Bo', 'Clerk', 1, 1), (3, 'Cy', 'Manager', 2, 1),
  (4, 'Di', 'Clerk', 2, 3), (5, 'Ed', 'Manager', 3, 1), (6, 'Flo', 'Mechanic', 3, 5), (7, 'Gus', 'Mechanic', 4, 5);
