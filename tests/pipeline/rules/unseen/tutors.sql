-- Rows that no key ties together, tables called after what was done, and keys called after what they lead to.
CREATE TABLE pupils (pupil_name TEXT PRIMARY KEY, level INTEGER, studio INTEGER);
CREATE TABLE tutors (tutor_name TEXT PRIMARY KEY, studio INTEGER, started DATE);
CREATE TABLE fees_received (
    fee_id INTEGER PRIMARY KEY, fee_date DATE, fee_amount REAL, channel TEXT, pack_quantity TEXT
);
CREATE TABLE pieces (code TEXT PRIMARY KEY, title TEXT, minutes INTEGER);
CREATE TABLE practised (
    pupil TEXT REFERENCES pupils (pupil_name), piece TEXT REFERENCES pieces (code), hours REAL,
    PRIMARY KEY (pupil, piece)
);
INSERT INTO pupils VALUES ('Ada', 1, 3), ('Bo', 2, 3), ('Cy', 2, 5), ('Di', 4, 7), ('Ed', 4, 7);
INSERT INTO tutors VALUES ('Nia Lund', 3, '2019-02-01'), ('Olaf Berg', 5, '2020-05-01'), ('Pia Roth', 7, '2021-09-01');
INSERT INTO fees_received VALUES
    (1, '2024-01-05', 40, 'card', '2'), (2, '2024-01-05', 50, 'card', 'two'), (3, '2024-01-05', 30, 'cash', '1'),
    (4, '2024-02-09', 60, 'cash', '3'), (5, '2024-03-01', 20, 'transfer', '1');
INSERT INTO pieces VALUES ('P1', 'Dawn', 4), ('P2', 'Rain', 6), ('P3', 'Hills', 9);
INSERT INTO practised VALUES ('Ada', 'P1', 3), ('Bo', 'P1', 2), ('Bo', 'P2', 5), ('Cy', 'P2', 1);
CREATE TABLE visitors (tutor TEXT REFERENCES tutors (tutor_name), year INTEGER, visitors INTEGER, PRIMARY KEY (tutor, year));
INSERT INTO visitors VALUES ('Nia Lund', 2022, 40), ('Nia Lund', 2023, 55), ('Olaf Berg', 2022, 70), ('Pia Roth', 2023, 61);
