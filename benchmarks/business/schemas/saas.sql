CREATE TABLE plans ( -- 5
  plan_id INTEGER PRIMARY KEY, -- n
  code TEXT NOT NULL, -- nth('FREE|START|TEAM|BIZ|ENT')
  plan_name TEXT NOT NULL, -- nth('Free|Starter|Team|Business|Enterprise')
  monthly_price_cents INTEGER NOT NULL, -- nth('0|1900|4900|12900|49900')
  is_public INTEGER NOT NULL -- nth('1|1|1|1|0')
);
CREATE TABLE accounts ( -- 260
  account_id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL, -- company()
  industry TEXT, -- one('Software*3|Retail*2|Health|Education|Finance*2|-')
  country_code TEXT NOT NULL, -- one('AT*3|DE*5|CH*2|US*3|GB')
  employees INTEGER, -- maybe(0.85, skew(3, 2500))
  source TEXT NOT NULL, -- one('organic*3|ads*2|partner|referral*2')
  is_test INTEGER NOT NULL, -- one('0*24|1')
  created_at TIMESTAMP NOT NULL -- at(more('2023-01-05', T), 6, 22)
);
CREATE TABLE users ( -- 700
  user_id INTEGER PRIMARY KEY, -- n
  account_id INTEGER NOT NULL REFERENCES accounts(account_id), -- ref('accounts', 1)
  full_name TEXT NOT NULL, -- person()
  email TEXT NOT NULL, -- mail(full_name)
  role TEXT NOT NULL, -- one('admin*2|member*6|viewer*2')
  invited_at TIMESTAMP NOT NULL, -- at(more(get('accounts', account_id).created_at[:10], T))
  last_login_at TIMESTAMP, -- at(maybe(0.85, more(invited_at[:10], T)), 5, 23)
  deactivated_at TIMESTAMP -- at(maybe(0.1, day((last_login_at or invited_at)[:10], T)))
);
CREATE TABLE subscriptions ( -- 330
  subscription_id INTEGER PRIMARY KEY, -- n
  account_id INTEGER NOT NULL REFERENCES accounts(account_id), -- ref('accounts', 0.88, 1.1)
  plan_id INTEGER NOT NULL REFERENCES plans(plan_id), -- one('1|2*4|3*5|4*3|5')
  seats INTEGER NOT NULL, -- skew(1, 60)
  mrr_cents INTEGER NOT NULL, -- get('plans', plan_id).monthly_price_cents * seats // one('1*4|2')
  started_on DATE NOT NULL, -- more(get('accounts', account_id).created_at[:10], T)
  trial_ends_on DATE, -- maybe(0.6, plus(started_on, 14))
  ended_on DATE, -- past(maybe(0.4, plus(started_on, 20, 600)))
  cancel_reason TEXT, -- one('price*3|missing feature*2|closed business|-*2') if ended_on else None
  status TEXT NOT NULL -- 'ended' if ended_on else 'trialing' if trial_ends_on and trial_ends_on > T else one('active*12|past_due')
);
CREATE TABLE invoices ( -- 1500
  invoice_id INTEGER PRIMARY KEY, -- 7000 + n
  subscription_id INTEGER NOT NULL REFERENCES subscriptions(subscription_id), -- ref('subscriptions', 0.93, 1.2)
  issued_on DATE NOT NULL, -- more(get('subscriptions', subscription_id).started_on, get('subscriptions', subscription_id).ended_on or T)
  due_on DATE NOT NULL, -- plus(issued_on, one('14*2|30'))
  paid_on DATE, -- past(maybe(0.9, plus(issued_on, 1, 45)))
  amount_cents INTEGER NOT NULL, -- get('subscriptions', subscription_id).mrr_cents + num(0, 900) * 10
  status TEXT NOT NULL -- 'paid' if paid_on else one('open*8|void|uncollectible')
);
CREATE TABLE feature_events ( -- 1800
  event_id INTEGER PRIMARY KEY, -- n
  user_id INTEGER NOT NULL REFERENCES users(user_id), -- ref('users', 0.8)
  feature TEXT NOT NULL, -- one('export*4|report*5|api*2|invite*2|dashboard*6')
  occurred_at TIMESTAMP NOT NULL -- at(more('2025-06-01', T), 0, 23)
);
