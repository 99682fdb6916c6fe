CREATE TABLE horses (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sire_id INTEGER REFERENCES horses(id), dam_id INTEGER REFERENCES horses(id), weight REAL, foaled_on TEXT);
INSERT INTO horses VALUES (1,'Rex',NULL,NULL,500,'2010-01-01'),(2,'Bella',NULL,NULL,450,'2011-01-01'),(3,'Chip',1,2,470,'2016-01-01'),(4,'Dara',1,2,450,'2017-01-01'),(5,'Eos',3,4,430,NULL);
CREATE TABLE riders (id INTEGER PRIMARY KEY, name TEXT NOT NULL, coach_id INTEGER REFERENCES riders(id), horse_id INTEGER REFERENCES horses(id), joined_on TEXT);
INSERT INTO riders VALUES (1,'Ann',NULL,1,'2020-01-01'),(2,'Ben',1,2,'2021-01-01'),(3,'Cat',1,3,NULL),(4,'Dan',2,5,'2022-01-01');
