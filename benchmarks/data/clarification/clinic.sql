-- A small practice: cities, names and dates that belong to several tables.
CREATE TABLE doctors (
  doctor_id INTEGER PRIMARY KEY,
  doctor_name TEXT NOT NULL,
  city TEXT NOT NULL,
  specialty TEXT NOT NULL,
  hired_on DATE NOT NULL
);
CREATE TABLE patients (
  patient_id INTEGER PRIMARY KEY,
  patient_name TEXT NOT NULL,
  city TEXT NOT NULL,
  insurer TEXT NOT NULL,
  registered_on DATE NOT NULL
);
CREATE TABLE visits (
  visit_id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL REFERENCES patients (patient_id),
  doctor_id INTEGER NOT NULL REFERENCES doctors (doctor_id),
  booked_on DATE NOT NULL,
  visited_on DATE NOT NULL,
  status TEXT NOT NULL,
  list_fee REAL NOT NULL,
  charged_fee REAL NOT NULL
);
INSERT INTO doctors VALUES
  (1, 'Amara Osei', 'Leeds', 'Cardiology', '2019-02-01'),
  (2, 'Bruno Keller', 'York', 'Dermatology', '2021-06-15'),
  (3, 'Chiara Conti', 'Leeds', 'Paediatrics', '2023-09-01'),
  (4, 'David Lindqvist', 'Hull', 'Cardiology', '2024-01-10');
INSERT INTO patients
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
  SELECT i,
    CASE i WHEN 1 THEN 'Margaret Appleby' WHEN 2 THEN 'Oliver Thackeray' WHEN 3 THEN 'Priya Ramanathan'
      ELSE 'Patient ' || i END,
    CASE i % 4 WHEN 0 THEN 'Leeds' WHEN 1 THEN 'York' WHEN 2 THEN 'Hull' ELSE 'Bradford' END,
    CASE i % 3 WHEN 0 THEN 'Northern Mutual' WHEN 1 THEN 'Crown Health' ELSE 'Beacon' END,
    date('2023-01-01', '+' || (i * 31) || ' days')
  FROM n;
INSERT INTO visits
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
  SELECT i, 1 + i * 13 % 40, 1 + i * 5 % 4,
    date('2025-01-03', '+' || (i * 17 % 680) || ' days'),
    date('2025-01-03', '+' || (i * 17 % 680 + 5 + i % 40) || ' days'),
    CASE WHEN i % 9 = 0 THEN 'Cancelled' WHEN i % 7 = 0 THEN 'Missed' ELSE 'Completed' END,
    60 + i * 7 % 90, (60 + i * 7 % 90) * 0.8
  FROM n;
