-- Words that two columns explain together, or none does.
CREATE TABLE goods (goods_id INTEGER PRIMARY KEY, goods_name TEXT, unit_price NUMERIC, units_in_stock INTEGER, reorder_level INTEGER, discontinued INTEGER);
INSERT INTO goods VALUES (1,'salt',2,10,3,0),(2,'rice',3,1,4,0),(3,'oats',4,0,5,1),(4,'figs',5,9,2,0);
CREATE TABLE workers (worker_id INTEGER PRIMARY KEY, full_name TEXT, job_title TEXT, reports_to INTEGER REFERENCES workers);
INSERT INTO workers VALUES (1,'Una','Head',NULL),(2,'Vic','Clerk',1),(3,'Wim','Clerk',1),(4,'Xia','Cook',2);
CREATE TABLE districts (district_id INTEGER PRIMARY KEY, district_name TEXT);
INSERT INTO districts VALUES (1,'East'),(2,'West');
CREATE TABLE areas (area_id TEXT PRIMARY KEY, area_name TEXT, district_id INTEGER REFERENCES districts);
INSERT INTO areas VALUES ('a','Quay',1),('b','Hill',2),('c','Mill',2);
CREATE TABLE worker_areas (worker_id INTEGER REFERENCES workers, area_id TEXT REFERENCES areas, PRIMARY KEY (worker_id, area_id));
INSERT INTO worker_areas VALUES (1,'a'),(2,'b'),(3,'b'),(3,'c');
CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT, town TEXT, district TEXT, country TEXT);
INSERT INTO shops VALUES (1,'S1','X','East','NL'),(2,'S2','Y',NULL,'NL'),(3,'S3','Z','East','BE');
