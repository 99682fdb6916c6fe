CREATE TABLE port (
  port_id INTEGER PRIMARY KEY, name TEXT, country TEXT, berths INTEGER
);
CREATE TABLE sailor (
  sailor_id INTEGER PRIMARY KEY, name TEXT, born INTEGER, mentor_id INTEGER REFERENCES sailor (sailor_id),
  home_port_id INTEGER REFERENCES port (port_id)
);
CREATE TABLE vessel (
  vessel_id INTEGER PRIMARY KEY, name TEXT, skipper_id INTEGER NOT NULL REFERENCES sailor (sailor_id),
  owner_id INTEGER NOT NULL REFERENCES sailor (sailor_id), built INTEGER
);
CREATE TABLE regatta (
  regatta_id INTEGER PRIMARY KEY, title TEXT, year INTEGER, host_port_id INTEGER REFERENCES port (port_id),
  first_year INTEGER, last_year INTEGER, season TEXT
);
INSERT INTO port VALUES
 (1,'Marsa','Malta',12),
 (2,'Hofn','Iceland',30),
 (3,'Callao','Peru',55),
 (4,'Ilo','Peru',9),
 (5,'Vik','Iceland',7);
INSERT INTO sailor VALUES
 (1,'Ada Moen',1951,NULL,1),
 (2,'Bo Lund',1964,1,2),
 (3,'Cleo Vik',1970,1,3),
 (4,'Dag Holm',1982,2,4),
 (5,'Eva Berg',1990,2,5),
 (6,'Finn Aas',1958,NULL,1),
 (7,'Gro Dahl',1977,6,2),
 (8,'Hal Foss',1999,6,3),
 (9,'Ida Rud',1985,4,4),
 (10,'Jon Sand',1969,NULL,5),
 (11,'Kari Eng',1993,4,1),
 (12,'Leo Hagen',2001,4,2);
INSERT INTO vessel VALUES
 (1,'Albatross',1,2,1974),
 (2,'Bittern',1,3,2011),
 (3,'Curlew',4,2,1988),
 (4,'Dunlin',5,10,2003),
 (5,'Egret',8,10,1995),
 (6,'Fulmar',8,11,2016),
 (7,'Gannet',9,6,1981),
 (8,'Heron',2,6,2008);
INSERT INTO regatta VALUES
 (1,'Spring Cup',2011,1,2009,2013,'Fall'),
 (2,'Whale Cup',2014,2,2012,2015,'Summer'),
 (3,'Fog Cup',2014,2,2014,2014,'Fall'),
 (4,'Gold Cup',2019,4,2016,2024,'Winter');
