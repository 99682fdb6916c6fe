CREATE TABLE cardholder (
  holder_id INTEGER PRIMARY KEY, full_nm TEXT, email TEXT, tier_cd TEXT, holder_status TEXT, joined_at TIMESTAMP, cafe_id INTEGER
);
CREATE TABLE cafe (cafe_id INTEGER PRIMARY KEY, cafe_nm TEXT, city TEXT, opened_on DATE);
CREATE TABLE purchase (
  purchase_id INTEGER PRIMARY KEY, holder_id INTEGER, cafe_id INTEGER, bought_ts TIMESTAMP, amt REAL, disc_amt REAL,
  pay_status TEXT, channel TEXT
);
CREATE TABLE coupon (coupon_id INTEGER PRIMARY KEY, coupon_code TEXT, coupon_type TEXT, face_value REAL);
CREATE TABLE coupon_claim (
  claim_id INTEGER PRIMARY KEY, coupon_id INTEGER, holder_id INTEGER, claimed_at TIMESTAMP, redeemed_at TIMESTAMP
);
CREATE TABLE push_note (
  note_id INTEGER PRIMARY KEY, holder_id INTEGER, note_type TEXT, sent_at TIMESTAMP, opened_at TIMESTAMP
);
CREATE TABLE drink (drink_id INTEGER PRIMARY KEY, drink_nm TEXT, maker TEXT, list_price REAL);
CREATE TABLE purchase_line (line_id INTEGER PRIMARY KEY, purchase_id INTEGER, drink_id INTEGER, qty INTEGER, unit_price REAL);
INSERT INTO cafe VALUES (1, 'Porto Central', 'Porto', '2019-03-01'), (2, 'Lyon Gare', 'Lyon', '2020-05-11'),
  (3, 'Bath Spa', 'Bath', '2021-09-20'), (4, 'Vigo Mar', 'Vigo', '2024-01-08');
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO cardholder SELECT i, 'Holder ' || i, 'h' || i || '@example.org',
  CASE i % 3 WHEN 0 THEN 'GLD' WHEN 1 THEN 'SLV' ELSE 'BRZ' END, CASE i % 5 WHEN 0 THEN 'paused' ELSE 'active' END,
  datetime('2023-06-03 09:00:00', '+' || (i * 13) || ' days'), i % 3 + 1 FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 180)
INSERT INTO purchase SELECT i, h.holder_id, i % 3 + 1, datetime(h.joined_at, '+' || ((i * i) % 97) || ' days', '+' || (i % 9) || ' hours'),
  4 + (i * 7) % 23, (i % 4) * 0.5, CASE i % 6 WHEN 0 THEN 'refunded' WHEN 1 THEN 'failed' ELSE 'paid' END,
  CASE i % 3 WHEN 0 THEN 'till' ELSE 'app' END FROM n JOIN cardholder h ON h.holder_id = (i * 3) % 36 + 1;
INSERT INTO coupon VALUES (1, 'CUP1', 'percent', 10), (2, 'CUP2', 'fixed', 2), (3, 'CUP3', 'freebie', 4), (4, 'CUP4', 'fixed', 3);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO coupon_claim SELECT i, i % 3 + 1, h.holder_id, datetime(h.joined_at, '+' || (i % 40) || ' days'),
  CASE WHEN i % 3 > 0 THEN datetime(h.joined_at, '+' || (i % 40 + i % 7) || ' days', '+2 hours') END
  FROM n JOIN cardholder h ON h.holder_id = (i * 5) % 38 + 1;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO push_note SELECT i, i % 39 + 1, CASE i % 3 WHEN 0 THEN 'promo' WHEN 1 THEN 'receipt' ELSE 'reminder' END,
  datetime('2024-01-05 10:00:00', '+' || (i * 3) || ' days'),
  CASE WHEN i % 4 > 1 THEN datetime('2024-01-05 12:30:00', '+' || (i * 3 + i % 2) || ' days') END FROM n;
INSERT INTO drink VALUES (1, 'Flat White', 'House', 3.5), (2, 'Matcha', 'Uji', 4.5), (3, 'Cold Brew', 'House', 4.0), (4, 'Mocha', 'Norte', 4.2);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
INSERT INTO purchase_line SELECT i, (i * 7) % 170 + 1, i % 3 + 1, i % 4 + 1, 3 + (i % 5) * 0.5 FROM n;
