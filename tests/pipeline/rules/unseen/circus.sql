CREATE TABLE troupe (troupe_id integer primary key, troupe_name text, founded integer);
CREATE TABLE act (act_id integer primary key, act_name text, home_town text, average_rating real, total_shows integer, troupe_id integer references troupe);
INSERT INTO troupe VALUES (1,'Salto',1990),(2,'Fuego',2004),(3,'Nimbus',2011);
INSERT INTO act VALUES (1,'Trapeze','Lyon',4.5,120,1),(2,'Juggling','Lyon',3.5,80,1),(3,'Fire walk','Graz',4.9,60,2),
 (4,'Tightrope','Graz',3.1,60,2),(5,'Clowns','Bern',4.0,200,1);
