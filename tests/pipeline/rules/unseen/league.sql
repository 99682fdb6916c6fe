CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL, started_at TEXT, finish_date TEXT, points INTEGER);
INSERT INTO teams VALUES (1,'Reds','2024-05-01T08:00:00',NULL,3),(2,'Blues',NULL,NULL,5),(3,'Greens','2024-06-20T08:00:00','2024-06-21',5);
CREATE TABLE players (player_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, team_id INTEGER REFERENCES teams(id), contract_signed_at TEXT, retirement_date TEXT, goals INTEGER);
INSERT INTO players VALUES (1,'Al Abe','1','01/02/2023','',4),(2,'Bo Bee',1,NULL,'03/04/2024',7),(3,'Cy Cee',2,NULL,NULL,7);
CREATE TABLE races (race_id INTEGER PRIMARY KEY, title TEXT NOT NULL, start_date TEXT, end_date TEXT, cancelled_at TEXT);
INSERT INTO races VALUES (1,'Spring run','2024-04-01','2024-04-02',NULL),(2,'Summer run','2024-07-01',NULL,NULL),(3,'Fall run',NULL,NULL,'2024-05-05');
CREATE TABLE entries (id INTEGER PRIMARY KEY, race_id INTEGER REFERENCES races(race_id), team_id INTEGER REFERENCES teams(id), departed_at TEXT, position INTEGER);
INSERT INTO entries VALUES (1,1,1,'2024-04-01',1),(2,1,2,NULL,2),(3,2,3,NULL,NULL);
