-- One thing as raw rows in cents, staged rows in euros, and old rows.
CREATE TABLE raw_payments (payment_id INTEGER PRIMARY KEY, method TEXT, amount INTEGER, paid_on DATE);
INSERT INTO raw_payments VALUES (1,'card',1250,'2024-01-02'),(2,'cash',800,'2024-01-03'),(3,'card',3000,'2024-02-01'),(4,'card',3000,'2024-02-01');
CREATE TABLE stg_payments (payment_id INTEGER PRIMARY KEY, method TEXT, amount NUMERIC, paid_on DATE);
INSERT INTO stg_payments VALUES (1,'card',12.5,'2024-01-02'),(2,'cash',8,'2024-01-03'),(3,'card',30,'2024-02-01');
CREATE TABLE raw_vouchers (voucher_id INTEGER PRIMARY KEY, code TEXT, value_cents INTEGER);
INSERT INTO raw_vouchers VALUES (1,'AA',500),(2,'BB',1500);
CREATE TABLE vouchers (voucher_id INTEGER PRIMARY KEY, code TEXT, value NUMERIC);
INSERT INTO vouchers VALUES (1,'AA',5);
