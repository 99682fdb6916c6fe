CREATE TABLE plans (id INTEGER PRIMARY KEY, name TEXT, monthly_price REAL);
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY, company_name TEXT, country TEXT, state TEXT, industry TEXT, plan_id INTEGER,
  signup_date DATE, is_active INTEGER, seats INTEGER
);
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY, account_id INTEGER, issued_at TIMESTAMP, total_amount REAL, tax_amount REAL, status TEXT
);
CREATE TABLE usage_events (
  id INTEGER PRIMARY KEY, account_id INTEGER, event_type TEXT, happened_at TIMESTAMP, units INTEGER
);
CREATE TABLE support_tickets (
  id INTEGER PRIMARY KEY, account_id INTEGER, subject TEXT, priority TEXT, opened_at TIMESTAMP, closed_at TIMESTAMP,
  satisfaction_score INTEGER
);
INSERT INTO plans VALUES (1, 'Free', 0), (2, 'Team', 49), (3, 'Business', 199);
INSERT INTO accounts VALUES
  (1, 'Acorn Labs', 'USA', 'CA', 'Software', 2, '2022-02-10', 1, 12), (2, 'Brook Foods', 'USA', 'TX', 'Retail', 3, '2022-03-05', 1, 80),
  (3, 'Cedar Bank', 'USA', 'CA', 'Finance', 3, '2022-03-21', 0, 140), (4, 'Delta Toys', 'Germany', NULL, 'Retail', 1, '2022-07-02', 1, 5),
  (5, 'Ember Media', 'France', NULL, 'Media', 2, '2022-11-19', 0, 20), (6, 'Fjord Energy', 'Norway', NULL, 'Energy', 3, '2023-01-15', 1, 60),
  (7, 'Grove Health', 'USA', 'NY', 'Health', 2, '2023-01-30', 1, 33), (8, 'Harbor Jobs', 'USA', 'TX', 'Software', 1, '2023-04-11', 1, 3),
  (9, 'Iris Optics', 'Germany', NULL, 'Health', 2, '2023-05-23', 1, 15), (10, 'Jade Travel', 'France', NULL, 'Media', 1, '2023-06-01', 0, 4);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
INSERT INTO invoices
SELECT i, i * i % 9 + 1, datetime('2023-01-02 09:15:00', '+' || (i * 53) || ' hours'), 40 + i * 37 % 400, 4 + i * 3 % 40,
  CASE i % 7 WHEN 0 THEN 'overdue' WHEN 3 THEN 'draft' ELSE 'paid' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 160)
INSERT INTO usage_events
SELECT i, i * 7 % 8 + 1, CASE i % 3 WHEN 0 THEN 'login' WHEN 1 THEN 'export' ELSE 'import' END,
  datetime('2023-02-01 00:20:00', '+' || (i * 19) || ' hours'), i * 11 % 23 + 1 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO support_tickets
SELECT i, i * 5 % 7 + 1, CASE i % 4 WHEN 0 THEN 'Login fails' WHEN 1 THEN 'Slow export' WHEN 2 THEN 'Billing question' ELSE 'Export empty' END,
  CASE i % 3 WHEN 0 THEN 'high' WHEN 1 THEN 'low' ELSE 'medium' END, datetime('2023-01-10 08:00:00', '+' || (i * 97) || ' hours'),
  CASE WHEN i % 8 = 0 THEN NULL ELSE datetime('2023-01-10 08:00:00', '+' || (i * 97 + i * 13 % 120) || ' hours') END,
  CASE WHEN i % 8 = 0 THEN NULL ELSE i * 3 % 5 + 1 END FROM n;
