CREATE TABLE agents ( -- 18
  agent_id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL, -- person()
  office TEXT NOT NULL, -- nth('Centre|North|Lake')
  commission_pct REAL NOT NULL -- one('2.0*2|2.5*3|3.0')
);
CREATE TABLE owners ( -- 150
  owner_id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL, -- person()
  phone TEXT -- maybe(0.85, phone())
);
CREATE TABLE properties ( -- 320
  property_id INTEGER PRIMARY KEY, -- n
  owner_id INTEGER NOT NULL REFERENCES owners(owner_id), -- ref('owners', 0.95)
  address TEXT NOT NULL, -- street() + ' / ' + str(n)
  city TEXT NOT NULL, -- city()
  kind TEXT NOT NULL, -- one('flat*6|house*3|office*2|plot')
  living_area REAL, -- None if kind == 'plot' else skew(28, 320)
  rooms INTEGER, -- None if kind == 'plot' else one('1|2*3|3*4|4*2|6')
  year_built INTEGER, -- maybe(0.9, num(1890, 2025))
  has_garden INTEGER NOT NULL -- one('0*2|1')
);
CREATE TABLE listings ( -- 480
  listing_id INTEGER PRIMARY KEY, -- n
  property_id INTEGER NOT NULL REFERENCES properties(property_id), -- ref('properties', 0.93, 1)
  agent_id INTEGER NOT NULL REFERENCES agents(agent_id), -- ref('agents', 0.95, 1.2)
  deal_type TEXT NOT NULL, -- one('sale*3|rent*2')
  asking_price REAL NOT NULL, -- skew(120000, 1400000) + n if deal_type == 'sale' else skew(450, 3900) + n / 100
  listed_on DATE NOT NULL, -- more('2024-02-01', T)
  withdrawn_on DATE, -- past(maybe(0.12, plus(listed_on, 20, 200)))
  status TEXT NOT NULL -- 'withdrawn' if withdrawn_on else one('active*5|under offer|closed*6|draft')
);
CREATE TABLE buyers ( -- 380
  buyer_id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL, -- person()
  max_budget REAL, -- maybe(0.7, skew(90000, 1200000))
  registered_on DATE NOT NULL -- more('2023-06-01', T)
);
CREATE TABLE viewings ( -- 1300
  viewing_id INTEGER PRIMARY KEY, -- n
  listing_id INTEGER NOT NULL REFERENCES listings(listing_id), -- ref('listings', 0.85)
  buyer_id INTEGER NOT NULL REFERENCES buyers(buyer_id), -- ref('buyers', 0.85)
  viewed_at TIMESTAMP NOT NULL, -- at(plus(get('listings', listing_id).listed_on, 1, 60), 9, 19)
  attended INTEGER NOT NULL -- one('1*7|0')
);
CREATE TABLE deals ( -- 210
  deal_id INTEGER PRIMARY KEY, -- n
  listing_id INTEGER NOT NULL REFERENCES listings(listing_id), -- 1 + (n * 2) % 480
  buyer_id INTEGER NOT NULL REFERENCES buyers(buyer_id), -- ref('buyers', 0.8)
  signed_on DATE NOT NULL, -- min(plus(get('listings', listing_id).listed_on, 15, 220), T)
  final_price REAL NOT NULL, -- round(get('listings', listing_id).asking_price * num(0.88, 1.03, 3))
  cancelled INTEGER NOT NULL -- one('0*14|1')
);
