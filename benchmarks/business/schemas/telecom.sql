CREATE TABLE tariff ( -- 7
  tar_id INTEGER PRIMARY KEY, -- n
  tar_nm TEXT NOT NULL, -- nth('Basic S|Basic M|Smart|Smart Plus|Unlimited|Kids|Business')
  base_fee REAL NOT NULL, -- nth('7.9|12.9|19.9|29.9|44.9|5.9|34.9')
  data_gb INTEGER -- nth('3|8|20|50|-|2|60')
);
CREATE TABLE cust ( -- 320
  cust_id INTEGER PRIMARY KEY, -- n
  cust_typ TEXT NOT NULL, -- one('RES*6|BUS*2')
  nm TEXT NOT NULL, -- company() if cust_typ == 'BUS' else person()
  zip_city TEXT, -- city()
  since_dt DATE NOT NULL, -- more('2018-01-01', T)
  dunning_lvl INTEGER NOT NULL -- one('0*9|1*2|2')
);
CREATE TABLE subs ( -- 480
  subs_id INTEGER PRIMARY KEY, -- n
  cust_id INTEGER NOT NULL, -- ref('cust', 0.93, 1.2)
  tar_id INTEGER NOT NULL, -- ref('tariff', 1, 1.1)
  msisdn TEXT NOT NULL, -- '43660' + str(1000000 + n * 131)
  act_dt DATE NOT NULL, -- more(max('2021-01-01', get('cust', cust_id).since_dt), T)
  min_term_end DATE, -- maybe(0.7, plus(act_dt, 730))
  deact_dt DATE, -- past(maybe(0.25, plus(act_dt, 30, 1400)))
  deact_rsn TEXT -- one('PRICE*3|MOVE|COVERAGE*2|NONPAY') if deact_dt else None
);
CREATE TABLE cdr ( -- 1900
  cdr_id INTEGER PRIMARY KEY, -- n
  subs_id INTEGER NOT NULL, -- ref('subs', 0.85)
  svc_typ TEXT NOT NULL, -- one('VOICE*5|SMS*3|DATA*6')
  start_ts TIMESTAMP NOT NULL, -- at(more('2025-06-01', T), 0, 23)
  dur_sec INTEGER, -- skew(5, 3600) if svc_typ == 'VOICE' else None
  vol_mb REAL, -- skew(1, 2500, 1) if svc_typ == 'DATA' else None
  is_roam INTEGER NOT NULL, -- one('0*8|1')
  chg_amt REAL NOT NULL -- one('0*6|0.09*2|0.25|1.9')
);
CREATE TABLE bill ( -- 1300
  bill_id INTEGER PRIMARY KEY, -- n
  cust_id INTEGER NOT NULL, -- ref('cust', 0.92, 1.1)
  bill_dt DATE NOT NULL, -- more('2024-07-01', T)
  due_dt DATE NOT NULL, -- plus(bill_dt, 14)
  tot_amt REAL NOT NULL, -- skew(8, 190, 2)
  pay_dt DATE -- past(maybe(0.9, plus(bill_dt, 3, 40)))
);
CREATE TABLE trbl_tkt ( -- 360
  tkt_id INTEGER PRIMARY KEY, -- n
  subs_id INTEGER NOT NULL, -- ref('subs', 0.6)
  cat_cd TEXT NOT NULL, -- one('NETWORK*4|DEVICE*2|BILLING*3|SIM')
  open_ts TIMESTAMP NOT NULL, -- at(more('2025-01-01', T), 0, 23)
  close_ts TIMESTAMP -- past(minutes(open_ts, 30, 20000)) if chance(0.95) else None
);
