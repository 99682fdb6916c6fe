-- Firms and their revenue, a column for each year; orders that have dates of their own.
CREATE TABLE firms (firm_id INTEGER PRIMARY KEY, firm_name TEXT, city TEXT);
CREATE TABLE revenue (
  firm_id INTEGER PRIMARY KEY REFERENCES firms (firm_id), y2018 REAL, y2019 REAL, y2020 REAL
);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY, firm_id INTEGER REFERENCES firms (firm_id), ordered_on DATE, amount REAL, paid REAL
);
INSERT INTO firms VALUES (1, 'Acme', 'Rome'), (2, 'Bolt', 'Bonn'), (3, 'Coil', 'Rome');
INSERT INTO revenue VALUES (1, 10, 20, 30), (2, 30, 20, 10), (3, 5, 5, 6);
INSERT INTO orders VALUES
  (1, 1, '2024-01-02', 100, 90), (2, 1, '2024-03-02', 50, 60), (3, 2, '2023-03-02', 70, 70),
  (4, 3, '2024-03-09', 20, 10);
