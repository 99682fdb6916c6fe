CREATE TABLE client ( -- 40
  id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL, -- company()
  industry TEXT, -- one('Retail*2|Industry*3|Health|Public|-')
  account_lead_id INTEGER, -- 1 + n % 9
  archived INTEGER NOT NULL -- one('0*8|1')
);
CREATE TABLE person ( -- 46
  id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL, -- person()
  practice TEXT NOT NULL, -- one('Design*3|Engineering*4|Strategy*2|PM*2')
  seniority TEXT NOT NULL, -- one('junior*3|mid*4|senior*3|partner')
  day_rate REAL NOT NULL, -- {'junior': 480, 'mid': 720, 'senior': 980, 'partner': 1500}[seniority] + n
  weekly_target_hours REAL NOT NULL, -- one('38.5*4|32|20')
  joined_on DATE NOT NULL, -- more('2014-01-01', '2026-08-01')
  left_on DATE -- past(maybe(0.2, plus(joined_on, 200, 2600)))
);
CREATE TABLE project ( -- 110
  id INTEGER PRIMARY KEY, -- n
  code TEXT NOT NULL, -- 'PRJ-' + str(200 + n)
  title TEXT NOT NULL, -- nth('Website|App|Rebrand|Data Platform|Campaign|Intranet|Shop|Audit') + ' ' + str(2023 + n // 8 % 4) + ' ' + 'ABCDE'[n // 32]
  client_id INTEGER NOT NULL REFERENCES client(id), -- ref('client', 0.9, 1.2)
  manager_id INTEGER NOT NULL REFERENCES person(id), -- ref('person', 0.5, 1)
  kind TEXT NOT NULL, -- one('fixed price*3|time and material*4|internal')
  budget_eur REAL, -- None if kind == 'internal' else skew(8000, 260000)
  started_on DATE NOT NULL, -- more('2023-01-01', T)
  deadline DATE, -- maybe(0.85, plus(started_on, 40, 320))
  finished_on DATE, -- past(maybe(0.7, plus(started_on, 40, 380)))
  phase TEXT NOT NULL -- 'done' if finished_on else one('running*6|on hold|pitch')
);
CREATE TABLE task ( -- 420
  id INTEGER PRIMARY KEY, -- n
  project_id INTEGER NOT NULL REFERENCES project(id), -- ref('project', 0.93, 1)
  name TEXT NOT NULL, -- one('Concept|Wireframes|Build|Testing|Workshop|Copy|Rollout')
  assignee_id INTEGER REFERENCES person(id), -- maybe(0.9, ref('person', 0.9, 1))
  due_on DATE, -- maybe(0.8, plus(get('project', project_id).started_on, 10, 200))
  done_on DATE, -- past(maybe(0.75, plus(get('project', project_id).started_on, 8, 220)))
  estimate_hours REAL -- maybe(0.85, skew(3, 90))
);
CREATE TABLE time_entry ( -- 2000
  id INTEGER PRIMARY KEY, -- n
  person_id INTEGER NOT NULL REFERENCES person(id), -- ref('person', 0.93, 1.2)
  project_id INTEGER NOT NULL REFERENCES project(id), -- ref('project', 0.88, 1.3)
  worked_on DATE NOT NULL, -- more('2024-09-01', T)
  hours REAL NOT NULL, -- one('1.5*2|2*3|3.25*2|4*3|6|7.75*2')
  billable INTEGER NOT NULL, -- 0 if get('project', project_id).kind == 'internal' else one('1*5|0')
  approved_at TIMESTAMP -- at(past(plus(worked_on, 1, 12))) if chance(0.93) else None
);
CREATE TABLE invoice ( -- 260
  id INTEGER PRIMARY KEY, -- n
  number TEXT NOT NULL, -- 'INV-' + str(1000 + n)
  project_id INTEGER NOT NULL REFERENCES project(id), -- ref('project', 0.8, 1)
  sent_on DATE NOT NULL, -- more('2024-06-01', T)
  due_on DATE NOT NULL, -- plus(sent_on, one('14|30*3'))
  net_eur REAL NOT NULL, -- skew(900, 38000, 2)
  paid_on DATE, -- past(maybe(0.88, plus(sent_on, 4, 60)))
  cancelled INTEGER NOT NULL -- one('0*15|1')
);
