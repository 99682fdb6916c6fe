-- A small forwarder: three dates of a shipment, two kinds of revenue, a Georgia on each side of the ocean.
CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY,
  company_name TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT,
  country TEXT NOT NULL,
  segment TEXT NOT NULL,
  signed_on DATE NOT NULL
);
CREATE TABLE depots (
  depot_id INTEGER PRIMARY KEY,
  depot_name TEXT NOT NULL,
  city TEXT NOT NULL,
  capacity INTEGER NOT NULL
);
CREATE TABLE shipments (
  shipment_id INTEGER PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients (client_id),
  depot_id INTEGER NOT NULL REFERENCES depots (depot_id),
  mode TEXT NOT NULL,
  booked_on DATE NOT NULL,
  shipped_on DATE NOT NULL,
  delivered_on DATE,
  weight_kg REAL NOT NULL,
  net_charge REAL NOT NULL
);
CREATE TABLE invoices (
  invoice_id INTEGER PRIMARY KEY,
  shipment_id INTEGER NOT NULL REFERENCES shipments (shipment_id),
  issued_on DATE NOT NULL,
  due_on DATE NOT NULL,
  paid_on DATE,
  net_amount REAL NOT NULL,
  gross_amount REAL NOT NULL
);
INSERT INTO clients VALUES
  (1, 'Peachtree Foods', 'Atlanta', 'Georgia', 'United States', 'Food', '2023-03-01'),
  (2, 'Tbilisi Wines', 'Tbilisi', NULL, 'Georgia', 'Food', '2024-05-12'),
  (3, 'Lone Star Steel', 'Dallas', 'Texas', 'United States', 'Metals', '2022-11-20'),
  (4, 'Rhein Chemie', 'Cologne', NULL, 'Germany', 'Chemicals', '2023-08-02'),
  (5, 'Maple Paper', 'Toronto', NULL, 'Canada', 'Paper', '2024-01-15'),
  (6, 'Lisboa Cork', 'Porto', NULL, 'Portugal', 'Paper', '2025-02-10'),
  (7, 'Bay Electronics', 'Oakland', 'California', 'United States', 'Electronics', '2025-06-30'),
  (8, 'Danube Metals', 'Vienna', NULL, 'Austria', 'Metals', '2024-09-09');
INSERT INTO depots VALUES
  (1, 'North Dock', 'Hamburg', 500), (2, 'Old Mill', 'Porto', 200),
  (3, 'Canyon Yard', 'Dallas', 900), (4, 'Lake Pier', 'Toronto', 350);
INSERT INTO shipments
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 240)
  SELECT i, 1 + i * 7 % 8, 1 + i * 3 % 4,
    CASE i % 3 WHEN 0 THEN 'Sea' WHEN 1 THEN 'Air' ELSE 'Road' END,
    date('2025-01-05', '+' || (i * 11 % 690) || ' days'),
    date('2025-01-05', '+' || (i * 11 % 690 + 9 + i % 5) || ' days'),
    date('2025-01-05', '+' || (i * 11 % 690 + 27 + i % 23) || ' days'),
    100 + i * 37 % 900, 250 + i * 53 % 1800
  FROM n;
INSERT INTO invoices
  SELECT shipment_id, shipment_id, date(shipped_on, '+3 days'), date(shipped_on, '+33 days'),
    CASE WHEN shipment_id % 6 = 0 THEN NULL ELSE date(shipped_on, '+' || (20 + shipment_id % 30) || ' days') END,
    net_charge * 0.95, net_charge * 0.95 * 1.2
  FROM shipments;
