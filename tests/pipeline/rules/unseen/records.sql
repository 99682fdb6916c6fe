CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE supplier (
  supplier_id INTEGER PRIMARY KEY, company_name TEXT, contact_name TEXT, postal_code TEXT
);
CREATE TABLE record (
  record_id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist (artist_id),
  supplier_id INTEGER REFERENCES supplier (supplier_id), units_on_order INTEGER,
  units_in_stock INTEGER, seconds INTEGER
);
CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY, last_name TEXT, first_name TEXT, title TEXT,
  reports_to INTEGER REFERENCES staff (staff_id)
);
CREATE TABLE customer (
  customer_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, country TEXT,
  support_rep_id INTEGER REFERENCES staff (staff_id)
);
CREATE TABLE invoice (
  invoice_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer (customer_id),
  invoice_date DATE, due_date DATE, shipping REAL, total REAL
);
CREATE TABLE invoice_line (
  line_id INTEGER PRIMARY KEY, invoice_id INTEGER REFERENCES invoice (invoice_id),
  record_id INTEGER REFERENCES record (record_id), unit_price REAL, quantity INTEGER
);
CREATE TABLE parcel (
  parcel_id INTEGER PRIMARY KEY, invoice_id INTEGER REFERENCES invoice (invoice_id), freight REAL
);
CREATE TABLE expense (expense_id INTEGER PRIMARY KEY, paid_on DATE, amount REAL);
CREATE VIEW "Sales by Artist" AS
  SELECT a.name, sum(l.unit_price * l.quantity) AS sale_amount
  FROM artist a JOIN record r ON r.artist_id = a.artist_id
  JOIN invoice_line l ON l.record_id = r.record_id GROUP BY a.name;
INSERT INTO artist VALUES (1, 'The Lanterns'), (2, 'Mira Holt'), (3, 'Quiet Harbour');
INSERT INTO supplier VALUES (1, 'Northern Vinyl', 'Ada Quist', '1010'),
  (2, 'Groove Trade', 'Bo Lind', '2020'), (3, 'Waxworks', 'Cy Marsh', '3030');
INSERT INTO record VALUES (1, 'First Light', 1, 1, 90, 4, 310), (2, 'Second Light', 1, 1, 0, 0, 180),
  (3, 'Low Tide', 2, 1, 5, 12, 600), (4, 'Still Water', 3, 2, 40, 0, 240);
INSERT INTO staff VALUES (1, 'Berg', 'Nora', 'General Manager', NULL),
  (2, 'Falk', 'Nora', 'Sales Manager', 1), (3, 'Sund', 'Ola', 'Sales Agent', 2),
  (4, 'Vik', 'Pia', 'Sales Agent', 2);
INSERT INTO customer VALUES (1, 'Luis', 'Rojas', 'Chile', 3), (2, 'Emma', 'Jones', 'Canada', 3),
  (3, 'Jan', 'Novak', 'Czechia', 4), (4, 'Rosa', 'Diaz', 'Chile', 3);
INSERT INTO invoice VALUES (1, 1, '2023-02-10', '2023-03-10', 2, 40),
  (2, 2, '2023-05-02', '2024-01-05', 3, 30), (3, 1, '2024-01-20', '2024-02-20', 0, 24),
  (4, 3, '2024-03-01', '2024-04-01', 5, 12), (5, 4, '2023-11-11', '2023-12-11', 1, 10),
  (6, 2, '2024-05-20', '2024-06-20', 1, 10), (7, 3, '2024-06-03', '2024-07-03', 1, 12);
INSERT INTO invoice_line VALUES (1, 1, 1, 10, 2), (2, 1, 3, 10, 2), (3, 2, 1, 10, 3),
  (4, 3, 4, 12, 2), (5, 4, 2, 6, 2), (6, 5, 3, 10, 1),
  (7, 6, 1, 10, 1), (8, 7, 2, 6, 2);
INSERT INTO parcel VALUES (1, 1, 1200), (2, 2, 80), (3, 3, 1500), (4, 4, 20);
INSERT INTO expense VALUES (1, '2024-01-03', 500), (2, '2024-02-03', 700);
