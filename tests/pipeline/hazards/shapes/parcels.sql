-- Third tables and a view with the keys of two others.
CREATE TABLE senders (sender_id INTEGER PRIMARY KEY, sender_name TEXT);
CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, sender_id INTEGER REFERENCES senders, posted_on DATE, weight NUMERIC);
CREATE TABLE parcel_complaints (complaint_id INTEGER PRIMARY KEY, parcel_id INTEGER REFERENCES parcels, sender_id INTEGER REFERENCES senders, made_on DATE);
INSERT INTO senders VALUES (1,'Abe'),(2,'Bea'),(3,'Cyd'),(4,'Dov');
INSERT INTO parcels VALUES (1,1,'2023-01-05',2),(2,2,'2023-02-06',3),(3,3,'2023-03-07',4),(4,4,'2022-04-08',5),(5,1,'2023-05-09',6);
INSERT INTO parcel_complaints VALUES (1,1,1,'2023-01-20'),(2,4,4,'2022-05-01');
CREATE VIEW late_parcels AS SELECT parcel_id, sender_id, posted_on FROM parcels WHERE weight > 3;
