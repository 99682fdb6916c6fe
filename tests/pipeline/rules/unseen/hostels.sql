CREATE TABLE hostel (hostel_id INTEGER PRIMARY KEY, hostel_name TEXT, town TEXT, num_beds INTEGER, floors INTEGER, has_lift INTEGER);
CREATE TABLE bunkroom (room_id INTEGER PRIMARY KEY, hostel_id INTEGER REFERENCES hostel(hostel_id), room_no TEXT, closed_flg INTEGER);
CREATE TABLE stay (stay_id INTEGER PRIMARY KEY, room_id INTEGER REFERENCES bunkroom(room_id), guest_name TEXT, adults INTEGER, children INTEGER, remark TEXT, stay_date TEXT);
INSERT INTO hostel VALUES (1,'Lark Hill','Bergen',12,2,1),(2,'Old Mill','Bergen',30,3,0),(3,'Harbour','Voss',45,4,1),(4,'Pine Lodge','Voss',8,1,0),(5,'Station','Oslo',60,5,1);
INSERT INTO bunkroom VALUES (1,1,'A1',0),(2,1,'A2',1),(3,2,'B1',0),(4,3,'C1',0),(5,3,'C2',1),(6,5,'E1',0);
INSERT INTO stay VALUES (1,1,'Ada Berg',2,0,'late arrival','2024-05-01'),(2,1,'Finn Moe',1,2,'cot needed','2024-05-03'),(3,3,'Liv Dahl',2,1,'late arrival, cot needed','2024-05-04'),
 (4,4,'Nils Holm',1,0,NULL,'2024-05-06'),(5,6,'Ida Lie',3,0,'cot','2024-05-07'),(6,6,'Odd Vik',2,NULL,'window seat','2024-05-09');
