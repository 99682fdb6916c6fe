CREATE TABLE sellers (seller_id INTEGER PRIMARY KEY, country TEXT, joined TEXT, verified TEXT, rating TEXT, note TEXT);
INSERT INTO sellers VALUES (1,'Spain','31/01/2024','Y','4,5','None'),(2,'spain','28/02/2024','N','3,0','late'),
  (3,'SPAIN ','01/03/2024','Y','n/a','rude'),(4,'Italy','02/03/2024','Y','5,0','None');
CREATE TABLE raw_orders (order_id INTEGER PRIMARY KEY, seller_id INTEGER, amount INTEGER, created INTEGER);
INSERT INTO raw_orders VALUES (1,1,1000,1700000000),(2,2,2000,1700086400),(3,1,3000,1700172800);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, seller_id INTEGER REFERENCES sellers, amount NUMERIC, ordered_on DATE, deleted_at TIMESTAMP);
INSERT INTO orders VALUES (1,1,10,'2023-11-14',NULL),(2,2,20,'2023-11-15','2023-12-01 00:00:00'),(3,1,30,'2023-11-16',NULL);
CREATE TABLE order_claims (claim_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders, seller_id INTEGER REFERENCES sellers);
INSERT INTO order_claims VALUES (1,1,1);
CREATE TABLE prices (price_id INTEGER PRIMARY KEY, product TEXT, price_cents INTEGER, valid_from DATE, valid_to DATE);
INSERT INTO prices VALUES (1,'soap',100,'2023-01-01','2023-06-30'),(2,'soap',120,'2023-07-01',NULL);
CREATE TABLE drafts (draft_id INTEGER PRIMARY KEY, title TEXT);
CREATE TABLE readings (reading_id INTEGER PRIMARY KEY, taken_on DATE, phone TEXT, postcode TEXT);
INSERT INTO readings VALUES (1,'1900-01-01','0470123456','01234'),(2,'2024-01-01','0470123457','04567');
