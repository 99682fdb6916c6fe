-- A forwarder: two kinds of revenue, two tables of rates, a Georgia on each side of the ocean.
CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY, company_name TEXT NOT NULL, state TEXT, country TEXT NOT NULL
);
CREATE TABLE invoices (
  invoice_id INTEGER PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients (client_id),
  issued_on DATE NOT NULL,
  paid_on DATE,
  net_amount REAL NOT NULL,
  gross_amount REAL NOT NULL
);
CREATE TABLE shipments (
  shipment_id INTEGER PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients (client_id),
  booked_on DATE NOT NULL,
  shipped_on DATE NOT NULL
);
CREATE TABLE air_rates (rate_id INTEGER PRIMARY KEY, lane TEXT NOT NULL, per_kg REAL NOT NULL);
CREATE TABLE sea_rates (rate_id INTEGER PRIMARY KEY, lane TEXT NOT NULL, per_box REAL NOT NULL);
INSERT INTO clients VALUES
  (1, 'Peachtree Foods', 'Georgia', 'United States'), (2, 'Tbilisi Wines', NULL, 'Georgia'),
  (3, 'Lone Star Steel', 'Texas', 'United States'), (4, 'Rhein Chemie', NULL, 'Germany');
INSERT INTO air_rates VALUES (1, 'ATL-TBS', 4.2), (2, 'DFW-CGN', 3.1), (3, 'CGN-TBS', 2.7);
INSERT INTO sea_rates VALUES (1, 'SAV-POT', 900), (2, 'HOU-ANT', 1100);
INSERT INTO invoices
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
  SELECT i, 1 + i % 4, date('now', '-' || (i * 3) || ' days'), date('now', '-' || (i * 2) || ' days'),
    100 + i, (100 + i) * 1.25
  FROM n;
INSERT INTO shipments
  SELECT invoice_id, client_id, date(issued_on, '-40 days'), date(issued_on, '-9 days') FROM invoices;
