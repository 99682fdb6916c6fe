CREATE TABLE studio ( -- 5
  studio_id INTEGER PRIMARY KEY, -- n
  studio_name TEXT NOT NULL, -- nth('Downtown|Riverside|Campus|Westpark|Harbour')
  capacity INTEGER NOT NULL -- nth('220|140|90|180|120')
);
CREATE TABLE membership_type ( -- 5
  type_id INTEGER PRIMARY KEY, -- n
  label TEXT NOT NULL, -- nth('Flex|Basic 12|Premium 12|Student|Corporate')
  monthly_fee REAL NOT NULL -- nth('59.9|39.9|69.9|29.9|34.9')
);
CREATE TABLE member ( -- 420
  member_id INTEGER PRIMARY KEY, -- n
  first_name TEXT NOT NULL, -- first()
  last_name TEXT NOT NULL, -- last()
  sex TEXT, -- one('f*5|m*5|-')
  birth_year INTEGER NOT NULL, -- num(1950, 2008)
  email TEXT, -- maybe(0.9, mail(first_name, last_name))
  home_studio_id INTEGER NOT NULL REFERENCES studio(studio_id), -- ref('studio', 1, 1.2)
  recruited_by INTEGER REFERENCES member(member_id) -- None if n < 30 or n % 4 else 1 + (n * 3) % (n - 1)
);
CREATE TABLE membership ( -- 520
  membership_id INTEGER PRIMARY KEY, -- n
  member_id INTEGER NOT NULL REFERENCES member(member_id), -- ref('member', 0.95, 1)
  type_id INTEGER NOT NULL REFERENCES membership_type(type_id), -- ref('membership_type', 1, 1.1)
  start_date DATE NOT NULL, -- more('2022-01-01', T)
  end_date DATE, -- maybe(0.45, plus(start_date, 30, 900))
  frozen_since DATE, -- None if end_date else past(maybe(0.06, plus(start_date, 30, 400)))
  cancelled_on DATE -- plus(end_date, -60, -10) if end_date and chance(0.8) else None
);
CREATE TABLE trainer ( -- 16
  trainer_id INTEGER PRIMARY KEY, -- n
  trainer_name TEXT NOT NULL, -- person()
  hourly_rate REAL NOT NULL -- 22 + n * 1.5
);
CREATE TABLE course ( -- 12
  course_id INTEGER PRIMARY KEY, -- n
  course_name TEXT NOT NULL, -- nth('Yoga|Spinning|Pilates|HIIT|Zumba|Boxing|Aqua Fit|Back Care|Bodypump|Stretching|CrossFit|Dance')
  difficulty TEXT NOT NULL -- nth('easy|medium|easy|hard|medium|hard')
);
CREATE TABLE session ( -- 600
  session_id INTEGER PRIMARY KEY, -- n
  course_id INTEGER NOT NULL REFERENCES course(course_id), -- ref('course', 0.95, 1.2)
  trainer_id INTEGER NOT NULL REFERENCES trainer(trainer_id), -- ref('trainer', 0.92, 1.2)
  studio_id INTEGER NOT NULL REFERENCES studio(studio_id), -- ref('studio', 1, 1)
  starts_at TIMESTAMP NOT NULL, -- at(more('2025-03-01', plus(T, 14)), 7, 20)
  places INTEGER NOT NULL, -- one('10|15*2|20*3|25')
  is_cancelled INTEGER NOT NULL -- one('0*15|1')
);
CREATE TABLE registration ( -- 1800
  registration_id INTEGER PRIMARY KEY, -- n
  session_id INTEGER NOT NULL REFERENCES session(session_id), -- ref('session', 0.95, 1)
  member_id INTEGER NOT NULL REFERENCES member(member_id), -- ref('member', 0.7)
  attended INTEGER -- one('1*5|0') if get('session', session_id).starts_at[:10] < T else None
);
CREATE TABLE check_in ( -- 1600
  check_in_id INTEGER PRIMARY KEY, -- n
  member_id INTEGER NOT NULL REFERENCES member(member_id), -- ref('member', 0.8)
  studio_id INTEGER NOT NULL REFERENCES studio(studio_id), -- ref('studio', 1, 1.2)
  entered_at TIMESTAMP NOT NULL, -- at(more('2025-06-01', T), 6, 21)
  left_at TIMESTAMP -- minutes(entered_at, 20, 190) if chance(0.95) else None
);
