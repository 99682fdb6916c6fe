CREATE TABLE dept (dept_id INTEGER PRIMARY KEY, dept_name TEXT, floor INTEGER);
CREATE TABLE physician (
  phys_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, specialty TEXT, dept_id INTEGER REFERENCES dept (dept_id), salary REAL
);
CREATE TABLE patient (
  pat_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, gender TEXT, dob DATE, city TEXT, blood_type TEXT
);
CREATE TABLE admission (
  adm_id INTEGER PRIMARY KEY, pat_id INTEGER REFERENCES patient (pat_id), phys_id INTEGER REFERENCES physician (phys_id),
  adm_date DATE, disch_date DATE, diagnosis TEXT, charge_amt REAL
);
CREATE TABLE medication (med_id INTEGER PRIMARY KEY, med_name TEXT, unit_price REAL);
CREATE TABLE prescription (
  rx_id INTEGER PRIMARY KEY, adm_id INTEGER REFERENCES admission (adm_id), med_id INTEGER REFERENCES medication (med_id), qty INTEGER
);
INSERT INTO dept VALUES (1, 'Cardiology', 3), (2, 'Neurology', 4), (3, 'Pediatrics', 2), (4, 'Radiology', 1);
INSERT INTO physician VALUES (1, 'Amir', 'Haddad', 'Heart surgery', 1, 210000), (2, 'Bea', 'Lopez', 'Stroke', 2, 180000),
  (3, 'Carl', 'Olsen', 'Child care', 3, 150000), (4, 'Dina', 'Petrova', 'Heart rhythm', 1, 165000),
  (5, 'Egon', 'Lopez', 'Imaging', 4, 140000), (6, 'Fumi', 'Sato', 'Epilepsy', 2, 175000);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO patient
SELECT i, CASE i % 6 WHEN 0 THEN 'Jan' WHEN 1 THEN 'Kim' WHEN 2 THEN 'Leo' WHEN 3 THEN 'Mia' WHEN 4 THEN 'Ned' ELSE 'Ola' END,
  CASE i % 5 WHEN 0 THEN 'Stone' WHEN 1 THEN 'Rivers' WHEN 2 THEN 'Field' WHEN 3 THEN 'Wood' ELSE 'Brook' END,
  CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, date('1950-02-11', '+' || (i * 1009) || ' days'),
  CASE i % 4 WHEN 0 THEN 'Springfield' WHEN 1 THEN 'Riverton' WHEN 2 THEN 'Lakeside' ELSE 'Hillview' END,
  CASE i * 3 % 4 WHEN 0 THEN 'A+' WHEN 1 THEN 'O+' WHEN 2 THEN 'B-' ELSE 'AB+' END FROM n;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO admission
SELECT i, i * i % 20 + 1, i * 7 % 5 + 1, date('2023-01-04', '+' || (i * 9) || ' days'), date('2023-01-04', '+' || (i * 9 + i % 6 + 1) || ' days'),
  CASE i * i % 5 WHEN 0 THEN 'Asthma' WHEN 1 THEN 'Migraine' ELSE 'Arrhythmia' END, 300 + i * 71 % 900 FROM n;
INSERT INTO medication VALUES (1, 'Aspirin', 2.5), (2, 'Beta blocker', 12), (3, 'Cortisone', 30), (4, 'Dopamine', 55);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO prescription SELECT i, i * 7 % 47 + 1, i * i % 3 + 1, i * 5 % 9 + 1 FROM n;
