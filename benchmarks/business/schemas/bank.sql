CREATE TABLE branch ( -- 8
  branch_id INTEGER PRIMARY KEY, -- n
  branch_name TEXT NOT NULL, -- nth('City|North|Station|University|Lakeside|Airport|West|Market')
  town TEXT NOT NULL -- nth('Vienna|Vienna|Graz|Graz|Salzburg|Vienna|Linz|Linz')
);
CREATE TABLE client ( -- 360
  client_id INTEGER PRIMARY KEY, -- n
  client_name TEXT NOT NULL, -- person() if n % 6 else company()
  segment TEXT NOT NULL, -- 'business' if n % 6 == 0 else one('retail*5|private banking')
  birth_date DATE, -- day('1945-01-01', '2005-12-31') if n % 6 else None
  branch_id INTEGER NOT NULL REFERENCES branch(branch_id), -- ref('branch', 1, 1.1)
  risk_class TEXT, -- one('A*4|B*4|C*2|-')
  onboarded_on DATE NOT NULL -- more('2012-01-01', T)
);
CREATE TABLE account_type ( -- 4
  type_code TEXT PRIMARY KEY, -- nth('CUR|SAV|DEP|YTH')
  type_name TEXT NOT NULL -- nth('Current account|Savings account|Fixed deposit|Youth account')
);
CREATE TABLE account ( -- 520
  account_id INTEGER PRIMARY KEY, -- n
  iban TEXT NOT NULL, -- 'AT' + str(6112000000000 + n * 977)
  client_id INTEGER NOT NULL REFERENCES client(client_id), -- ref('client', 0.95, 1.1)
  type_code TEXT NOT NULL REFERENCES account_type(type_code), -- one('CUR*5|SAV*3|DEP|YTH')
  opened_on DATE NOT NULL, -- more(get('client', client_id).onboarded_on, T)
  closed_on DATE, -- past(maybe(0.15, plus(opened_on, 60, 2000)))
  balance REAL NOT NULL, -- 0.0 if closed_on else round(skew(-900, 60000, 2), 2)
  overdraft_limit REAL -- one('1000*3|3000*2|-') if type_code == 'CUR' else None
);
CREATE TABLE transaction_entry ( -- 2000
  entry_id INTEGER PRIMARY KEY, -- n
  account_id INTEGER NOT NULL REFERENCES account(account_id), -- ref('account', 0.85, 1.3)
  booked_at TIMESTAMP NOT NULL, -- at(more('2025-01-01', T), 0, 23)
  value_date DATE NOT NULL, -- plus(booked_at[:10], 0, 2)
  amount REAL NOT NULL, -- round(skew(3, 2600, 2) * one('-1*3|1*2'), 2)
  kind TEXT NOT NULL, -- one('card*5|transfer*5|cash*2|fee|salary') if amount < 0 else one('transfer*4|salary*3|cash')
  is_reversal INTEGER NOT NULL -- one('0*30|1')
);
CREATE TABLE loan ( -- 210
  loan_id INTEGER PRIMARY KEY, -- n
  client_id INTEGER NOT NULL REFERENCES client(client_id), -- ref('client', 0.6)
  purpose TEXT NOT NULL, -- one('home*4|car*3|consumer*4|business*2')
  principal REAL NOT NULL, -- skew(2500, 420000)
  interest_rate REAL NOT NULL, -- num(2.1, 8.9, 2)
  granted_on DATE NOT NULL, -- more('2018-01-01', T)
  term_months INTEGER NOT NULL, -- one('24|36*2|60*3|120|240')
  repaid_on DATE, -- past(maybe(0.35, plus(granted_on, 200, 2200)))
  state TEXT NOT NULL -- 'repaid' if repaid_on else one('active*10|defaulted')
);
CREATE TABLE installment ( -- 900
  installment_id INTEGER PRIMARY KEY, -- n
  loan_id INTEGER NOT NULL REFERENCES loan(loan_id), -- ref('loan', 0.95, 1)
  due_on DATE NOT NULL, -- day(get('loan', loan_id).granted_on, plus(T, 40))
  amount REAL NOT NULL, -- skew(90, 2400, 2)
  paid_on DATE -- past(maybe(0.92, plus(due_on, -3, 35)))
);
