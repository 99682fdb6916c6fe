CREATE TABLE teachers ( -- 30
  id INTEGER PRIMARY KEY, -- n
  first_name TEXT NOT NULL, -- first()
  last_name TEXT NOT NULL, -- last()
  entry_date DATE NOT NULL, -- day('1995-09-01', '2025-09-01')
  weekly_hours INTEGER NOT NULL -- one('22*4|18|12|20*2')
);
CREATE TABLE classes ( -- 16
  id INTEGER PRIMARY KEY, -- n
  label TEXT NOT NULL, -- str(1 + (n - 1) // 4) + nth('A|B|C|D')
  grade INTEGER NOT NULL, -- 1 + (n - 1) // 4
  head_teacher_id INTEGER REFERENCES teachers(id), -- maybe(0.95, ref('teachers', 0.95, 1))
  room TEXT -- 'R' + str(100 + n)
);
CREATE TABLE students ( -- 380
  id INTEGER PRIMARY KEY, -- n
  first_name TEXT NOT NULL, -- first()
  last_name TEXT NOT NULL, -- last()
  gender TEXT NOT NULL, -- one('f|m')
  birth_date DATE NOT NULL, -- day('2009-09-01', '2015-08-31')
  class_id INTEGER REFERENCES classes(id), -- maybe(0.94, ref('classes', 1, 1))
  enrolled_on DATE NOT NULL, -- one('2022-09-05|2023-09-04|2024-09-02|2025-09-01*2') if chance(0.85) else day('2022-09-01', T)
  withdrawn_on DATE, -- past(maybe(0.08, plus(enrolled_on, 60, 900)))
  guardian_phone TEXT -- maybe(0.9, phone())
);
CREATE TABLE subjects ( -- 9
  id INTEGER PRIMARY KEY, -- n
  subject_name TEXT NOT NULL, -- nth('Maths|English|German|Biology|History|Physics|Music|Sports|Art')
  is_core INTEGER NOT NULL -- nth('1|1|1|0|0|0|0|0|0')
);
CREATE TABLE lessons ( -- 90
  id INTEGER PRIMARY KEY, -- n
  class_id INTEGER NOT NULL REFERENCES classes(id), -- 1 + n % 16
  subject_id INTEGER NOT NULL REFERENCES subjects(id), -- 1 + n % 9
  teacher_id INTEGER NOT NULL REFERENCES teachers(id), -- ref('teachers', 0.9, 1.2)
  weekday TEXT NOT NULL -- one('Monday|Tuesday|Wednesday|Thursday|Friday')
);
CREATE TABLE grades ( -- 1700
  id INTEGER PRIMARY KEY, -- n
  student_id INTEGER NOT NULL REFERENCES students(id), -- ref('students', 0.93, 1.1)
  subject_id INTEGER NOT NULL REFERENCES subjects(id), -- ref('subjects', 1, 1.2)
  kind TEXT NOT NULL, -- one('test*5|oral*3|homework*2')
  mark INTEGER NOT NULL, -- one('1*4|2*6|3*5|4*3|5')
  given_on DATE NOT NULL -- more('2024-09-10', T)
);
CREATE TABLE absences ( -- 900
  id INTEGER PRIMARY KEY, -- n
  student_id INTEGER NOT NULL REFERENCES students(id), -- ref('students', 0.8)
  absent_on DATE NOT NULL, -- more('2024-09-10', T)
  lessons_missed INTEGER NOT NULL, -- one('1*2|4|5*3|6*3')
  is_excused INTEGER NOT NULL -- one('1*5|0')
);
CREATE TABLE fees ( -- 500
  id INTEGER PRIMARY KEY, -- n
  student_id INTEGER NOT NULL REFERENCES students(id), -- ref('students', 0.9)
  purpose TEXT NOT NULL, -- one('lunch*5|trip*2|books*2')
  billed_on DATE NOT NULL, -- more('2024-09-10', T)
  amount_cents INTEGER NOT NULL, -- skew(900, 26000)
  paid_on DATE -- past(maybe(0.82, plus(billed_on, 3, 50)))
);
