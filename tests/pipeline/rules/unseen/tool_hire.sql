CREATE TABLE tool (tool_id integer primary key, tool_name text, make text, build_year integer, bought_on date);
CREATE TABLE client (client_id integer primary key, client_name text, town text, joined_on date, email text);
CREATE TABLE hire (hire_id integer primary key, tool_id integer references tool, client_id integer references client, hired_on date, due_date date, returned_on date);
CREATE TABLE refund (refund_id integer primary key, client_id integer references client, amount real, refunded_on date);
CREATE TABLE fuel (fuel_id integer primary key, fuel_name text);
CREATE TABLE fuel_price (fuel_id integer references fuel, price_date date, open real, close real);
INSERT INTO tool VALUES (1,'Drill','Hilti',2008,'2021-03-01'),(2,'Saw','Bosch',2013,'2022-04-01'),(3,'Lift','Genie',2020,'2021-01-05');
INSERT INTO client VALUES (1,'Ask Bau','Kiel','2024-04-25','ask@web.de'),(2,'Dach Nord','Kiel','2023-03-01','dach@gmx.net'),(3,'Hof Ost','Bonn','2024-06-05',NULL);
INSERT INTO hire VALUES (1,1,1,'2024-01-02','2024-01-09','2024-01-08'),(2,2,1,'2024-02-02','2024-02-09','2024-02-12'),
 (3,3,2,'2024-02-05','2024-02-11','2024-02-11'),(4,1,3,'2024-03-01','2024-03-04','2024-03-09'),(5,2,2,'2022-03-01','2022-03-04','2022-03-03');
INSERT INTO refund VALUES (1,1,20,'2024-05-02'),(2,1,35.5,'2024-05-20'),(3,2,12,'2023-05-02'),(4,3,8,'2024-06-01');
INSERT INTO fuel VALUES (1,'Diesel'),(2,'Petrol');
INSERT INTO fuel_price VALUES (1,'2024-06-01',1.5,1.6),(1,'2024-06-02',1.6,1.7),(2,'2024-06-01',1.7,1.8),(2,'2024-05-02',1.5,1.9);
