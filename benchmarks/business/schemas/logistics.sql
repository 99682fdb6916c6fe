CREATE TABLE depots ( -- 7
  depot_id INTEGER PRIMARY KEY, -- n
  depot_name TEXT NOT NULL, -- nth('Vienna South|Graz|Linz Port|Munich East|Zurich|Milan North|Prague')
  country TEXT NOT NULL, -- nth('Austria|Austria|Austria|Germany|Switzerland|Italy|Czechia')
  opened_on DATE NOT NULL -- day('2005-01-01', '2022-12-31')
);
CREATE TABLE shippers ( -- 70
  shipper_id INTEGER PRIMARY KEY, -- n
  company_name TEXT NOT NULL, -- company()
  city TEXT, -- city()
  credit_hold INTEGER NOT NULL, -- one('0*9|1')
  customer_since DATE NOT NULL -- more('2015-01-01', T)
);
CREATE TABLE trucks ( -- 42
  truck_id INTEGER PRIMARY KEY, -- n
  plate TEXT NOT NULL, -- 'LKW-' + str(100 + n * 7)
  home_depot_id INTEGER NOT NULL REFERENCES depots(depot_id), -- ref('depots', 1, 1)
  max_load_kg INTEGER NOT NULL, -- one('3500|7500*2|12000*2|18000') + n
  euro_class TEXT, -- one('Euro 5|Euro 6*4|electric|-')
  decommissioned_on DATE -- maybe(0.1, day('2025-01-01', T))
);
CREATE TABLE drivers ( -- 48
  driver_id INTEGER PRIMARY KEY, -- n
  driver_name TEXT NOT NULL, -- person()
  depot_id INTEGER NOT NULL REFERENCES depots(depot_id), -- ref('depots', 1, 1.1)
  hired_on DATE NOT NULL, -- more('2010-01-01', T)
  left_on DATE, -- past(maybe(0.15, plus(hired_on, 200, 3000)))
  license_valid_to DATE NOT NULL -- day('2026-06-01', '2031-12-31')
);
CREATE TABLE tours ( -- 620
  tour_id INTEGER PRIMARY KEY, -- n
  driver_id INTEGER NOT NULL REFERENCES drivers(driver_id), -- ref('drivers', 0.93, 1.2)
  truck_id INTEGER NOT NULL REFERENCES trucks(truck_id), -- ref('trucks', 0.93, 1.2)
  start_depot_id INTEGER NOT NULL REFERENCES depots(depot_id), -- get('drivers', driver_id).depot_id
  tour_date DATE NOT NULL, -- more('2024-09-01', plus(T, 10))
  distance_km REAL NOT NULL, -- skew(35, 780, 1)
  fuel_litres REAL, -- maybe(0.9, round(distance_km * num(0.18, 0.36, 3), 1))
  tour_state TEXT NOT NULL -- one('done*12|aborted') if tour_date < T else 'planned'
);
CREATE TABLE consignments ( -- 1500
  consignment_id INTEGER PRIMARY KEY, -- 700000 + n
  shipper_id INTEGER NOT NULL REFERENCES shippers(shipper_id), -- ref('shippers', 0.88)
  tour_id INTEGER REFERENCES tours(tour_id), -- maybe(0.93, ref('tours', 0.95, 1))
  origin_depot_id INTEGER NOT NULL REFERENCES depots(depot_id), -- ref('depots', 1, 1.2)
  destination_country TEXT NOT NULL, -- one('Austria*5|Germany*4|Italy*2|Switzerland*2|France')
  service_level TEXT NOT NULL, -- one('standard*6|express*3|economy*2')
  ordered_at TIMESTAMP NOT NULL, -- at(more('2024-09-01', T), 6, 20)
  promised_date DATE NOT NULL, -- plus(ordered_at[:10], 1, 6)
  delivered_at TIMESTAMP, -- at(past(plus(promised_date, -2, one('0*6|1*2|5'))), 7, 19) if chance(0.94) else None
  weight_kg REAL NOT NULL, -- skew(2, 2400, 1)
  freight_charge REAL NOT NULL, -- round(18 + weight_kg * 0.21 + num(0, 40, 2), 2)
  status TEXT NOT NULL -- 'delivered' if delivered_at else one('in transit*4|created*3|cancelled*2|lost')
);
CREATE TABLE damage_claims ( -- 130
  claim_id INTEGER PRIMARY KEY, -- n
  consignment_id INTEGER NOT NULL REFERENCES consignments(consignment_id), -- ref('consignments', 0.7, 1)
  reported_on DATE NOT NULL, -- min(plus(get('consignments', consignment_id).ordered_at[:10], 3, 25), T)
  claimed_eur REAL NOT NULL, -- skew(40, 4200, 2)
  paid_eur REAL, -- round(claimed_eur * num(0.2, 1, 2), 2) if chance(0.6) else None
  decision TEXT -- 'accepted' if paid_eur else one('rejected*2|-')
);
