-- Inns and their guests: deeds that dates are named after, births, stars, levels, wages.
CREATE TABLE inn (inn_id INTEGER PRIMARY KEY, name TEXT, town TEXT, stars INTEGER);
CREATE TABLE room (room_id INTEGER PRIMARY KEY, inn_id INTEGER REFERENCES inn (inn_id), room_kind TEXT, price REAL);
CREATE TABLE guest (guest_id INTEGER PRIMARY KEY, full_name TEXT, birth_date DATE, loyalty_level TEXT);
CREATE TABLE stay (
  stay_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guest (guest_id),
  room_id INTEGER REFERENCES room (room_id), reserved_on DATE
);
CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, stay_id INTEGER REFERENCES stay (stay_id), method TEXT, amount REAL);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, inn_id INTEGER REFERENCES inn (inn_id), name TEXT, salary REAL);
INSERT INTO inn VALUES (1, 'Swan', 'Ely', 3), (2, 'Crown', 'Bath', 4);
INSERT INTO room VALUES (1, 1, 'suite', 180), (2, 1, 'single', 70), (3, 2, 'suite', 210), (4, 2, 'double', 110);
INSERT INTO guest VALUES
  (1, 'Ada Byrne', '1980-02-01', 'gold'), (2, 'Bo Lind', '1975-07-09', 'silver'), (3, 'Cy Roth', '1991-01-20', 'gold');
INSERT INTO stay VALUES (1, 1, 1, '2024-01-05'), (2, 2, 2, '2024-02-06'), (3, 3, 3, '2024-03-07'), (4, 1, 4, '2023-03-08');
INSERT INTO payment VALUES (1, 1, 'card', 180), (2, 2, 'cash', 70), (3, 3, 'card', 210), (4, 4, 'card', 100);
INSERT INTO staff VALUES (1, 1, 'Di Ford', 900), (2, 1, 'Ed Gore', 1200), (3, 2, 'Flo Hart', 1100), (4, 2, 'Gus Ito', 800);
