-- Chalets: what is grouped, added up and put in order, as people say it every day.
CREATE TABLE resort (resort_id INTEGER PRIMARY KEY, resort_name TEXT, region TEXT, opened INTEGER, altitude INTEGER);
CREATE TABLE chalet (
  chalet_id INTEGER PRIMARY KEY, chalet_name TEXT, resort_id INTEGER REFERENCES resort (resort_id), style TEXT,
  beds INTEGER, weekly_rate REAL
);
CREATE TABLE booking (
  booking_id INTEGER PRIMARY KEY, chalet_id INTEGER REFERENCES chalet (chalet_id), guest_name TEXT, status TEXT,
  deposit REAL, arrival DATE
);
CREATE TABLE warden (warden_id INTEGER PRIMARY KEY, warden_name TEXT, team TEXT, age INTEGER, salary REAL);
CREATE TABLE inspection (
  inspection_id INTEGER PRIMARY KEY, chalet_id INTEGER REFERENCES chalet (chalet_id),
  warden_id INTEGER REFERENCES warden (warden_id), inspection_year INTEGER, dur_min INTEGER
);
INSERT INTO resort VALUES (1, 'Arvie', 'Savoy', 1964, 1800), (2, 'Blanc', 'Savoy', 1938, 1200), (3, 'Corne', 'Valais', 1979, 2100);
INSERT INTO chalet VALUES (1, 'Edel', 1, 'rustic', 8, 2400), (2, 'Fir', 1, 'modern', 4, 1500), (3, 'Gentian', 2, 'rustic', 12, 3100),
 (4, 'Heather', 3, 'modern', 6, 1900), (5, 'Iris', 3, 'rustic', 10, 2800);
INSERT INTO booking VALUES (1, 1, 'Ana Roy', 'paid', 300, '2024-01-06'), (2, 1, 'Ben Low', 'open', 250, '2024-02-10'),
 (3, 2, 'Cleo Ash', 'paid', 120, '2024-02-17'), (4, 3, 'Dan Moor', 'cancelled', 0, '2023-12-30'),
 (5, 4, 'Eva Bly', 'paid', 200, '2024-03-02'), (6, 5, 'Finn Oak', 'open', 90, '2023-02-04');
INSERT INTO warden VALUES (1, 'Gil', 'North', 41, 2900), (2, 'Hana', 'South', 29, 3300), (3, 'Ines', 'North', 55, 2500);
INSERT INTO inspection VALUES (1, 1, 1, 2023, 45), (2, 2, 1, 2024, 30), (3, 3, 2, 2024, 75), (4, 5, 3, 2023, 60), (5, 4, 2, 2024, 25);
