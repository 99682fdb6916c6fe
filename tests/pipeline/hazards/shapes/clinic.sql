-- A missing value that is kept as a text in one column and as NULL in another.
CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, patient_name TEXT, complication TEXT, referral TEXT, discharged_on DATE);
INSERT INTO patients VALUES (1,'A','None','Dr. Wu','2024-01-03'),(2,'B','Fever','-','2024-01-09'),(3,'C','none','Dr. Ito',NULL),
 (4,'D','Rash','-','2024-02-01'),(5,'E','None','Dr. Wu',NULL);
