CREATE TABLE department ( -- 6
  dept_id INTEGER PRIMARY KEY, -- n
  dept_name TEXT NOT NULL -- nth('Cardiology|Orthopaedics|Dermatology|General Medicine|Paediatrics|Radiology')
);
CREATE TABLE doctor ( -- 22
  doctor_id INTEGER PRIMARY KEY, -- n
  title TEXT, -- one('Dr.*5|Prof.|-')
  surname TEXT NOT NULL, -- last()
  given_name TEXT NOT NULL, -- first()
  dept_id INTEGER NOT NULL REFERENCES department(dept_id), -- 1 + n % 6
  employed_since DATE NOT NULL, -- day('2005-01-01', '2025-12-01')
  employed_until DATE -- past(maybe(0.15, plus(employed_since, 500, 4000)))
);
CREATE TABLE insurer ( -- 6
  insurer_id INTEGER PRIMARY KEY, -- n
  insurer_name TEXT NOT NULL, -- nth('OeGK|SVS|BVAEB|Merkur|Uniqa|Allianz')
  is_private INTEGER NOT NULL -- nth('0|0|0|1|1|1')
);
CREATE TABLE patient ( -- 480
  patient_id INTEGER PRIMARY KEY, -- n
  surname TEXT NOT NULL, -- last()
  given_name TEXT NOT NULL, -- first()
  sex TEXT NOT NULL, -- one('f*5|m*5|d')
  date_of_birth DATE NOT NULL, -- day('1938-01-01', '2023-12-31')
  city TEXT, -- city()
  insurer_id INTEGER REFERENCES insurer(insurer_id), -- maybe(0.93, ref('insurer', 1, 1.2))
  registered_on DATE NOT NULL, -- more('2021-01-01', T)
  deceased_on DATE -- past(maybe(0.03, plus(registered_on, 100, 1000)))
);
CREATE TABLE appointment ( -- 1600
  appointment_id INTEGER PRIMARY KEY, -- n
  patient_id INTEGER NOT NULL REFERENCES patient(patient_id), -- ref('patient', 0.86)
  doctor_id INTEGER NOT NULL REFERENCES doctor(doctor_id), -- ref('doctor', 0.92, 1.2)
  booked_on DATE NOT NULL, -- more('2024-09-01', T)
  starts_at TIMESTAMP NOT NULL, -- at(plus(booked_on, 1, 40), 7, 17)
  duration_min INTEGER NOT NULL, -- one('15*4|20*3|30*3|45')
  visit_type TEXT NOT NULL, -- one('first visit*3|follow-up*5|emergency|check-up*2')
  status TEXT NOT NULL -- one('done*14|cancelled*2|no show*2') if starts_at[:10] < T else one('planned*9|cancelled')
);
CREATE TABLE diagnosis ( -- 900
  diagnosis_id INTEGER PRIMARY KEY, -- n
  appointment_id INTEGER NOT NULL REFERENCES appointment(appointment_id), -- ref('appointment', 0.7, 1)
  icd_code TEXT NOT NULL, -- one('I10*4|M54*4|L20*2|J06*3|E11*2|S93')
  is_chronic INTEGER NOT NULL -- 1 if icd_code in ('I10', 'E11') else 0
);
CREATE TABLE invoice ( -- 1100
  invoice_no INTEGER PRIMARY KEY, -- 80000 + n
  appointment_id INTEGER NOT NULL REFERENCES appointment(appointment_id), -- ref('appointment', 0.8, 1)
  issued_on DATE NOT NULL, -- min(plus(get('appointment', appointment_id).starts_at[:10], 1, 20), T)
  amount REAL NOT NULL, -- skew(35, 600, 2)
  paid_on DATE -- past(maybe(0.85, plus(issued_on, 2, 60)))
);
CREATE TABLE prescription ( -- 700
  prescription_id INTEGER PRIMARY KEY, -- n
  appointment_id INTEGER NOT NULL REFERENCES appointment(appointment_id), -- ref('appointment', 0.6, 1)
  drug_name TEXT NOT NULL, -- one('Ibuprofen*5|Ramipril*3|Metformin*2|Cortisone|Amoxicillin*3')
  days_supply INTEGER NOT NULL -- one('7*2|14*3|30*3|90')
);
