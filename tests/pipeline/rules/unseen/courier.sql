CREATE TABLE nations (nation_code TEXT PRIMARY KEY, nation_name TEXT);
CREATE TABLE clients (
  client_id INTEGER PRIMARY KEY, name TEXT, nation_code TEXT REFERENCES nations (nation_code),
  joined_on DATE
);
CREATE TABLE consignments (
  consignment_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (client_id),
  voucher_code TEXT, booked_on DATE
);
INSERT INTO nations VALUES ('BE', 'Belgium'), ('US', 'United States'), ('ES', 'Spain');
INSERT INTO clients VALUES
  (1, 'Ada', 'BE', '2021-04-01'), (2, 'Bo', 'US', '2022-05-01'), (3, 'Cy', 'ES', '2023-06-01'),
  (4, 'Di', 'US', '2020-07-01');
INSERT INTO consignments VALUES
  (1, 1, 'SPRING5', '2023-01-01'), (2, 1, NULL, '2023-02-01'), (3, 2, 'VIP1', '2022-03-01'),
  (4, 3, NULL, '2022-04-01');
