CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, name TEXT, hall_length REAL, ceiling_height REAL);
CREATE TABLE phones (
  phone_id INTEGER PRIMARY KEY, model TEXT, carrier TEXT, venue_id INTEGER REFERENCES venues(venue_id)
);
CREATE TABLE ref_blade_classes (
  blade_class_code TEXT PRIMARY KEY, blade_class_description TEXT
);
CREATE TABLE blades (
  blade_id INTEGER PRIMARY KEY, blade_class_code TEXT REFERENCES ref_blade_classes(blade_class_code),
  blade_details TEXT, made_year INTEGER
);
CREATE TABLE bouts (
  bout_id INTEGER PRIMARY KEY, venue_id INTEGER REFERENCES venues(venue_id), held_on DATE,
  winner_age INTEGER, loser_age INTEGER, winner_hits INTEGER, loser_hits INTEGER,
  lunge_rate REAL, parry_rate REAL, riposte_rate REAL
);
CREATE TABLE repairs (
  repair_id INTEGER PRIMARY KEY, blade_id INTEGER REFERENCES blades(blade_id), status TEXT,
  workshop TEXT
);
INSERT INTO repairs VALUES (1,1,'done','Anvil'),(2,1,'waiting','Forge'),(3,2,'done','Forge'),(4,3,'overdue','Anvil');
CREATE TABLE pistes (
  piste_id INTEGER PRIMARY KEY, piste_type TEXT, surface TEXT, best_of INTEGER, placing INTEGER
);
INSERT INTO pistes VALUES (1,'fixed','rubber',3,2),(2,'loose','rubber',5,4),(3,'fixed','copper',3,7),
  (4,'fixed','rubber',5,1),(5,'fixed','copper',5,9),(6,'loose','cork',3,8);
CREATE TABLE fencers (
  fencer_id INTEGER PRIMARY KEY, name TEXT, hand TEXT, club TEXT, reach INTEGER, bio TEXT
);
INSERT INTO fencers VALUES (1,'Ana','left','Rook',180,'once beat a storm'),(2,'Bo','right','Rook',175,'no topic'),
  (3,'Cy','right','Heron',190,'likes the sea'),(4,'Di','left','Heron',168,'storm chaser'),
  (5,'Ed','right','Heron',177,'plays chess');
INSERT INTO venues VALUES (1,'Old Gym',42.0,7.5),(2,'Dock Hall',60.5,9.0),(3,'The Vault',18.0,70.0);
INSERT INTO phones VALUES (1,'Brick','Novatel',1),(2,'Slate','Novatel',1),(3,'Slate','Harp',2),
  (4,'Pebble','Novatel',3);
INSERT INTO ref_blade_classes VALUES ('FO','Light and bendy'),('EP','Stiff'),('SA','For cuts');
INSERT INTO blades VALUES (1,'FO','nicked',2001),(2,'EP','new',2019),(3,'EP','loaned',2015);
INSERT INTO bouts VALUES (1,1,'2024-01-10',24,31,15,12,0.41,0.22,0.13),
  (2,1,'2024-02-11',28,19,15,9,0.38,0.31,0.11),(3,2,'2024-03-02',35,22,15,14,0.52,0.27,0.19),
  (4,2,'2024-03-09',21,27,15,3,0.44,0.18,0.24);
