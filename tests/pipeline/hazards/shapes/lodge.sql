-- Text values that differ by case and blanks, and texts that stand for nothing.
CREATE TABLE guest (guest_id INTEGER PRIMARY KEY, guest_name TEXT, town TEXT, allergy TEXT, diet TEXT);
INSERT INTO guest VALUES (1,'Ida','Bergen','None','vegan'),(2,'Odd','bergen','Nuts','N/A'),(3,'Per','BERGEN ','None',NULL),
 (4,'Liv','Oslo','Milk','vegan'),(5,'Kai','Bergen','None','halal');
CREATE TABLE stay (stay_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guest, arrived_on DATE, nights INTEGER, board TEXT);
INSERT INTO stay VALUES (1,1,'2023-03-01',2,'Half'),(2,2,'2023-04-02',3,'half'),(3,3,'2023-05-03',1,'Full'),(4,4,'2023-06-04',4,'half '),(5,1,'2023-07-05',5,'Full');
