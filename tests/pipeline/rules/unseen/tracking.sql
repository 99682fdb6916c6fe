CREATE TABLE account (
  account_id INTEGER PRIMARY KEY, account_name TEXT, plan TEXT, country TEXT, signed_up DATE, cancelled_on DATE
);
CREATE TABLE app_user (
  user_id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES account (account_id), user_name TEXT, email TEXT
);
CREATE TABLE event (
  event_id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES app_user (user_id), event_type TEXT, occurred_at TIMESTAMP
);
CREATE TABLE ticket (
  ticket_id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES account (account_id), severity TEXT,
  opened_on DATE, closed_on DATE, assigned_to INTEGER REFERENCES agent (agent_id)
);
CREATE TABLE agent (agent_id INTEGER PRIMARY KEY, agent_name TEXT, team TEXT);
CREATE TABLE invoice (
  invoice_id INTEGER PRIMARY KEY, account_id INTEGER REFERENCES account (account_id), issued_on DATE, paid_on DATE, total REAL
);
INSERT INTO agent VALUES (1, 'Ines', 'Billing'), (2, 'Jon', 'Technical'), (3, 'Kim', 'Technical'), (4, 'Lea', 'Billing');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 22)
INSERT INTO account SELECT i, 'Account ' || i, CASE i % 3 WHEN 0 THEN 'Free' WHEN 1 THEN 'Team' ELSE 'Enterprise' END,
  CASE i % 4 WHEN 0 THEN 'Spain' WHEN 1 THEN 'Italy' WHEN 2 THEN 'Norway' ELSE 'Chile' END,
  date('2022-02-01', '+' || (i * 31) || ' days'), CASE WHEN i % 6 = 0 THEN date('2024-01-01', '+' || i || ' days') END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO app_user SELECT i, (i * 3) % 20 + 1, 'User ' || i, CASE WHEN i % 7 = 0 THEN NULL ELSE 'u' || i || '@example.org' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO event SELECT i, (i * i + i * 2) % 37 + 1, CASE i % 5 WHEN 0 THEN 'export' WHEN 1 THEN 'login' WHEN 2 THEN 'invite' WHEN 3 THEN 'purchase' ELSE 'login' END,
  datetime('2023-01-02 08:00:00', '+' || (i * 62) || ' hours') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 45)
INSERT INTO ticket SELECT i, (i * i) % 19 + 1, CASE i % 3 WHEN 0 THEN 'high' WHEN 1 THEN 'medium' ELSE 'low' END,
  date('2023-02-01', '+' || (i * 11) || ' days'), CASE WHEN i % 4 = 0 THEN NULL ELSE date('2023-02-06', '+' || (i * 11) || ' days') END,
  CASE WHEN i % 9 = 0 THEN NULL ELSE i % 3 + 1 END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO invoice SELECT i, (i * 5 + i * i) % 21 + 1, date('2022-12-01', '+' || (i * 9) || ' days'), CASE WHEN i % 5 = 0 THEN NULL ELSE date('2022-12-15', '+' || (i * 9) || ' days') END, 50 + i * 3 FROM n;
