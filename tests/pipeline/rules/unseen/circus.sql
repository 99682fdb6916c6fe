CREATE TABLE troupe (troupe_id integer primary key, troupe_name text, founded integer);
CREATE TABLE act (act_id integer primary key, act_name text, home_town text, average_rating real, total_shows integer, troupe_id integer references troupe);
INSERT INTO troupe VALUES (1,'Salto',1990),(2,'Fuego',2004),(3,'Nimbus',2011);
INSERT INTO act VALUES (1,'Trapeze','Lyon',4.5,120,1),(2,'Juggling','Lyon',3.5,80,1),(3,'Fire walk','Graz',4.9,60,2),
 (4,'Tightrope','Graz',3.1,60,2),(5,'Clowns','Bern',4.0,200,1);
CREATE TABLE tour (tour_code text primary key, season text, year integer, begins_on date, ends_on date);
CREATE TABLE city (city_id integer primary key, city_name text);
CREATE TABLE evening (evening_id integer primary key, act_id integer references act, tour_code text references tour, city_id integer references city, tue text, wed text, fri text, sat text);
CREATE TABLE ticket (ticket_id integer primary key, city_id integer references city, sold_on date);
INSERT INTO tour VALUES ('W1','Winter',2022,'2022-01-10','2022-04-20'),('S1','Summer',2022,'2022-05-15','2022-09-30'),('W2','Winter',2023,'2022-12-20','2023-04-01');
INSERT INTO city VALUES (1,'Oslo'),(2,'Riga'),(3,'Brno');
INSERT INTO evening VALUES (1,1,'W1',1,'Y','N','Y','N'),(2,2,'W1',2,'N','Y','N','Y'),(3,1,'S1',2,'Y','Y','N','N'),
 (4,3,'S1',1,'N','N','Y','Y'),(5,2,'W2',1,'Y','N','N','Y'),(6,4,'W2',3,'N','Y','Y','N');
INSERT INTO ticket VALUES (1,1,'2022-06-05'),(2,1,'2022-02-11'),(3,2,'2022-12-27'),(4,3,'2023-01-02');
