CREATE TABLE rink (
  rink_id INTEGER PRIMARY KEY, rink_name TEXT, town TEXT, opened_year INTEGER, max_occupancy INTEGER, base_price REAL,
  ticket_income REAL, bar_income REAL, women_percent REAL
);
CREATE TABLE club (
  club_id INTEGER PRIMARY KEY, club_name TEXT, rink_id INTEGER REFERENCES rink (rink_id), no_of_members INTEGER,
  first_season INTEGER, last_season INTEGER, number_of_skaters INTEGER
);
CREATE TABLE skater (
  skater_id INTEGER PRIMARY KEY, skater_name TEXT, club_id INTEGER REFERENCES club (club_id), birth_date DATE,
  world_rank INTEGER, style TEXT
);
CREATE TABLE programme (
  programme_id INTEGER PRIMARY KEY, title TEXT, skater_id INTEGER REFERENCES skater (skater_id), premiere DATE,
  duration INTEGER, music_language TEXT
);
CREATE TABLE judge (judge_id INTEGER PRIMARY KEY, judge_name TEXT, country TEXT);
CREATE TABLE mark (
  programme_id INTEGER REFERENCES programme (programme_id), judge_id INTEGER REFERENCES judge (judge_id),
  points REAL, given_on DATE, PRIMARY KEY (programme_id, judge_id)
);
CREATE TABLE coach (coach_id INTEGER PRIMARY KEY, coach_name TEXT);
CREATE TABLE coaching (
  coaching_id INTEGER PRIMARY KEY, coach_id INTEGER REFERENCES coach (coach_id),
  skater_id INTEGER REFERENCES skater (skater_id), start_date DATE, end_date DATE
);
CREATE TABLE incident (
  incident_id INTEGER PRIMARY KEY, rink_id INTEGER REFERENCES rink (rink_id), kind TEXT, reported_on DATE, settled_on DATE,
  compensation REAL
);
INSERT INTO rink VALUES (1,'Nordkap','Bergen',1987,1200,9.5,82000,31000,41.5),(2,'Polar','Oslo',1964,3400,12,190000,52000,47),
 (3,'Glacier','Bergen',2003,800,7.5,40500,12500,52.2),(4,'Aurora','Tromso',1999,1500,8,61000,90000,38);
INSERT INTO club VALUES (1,'Blades',1,140,1990,2015,31),(2,'Spins',2,320,1965,2022,55),(3,'Axels',3,75,2004,2020,12),(4,'Loops',2,210,1980,2022,80),(5,'Edges',4,60,2001,2019,9);
INSERT INTO skater VALUES (1,'Ida Holm',1,'1998-03-04',12,'free'),(2,'Lars Vik',2,'1995-07-19',3,'free'),(3,'Mia Berg',2,'2001-01-30',1,'short'),
 (4,'Ole Dahl',3,'1999-11-11',25,'dance'),(5,'Siv Lund',4,'2003-05-06',8,'free'),(6,'Per Moe',5,'1992-09-09',40,'dance');
INSERT INTO programme VALUES (1,'Winter',1,'2021-01-10',240,'Norwegian'),(2,'Fjord',2,'2020-02-12',255,'English'),(3,'Storm',3,'2021-11-20',170,'English'),
 (4,'Tango',4,'2022-03-03',210,'Spanish'),(5,'Aria',5,'2022-10-14',262,'Italian'),(6,'Polka',6,'2019-12-01',150,'Norwegian');
INSERT INTO judge VALUES (1,'Anna Kral','Austria'),(2,'Ben Shaw','Britain'),(3,'Carla Roux','France');
INSERT INTO mark VALUES (1,1,71.5,'2022-01-05'),(1,2,69,'2022-01-05'),(2,1,80,'2022-01-06'),(2,3,84.5,'2022-01-06'),(3,2,91,'2022-01-07'),(3,3,88,'2022-01-07'),
 (4,1,55,'2022-02-01'),(4,3,60.5,'2022-02-01'),(5,2,77,'2022-02-02'),(6,3,48,'2022-02-03');
INSERT INTO coach VALUES (1,'Kari Nes'),(2,'Tom Eik'),(3,'Liv Ask');
INSERT INTO coaching VALUES (1,1,1,'2015-01-01','2019-06-30'),(2,1,2,'2016-03-01','2016-12-31'),(3,2,3,'2018-09-01','2022-08-31'),(4,3,4,'2020-01-15','2020-11-15'),(5,2,5,'2019-01-01','2021-01-01');
INSERT INTO incident VALUES (1,1,'fall','2019-04-02','2019-06-01',1500),(2,2,'fall','2018-12-24','2019-05-30',7200),(3,2,'lights','2020-02-14','2020-02-20',300),
 (4,3,'fall','2021-07-07','2022-01-15',4100),(5,4,'ice','2017-01-19','2017-02-01',950),(6,1,'ice','2022-05-05','2022-05-30',640);
