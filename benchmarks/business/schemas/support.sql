CREATE TABLE team ( -- 5
  id INTEGER PRIMARY KEY, -- n
  title TEXT NOT NULL -- nth('First Level|Second Level|Billing|Field|Integrations')
);
CREATE TABLE agent ( -- 34
  id INTEGER PRIMARY KEY, -- n
  display_name TEXT NOT NULL, -- person()
  team_id INTEGER NOT NULL REFERENCES team(id), -- one('1*5|2*3|3*2|4|5')
  supervisor_id INTEGER REFERENCES agent(id), -- None if n <= 3 else 1 + n % 3
  hired_on DATE NOT NULL, -- day('2018-01-01', '2026-02-28')
  left_on DATE -- past(maybe(0.2, plus(hired_on, 200, 2500)))
);
CREATE TABLE organisation ( -- 70
  id INTEGER PRIMARY KEY, -- n
  org_name TEXT NOT NULL, -- company()
  support_level TEXT NOT NULL, -- one('Basic*4|Plus*3|Premium*2')
  country TEXT NOT NULL -- one('Austria*3|Germany*4|France|Spain')
);
CREATE TABLE requester ( -- 230
  id INTEGER PRIMARY KEY, -- n
  organisation_id INTEGER REFERENCES organisation(id), -- maybe(0.9, ref('organisation', 0.95))
  full_name TEXT NOT NULL, -- person()
  email TEXT -- maybe(0.93, mail(full_name))
);
CREATE TABLE product_area ( -- 6
  id INTEGER PRIMARY KEY, -- n
  area_name TEXT NOT NULL -- nth('Login|Reports|Mobile app|Invoicing|API|Import')
);
CREATE TABLE ticket ( -- 1500
  id INTEGER PRIMARY KEY, -- 20000 + n
  subject TEXT NOT NULL, -- one('Cannot log in*3|Wrong total|App crashes*2|Question about invoice*2|Slow report|API returns error|Import fails')
  requester_id INTEGER NOT NULL REFERENCES requester(id), -- ref('requester', 0.88)
  assignee_id INTEGER REFERENCES agent(id), -- maybe(0.94, ref('agent', 0.92, 1.3))
  product_area_id INTEGER REFERENCES product_area(id), -- maybe(0.9, ref('product_area', 1, 1.2))
  channel TEXT NOT NULL, -- one('email*5|chat*3|phone*2|portal*2')
  priority TEXT NOT NULL, -- one('low*3|normal*6|high*3|urgent')
  created_at TIMESTAMP NOT NULL, -- at(more('2025-01-02', T), 0, 23)
  first_response_at TIMESTAMP, -- minutes(created_at, 4, 2600) if chance(0.95) else None
  solved_at TIMESTAMP, -- past(minutes(created_at, 60, 30000) if chance(0.92) else None)
  status TEXT NOT NULL, -- one('closed*3|solved*2') if solved_at else one('new|open*3|pending*2|spam')
  reopened_count INTEGER NOT NULL -- one('0*8|1*2|2')
);
CREATE TABLE ticket_comment ( -- each ticket 0-3
  id INTEGER PRIMARY KEY, -- n
  ticket_id INTEGER NOT NULL REFERENCES ticket(id), -- p.id
  is_public INTEGER NOT NULL, -- one('1*4|0')
  written_at TIMESTAMP NOT NULL -- minutes(p.created_at, 5, 8000)
);
CREATE TABLE satisfaction_rating ( -- 420
  id INTEGER PRIMARY KEY, -- n
  ticket_id INTEGER NOT NULL REFERENCES ticket(id), -- ref('ticket', 0.9, 1)
  score INTEGER NOT NULL, -- one('1|2|3*2|4*4|5*6')
  rated_at DATE NOT NULL -- min(plus(get('ticket', ticket_id).created_at[:10], 1, 25), T)
);
