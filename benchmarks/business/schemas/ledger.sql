CREATE TABLE gl_acct ( -- 24
  acct_no INTEGER PRIMARY KEY, -- 4000 + n * 100
  acct_desc TEXT NOT NULL, -- nth('Domestic sales|Export sales|Service income|Other income|Material|Freight|Wages|Social costs|Rent|Energy|Travel|Advertising|IT costs|Insurance|Depreciation|Interest|Bank fees|Legal fees|Training|Repairs|Cleaning|Phone|Vehicles|Taxes')
  acct_type TEXT NOT NULL -- 'REV' if n <= 4 else 'EXP'
);
CREATE TABLE cost_ctr ( -- 8
  cc_id INTEGER PRIMARY KEY, -- n
  cc_name TEXT NOT NULL, -- nth('Plant 1|Plant 2|Sales North|Sales South|IT|HR|Management|Logistics')
  parent_cc_id INTEGER REFERENCES cost_ctr(cc_id), -- None if n < 5 else n - 4
  valid_to DATE -- '2025-12-31' if n == 8 else None
);
CREATE TABLE jrnl_hdr ( -- 900
  jrnl_id INTEGER PRIMARY KEY, -- n
  doc_no TEXT NOT NULL, -- 'D' + str(100000 + n)
  post_dt DATE NOT NULL, -- more('2024-01-01', T)
  doc_dt DATE NOT NULL, -- plus(post_dt, -20, 0)
  jrnl_stat TEXT NOT NULL, -- one('P*16|D*2|R')
  crt_by TEXT NOT NULL -- one('mweber|jhuber*2|akoch')
);
CREATE TABLE jrnl_ln ( -- each jrnl_hdr 1-3
  ln_id INTEGER PRIMARY KEY, -- n
  jrnl_id INTEGER NOT NULL REFERENCES jrnl_hdr(jrnl_id), -- p.jrnl_id
  acct_no INTEGER NOT NULL REFERENCES gl_acct(acct_no), -- ref('gl_acct', 0.95, 1)
  cc_id INTEGER REFERENCES cost_ctr(cc_id), -- maybe(0.9, ref('cost_ctr', 0.9, 1.2))
  amt REAL NOT NULL -- skew(40, 9000, 2)
);
CREATE TABLE debtor ( -- 60
  debtor_id INTEGER PRIMARY KEY, -- n
  debtor_nm TEXT NOT NULL, -- company()
  ctry_cd TEXT NOT NULL, -- one('AT*4|DE*3|IT')
  cr_limit REAL -- maybe(0.8, skew(2000, 60000))
);
CREATE TABLE ar_inv ( -- 700
  inv_id INTEGER PRIMARY KEY, -- n
  inv_no TEXT NOT NULL, -- 'R' + str(50000 + n)
  debtor_id INTEGER NOT NULL REFERENCES debtor(debtor_id), -- ref('debtor', 0.88)
  inv_dt DATE NOT NULL, -- more('2024-03-01', T)
  due_dt DATE NOT NULL, -- plus(inv_dt, one('14|30*3|60'))
  net_amt REAL NOT NULL, -- skew(80, 12000, 2)
  vat_amt REAL NOT NULL, -- round(net_amt * 0.2, 2)
  stat TEXT NOT NULL -- one('PAID*9|OPEN*2|CANC') if due_dt <= T else one('PAID*3|OPEN*6')
);
CREATE TABLE ar_pmt ( -- 520
  pmt_id INTEGER PRIMARY KEY, -- n
  inv_id INTEGER NOT NULL REFERENCES ar_inv(inv_id), -- ref('ar_inv', 0.8, 1)
  pmt_dt DATE NOT NULL, -- min(plus(get('ar_inv', inv_id).inv_dt, 3, 70), T)
  pmt_amt REAL NOT NULL, -- round(get('ar_inv', inv_id).net_amt * one('1.2*5|0.6'), 2)
  pmt_meth TEXT NOT NULL -- one('TRF*6|DD*2|CARD')
);
CREATE TABLE budget ( -- 96
  bud_id INTEGER PRIMARY KEY, -- n
  cc_id INTEGER NOT NULL REFERENCES cost_ctr(cc_id), -- 1 + n % 8
  bud_yr INTEGER NOT NULL, -- 2024 + n % 3
  acct_no INTEGER NOT NULL REFERENCES gl_acct(acct_no), -- ref('gl_acct', 1, 1)
  bud_amt REAL NOT NULL -- skew(2000, 40000)
);
