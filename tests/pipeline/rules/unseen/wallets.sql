CREATE TABLE users (uid INTEGER PRIMARY KEY, username TEXT, email TEXT, country TEXT, created_at DATETIME, kyc_status TEXT, status TEXT);
CREATE TABLE merchants (mid INTEGER PRIMARY KEY, name TEXT, category TEXT, country TEXT, created_at DATETIME, rating REAL, status TEXT);
CREATE TABLE coupons (cid INTEGER PRIMARY KEY, merchant_id INTEGER, code TEXT, discount_pct REAL, start_date DATE, end_date DATE);
CREATE TABLE transactions (
  txid INTEGER PRIMARY KEY, user_id INTEGER, merchant_id INTEGER, coupon_id INTEGER, amount REAL, fee REAL, status TEXT, created_at DATETIME,
  FOREIGN KEY (user_id) REFERENCES users (uid), FOREIGN KEY (merchant_id) REFERENCES merchants (mid), FOREIGN KEY (coupon_id) REFERENCES coupons (cid)
);
CREATE TABLE sessions (sid INTEGER PRIMARY KEY, user_id INTEGER, device TEXT, started_at DATETIME, ended_at DATETIME, FOREIGN KEY (user_id) REFERENCES users (uid));
CREATE TABLE balances (user_id INTEGER, balance REAL, updated_at DATETIME, FOREIGN KEY (user_id) REFERENCES users (uid));
CREATE TABLE notifications (id INTEGER PRIMARY KEY, user_id INTEGER, type TEXT, status TEXT, sent_at DATETIME, FOREIGN KEY (user_id) REFERENCES users (uid));
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO users SELECT i, 'user' || i, 'u' || i || CASE i % 3 WHEN 0 THEN '@mail.com' ELSE '@corp.org' END,
  CASE i % 4 WHEN 0 THEN 'Norway' WHEN 1 THEN 'Kenya' WHEN 2 THEN 'Chile' ELSE 'Japan' END, datetime('2023-06-03 08:30:00', '+' || (i * 17) || ' days', '+' || (i * 5) || ' hours'),
  CASE i % 5 WHEN 0 THEN 'pending' WHEN 1 THEN 'rejected' ELSE 'approved' END, CASE i % 6 WHEN 0 THEN 'suspended' ELSE 'active' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
INSERT INTO merchants SELECT i, substr('AcornBirchCedarDaisyElderFernsGorseHazelIvory', i * 5 - 4, 5), CASE i % 3 WHEN 0 THEN 'Food' WHEN 1 THEN 'Travel' ELSE 'Books' END,
  CASE i % 2 WHEN 0 THEN 'Norway' ELSE 'Kenya' END, datetime('2023-01-11 10:00:00', '+' || (i * 29) || ' days'), 2.5 + i * 7 % 5 * 0.5, CASE i WHEN 4 THEN 'inactive' ELSE 'active' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
INSERT INTO coupons SELECT i, i * 2 % 9 + 1, 'SAVE' || i, 5 + i * 3 % 25, date('2023-09-01', '+' || (i * 20) || ' days'), date('2023-10-15', '+' || (i * 25) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 180)
INSERT INTO transactions SELECT i, i * 11 % 22 + 1, i * 5 % 8 + 1, CASE i % 4 WHEN 0 THEN i * 3 % 12 + 1 END, 5 + i * 37 % 211, 0.5 + i % 7,
  CASE i % 9 WHEN 0 THEN 'failed' WHEN 4 THEN 'refunded' ELSE 'success' END, datetime('2023-07-01 06:10:00', '+' || (i * 46) || ' hours') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140)
INSERT INTO sessions SELECT i, i * 7 % 23 + 1, CASE i % 3 WHEN 0 THEN 'ios' WHEN 1 THEN 'android' ELSE 'web' END, datetime('2023-07-02 00:40:00', '+' || (i * 59) || ' hours'),
  datetime('2023-07-02 00:40:00', '+' || (i * 59) || ' hours', '+' || (3 + i * 13 % 50) || ' minutes') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO balances SELECT i * 7 % 20 + 1, 20 + i * 53 % 400, datetime('2023-12-31 23:00:00', '+' || (i / 20 * 30) || ' days') FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 75)
INSERT INTO notifications SELECT i, i * 13 % 21 + 1, CASE i % 4 WHEN 0 THEN 'promo' WHEN 1 THEN 'alert' ELSE 'receipt' END, CASE i % 3 WHEN 0 THEN 'unread' ELSE 'read' END,
  datetime('2024-01-05 09:00:00', '+' || (i * 41) || ' hours') FROM n;
