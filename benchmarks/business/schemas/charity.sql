CREATE TABLE fund ( -- 7
  fund_code TEXT PRIMARY KEY, -- nth('WAT|EDU|MED|EMG|FOR|ANI|GEN')
  fund_name TEXT NOT NULL, -- nth('Clean Water|Education|Medical Aid|Emergency|Forest|Animals|General')
  target_eur REAL -- nth('150000|90000|120000|-|60000|40000|-')
);
CREATE TABLE donor ( -- 420
  donor_id INTEGER PRIMARY KEY, -- n
  donor_type TEXT NOT NULL, -- 'organisation' if n % 9 == 0 else 'person'
  donor_name TEXT NOT NULL, -- company() if n % 9 == 0 else person()
  country TEXT, -- one('Austria*6|Germany*4|Switzerland*2|-')
  email TEXT, -- maybe(0.8, mail(donor_name))
  no_mailing INTEGER NOT NULL, -- one('0*7|1')
  first_contact_on DATE NOT NULL -- more('2016-01-01', T)
);
CREATE TABLE appeal ( -- 18
  appeal_id INTEGER PRIMARY KEY, -- n
  appeal_name TEXT NOT NULL, -- nth('Christmas Letter|Spring Mailing|Street Action|Online Drive|Gala Dinner|Flood Relief') + ' ' + str(2023 + (n - 1) // 6)
  channel TEXT NOT NULL, -- nth('post|post|street|online|event|online')
  launched_on DATE NOT NULL, -- str(2023 + (n - 1) // 6 + (1 if n == 18 else 0)) + nth('-11-20|-03-10|-06-01|-09-05|-10-12|-02-15')
  cost_eur REAL NOT NULL -- skew(900, 24000, 2)
);
CREATE TABLE donation ( -- 1700
  donation_id INTEGER PRIMARY KEY, -- n
  donor_id INTEGER NOT NULL REFERENCES donor(donor_id), -- ref('donor', 0.83)
  fund_code TEXT NOT NULL REFERENCES fund(fund_code), -- ref('fund', 0.95, 1)
  appeal_id INTEGER REFERENCES appeal(appeal_id), -- maybe(0.6, ref('appeal', 0.93, 1))
  pledged_on DATE NOT NULL, -- more('2023-01-05', T)
  received_on DATE, -- past(maybe(0.93, plus(pledged_on, 0, 30)))
  amount REAL NOT NULL, -- one('10*4|25*5|50*5|100*3|250|1000') + n % 13
  method TEXT NOT NULL, -- one('bank transfer*4|card*3|direct debit*3|cash')
  is_refunded INTEGER NOT NULL -- one('0*40|1')
);
CREATE TABLE standing_pledge ( -- 150
  pledge_id INTEGER PRIMARY KEY, -- n
  donor_id INTEGER NOT NULL REFERENCES donor(donor_id), -- ref('donor', 0.7, 1)
  fund_code TEXT NOT NULL REFERENCES fund(fund_code), -- ref('fund', 1, 1)
  monthly_amount REAL NOT NULL, -- one('5*2|10*4|20*3|50')
  starts_on DATE NOT NULL, -- more('2020-01-01', T)
  ends_on DATE -- maybe(0.35, plus(starts_on, 60, 1500))
);
CREATE TABLE volunteer ( -- 90
  volunteer_id INTEGER PRIMARY KEY, -- n
  full_name TEXT NOT NULL, -- person()
  town TEXT, -- city()
  joined_on DATE NOT NULL, -- more('2017-01-01', T)
  inactive_since DATE -- past(maybe(0.25, plus(joined_on, 100, 2000)))
);
CREATE TABLE project ( -- 26
  project_id INTEGER PRIMARY KEY, -- n
  project_title TEXT NOT NULL, -- nth('Wells in|School in|Clinic in|Shelter in|Trees for') + ' ' + nth('Kenya|Nepal|Peru|Ghana|Moldova|Bosnia|Laos|Chad|Haiti|Mali|Fiji')
  fund_code TEXT NOT NULL REFERENCES fund(fund_code), -- ref('fund', 1, 1)
  country TEXT NOT NULL, -- project_title.split(' ')[-1]
  begun_on DATE NOT NULL, -- more('2021-01-01', T)
  closed_on DATE -- past(maybe(0.5, plus(begun_on, 200, 1300)))
);
CREATE TABLE grant_payment ( -- 190
  grant_id INTEGER PRIMARY KEY, -- n
  project_id INTEGER NOT NULL REFERENCES project(project_id), -- ref('project', 0.93, 1)
  paid_on DATE NOT NULL, -- more(get('project', project_id).begun_on, get('project', project_id).closed_on or T)
  amount REAL NOT NULL -- skew(400, 22000, 2)
);
CREATE TABLE shift ( -- 520
  shift_id INTEGER PRIMARY KEY, -- n
  volunteer_id INTEGER NOT NULL REFERENCES volunteer(volunteer_id), -- ref('volunteer', 0.85)
  shift_date DATE NOT NULL, -- more('2025-01-01', T)
  hours REAL NOT NULL, -- one('2*2|3*3|4*3|6')
  activity TEXT NOT NULL -- one('street collection*3|mailing*2|sorting*3|event')
);
