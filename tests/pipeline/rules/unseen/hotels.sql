CREATE TABLE hotels (hotel_id INTEGER PRIMARY KEY, name TEXT, stars INTEGER);
CREATE TABLE hotel_facility (facility_id INTEGER PRIMARY KEY, facility_name TEXT);
CREATE TABLE has_facility (
  hotel_id INTEGER REFERENCES hotels (hotel_id),
  facility_id INTEGER REFERENCES hotel_facility (facility_id), PRIMARY KEY (hotel_id, facility_id)
);
INSERT INTO hotels VALUES (1, 'Alba', 3), (2, 'Bora', 4), (3, 'Cima', 4);
INSERT INTO hotel_facility VALUES (1, 'Pool'), (2, 'Sauna'), (3, 'Garage');
INSERT INTO has_facility VALUES (1, 1), (2, 1), (2, 2), (3, 1);
