CREATE TABLE grid_area ( -- 5
  area_code TEXT PRIMARY KEY, -- nth('N1|N2|S1|W1|E1')
  area_name TEXT NOT NULL -- nth('North 1|North 2|South|West|East')
);
CREATE TABLE customer ( -- 300
  customer_no INTEGER PRIMARY KEY, -- 70000 + n
  customer_name TEXT NOT NULL, -- person() if n % 5 else company()
  customer_kind TEXT NOT NULL, -- 'household' if n % 5 else 'business'
  city TEXT, -- city()
  e_mail TEXT -- maybe(0.75, mail(customer_name))
);
CREATE TABLE metering_point ( -- 360
  point_id INTEGER PRIMARY KEY, -- n
  customer_no INTEGER NOT NULL REFERENCES customer(customer_no), -- ref('customer', 1, 1.1)
  area_code TEXT NOT NULL REFERENCES grid_area(area_code), -- ref('grid_area', 1, 1)
  energy_type TEXT NOT NULL, -- one('electricity*4|gas*2')
  smart_meter INTEGER NOT NULL, -- one('1*3|0*2')
  installed_on DATE NOT NULL -- day('2009-01-01', '2025-12-31')
);
CREATE TABLE price_plan ( -- 6
  plan_code TEXT PRIMARY KEY, -- nth('E-FIX|E-FLOAT|E-GREEN|G-FIX|G-FLOAT|BIZ')
  plan_label TEXT NOT NULL, -- nth('Power Fix|Power Float|Power Green|Gas Fix|Gas Float|Business')
  cent_per_kwh REAL NOT NULL, -- nth('24.9|19.5|27.9|9.9|8.4|18.2')
  monthly_fee REAL NOT NULL -- nth('4.9|3.9|6.9|3.9|2.9|12.5')
);
CREATE TABLE contract ( -- 520
  contract_id INTEGER PRIMARY KEY, -- n
  point_id INTEGER NOT NULL REFERENCES metering_point(point_id), -- 1 + (n * 7) % 345
  plan_code TEXT NOT NULL REFERENCES price_plan(plan_code), -- ref('price_plan', 1, 1.1)
  signed_on DATE NOT NULL, -- more('2021-06-01', T)
  valid_from DATE NOT NULL, -- plus(signed_on, 5, 45)
  valid_to DATE, -- maybe(0.4, plus(valid_from, 90, 1100))
  end_reason TEXT -- one('moved*3|switched supplier*4|renewed*3') if valid_to else None
);
CREATE TABLE meter_reading ( -- 1700
  reading_id INTEGER PRIMARY KEY, -- n
  point_id INTEGER NOT NULL REFERENCES metering_point(point_id), -- ref('metering_point', 0.9, 1.1)
  read_on DATE NOT NULL, -- more('2024-01-01', T)
  consumption_kwh REAL NOT NULL, -- skew(30, 2600, 1)
  reading_kind TEXT NOT NULL -- one('remote*5|manual*2|estimated')
);
CREATE TABLE outage ( -- 160
  outage_id INTEGER PRIMARY KEY, -- n
  area_code TEXT NOT NULL REFERENCES grid_area(area_code), -- ref('grid_area', 0.9, 1)
  started_at TIMESTAMP NOT NULL, -- at(day('2024-01-01', T), 0, 23)
  restored_at TIMESTAMP, -- minutes(started_at, 8, 700) if n < 157 else None
  cause TEXT NOT NULL, -- one('storm*3|construction*2|equipment*3|unknown')
  households_hit INTEGER NOT NULL, -- skew(15, 4000)
  is_planned INTEGER NOT NULL -- one('0*3|1')
);
CREATE TABLE payment ( -- 1100
  payment_id INTEGER PRIMARY KEY, -- n
  contract_id INTEGER NOT NULL REFERENCES contract(contract_id), -- ref('contract', 0.9, 1)
  due_on DATE NOT NULL, -- more('2024-06-01', plus(T, 20))
  amount_eur REAL NOT NULL, -- skew(25, 420, 2)
  received_on DATE -- past(maybe(0.93, plus(due_on, -4, 25)))
);
