CREATE TABLE couriers (courier_id INTEGER PRIMARY KEY, name TEXT, birthdate TEXT, hiredate TEXT);
CREATE TABLE parcels (
  parcel_id INTEGER PRIMARY KEY, courier_id INTEGER REFERENCES couriers(courier_id),
  route TEXT, delivered_date DATE
);
CREATE TABLE parcel_lines (
  line_id INTEGER PRIMARY KEY, parcel_id INTEGER REFERENCES parcels(parcel_id), goods TEXT, amount REAL
);
CREATE TABLE exams (exam_id INTEGER PRIMARY KEY, title TEXT, score REAL);
CREATE TABLE shelves (shelf_code TEXT PRIMARY KEY, shelf_label TEXT, aisle INTEGER);
CREATE TABLE stock (
  stock_id INTEGER PRIMARY KEY, stock_name TEXT, shelf_code TEXT REFERENCES shelves(shelf_code), height INTEGER
);
CREATE TABLE leases (lease_id INTEGER PRIMARY KEY, tenant TEXT, start_date DATE);
CREATE TABLE complaints (
  complaint_id INTEGER PRIMARY KEY, lease_id INTEGER REFERENCES leases(lease_id), filed_on DATE, topic TEXT
);
INSERT INTO shelves VALUES ('A','Gift',1),('B','Snack',2);
INSERT INTO stock VALUES (1,'globe','A',30),(2,'crisps','B',20),(3,'candle','A',12);
INSERT INTO leases VALUES (1,'Moss','2020-01-01'),(2,'Reed','2021-01-01');
INSERT INTO complaints VALUES (1,1,'2023-05-05','noise'),(2,2,'2023-06-06','damp');
INSERT INTO couriers VALUES (1,'Ada','1990-01-02','2011-05-01'),(2,'Bea','1961-04-03','2019-03-01'),
  (3,'Cato','1975-09-09','2005-02-01'),(4,'Dov','1985-12-24','2022-02-02');
INSERT INTO parcels VALUES (1,1,'north','2024-01-05'),(2,1,'north',NULL),(3,2,'south',NULL),
  (4,3,'south','2024-02-01'),(5,3,'north','2024-02-09');
INSERT INTO parcel_lines VALUES (1,1,'cup',20),(2,1,'mug',9.5),(3,2,'cup',30),(4,3,'pan',44),(5,4,'pan',12),(6,5,'lid',3);
INSERT INTO exams VALUES (1,'Maps',81),(2,'Knots',92.5),(3,'Signs',77);
