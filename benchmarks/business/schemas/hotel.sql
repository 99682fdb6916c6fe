CREATE TABLE hotel ( -- 6
  hotel_id INTEGER PRIMARY KEY, -- n
  hotel_name TEXT NOT NULL, -- nth('Seeblick|Alpenhof|Grand Central|Park Inn Vienna|Stadthaus|Harbour View')
  city TEXT NOT NULL, -- nth('Salzburg|Innsbruck|Vienna|Vienna|Graz|Hamburg')
  country TEXT NOT NULL, -- 'Germany' if city == 'Hamburg' else 'Austria'
  stars INTEGER, -- nth('4|3|5|4|-|4')
  opened_on DATE NOT NULL -- day('1998-01-01', '2021-06-30')
);
CREATE TABLE room_type ( -- 5
  room_type_id INTEGER PRIMARY KEY, -- n
  type_name TEXT NOT NULL, -- nth('Single|Double|Family|Junior Suite|Suite')
  max_persons INTEGER NOT NULL -- nth('1|2|4|3|5')
);
CREATE TABLE room ( -- 120
  room_id INTEGER PRIMARY KEY, -- n
  hotel_id INTEGER NOT NULL REFERENCES hotel(hotel_id), -- ref('hotel', 1, 1.2)
  room_type_id INTEGER NOT NULL REFERENCES room_type(room_type_id), -- one('1*3|2*6|3*2|4*2|5')
  room_no TEXT NOT NULL, -- str(100 + n)
  floor INTEGER NOT NULL, -- 1 + n // 25
  base_rate REAL NOT NULL, -- round(60 + room_type_id * 25 + num(0, 40) + n * 0.1, 2)
  has_balcony INTEGER NOT NULL, -- one('1*2|0*3')
  out_of_order_since DATE -- maybe(0.06, day('2026-07-01', T))
);
CREATE TABLE guest ( -- 420
  guest_id INTEGER PRIMARY KEY, -- n
  first_name TEXT NOT NULL, -- first()
  last_name TEXT NOT NULL, -- last()
  email TEXT, -- maybe(0.85, mail(first_name, last_name))
  home_country TEXT, -- one('Austria*5|Germany*6|Italy*2|Switzerland*2|France|United Kingdom|-')
  birth_date DATE, -- maybe(0.9, day('1945-01-01', '2004-12-31'))
  loyalty_level TEXT, -- one('Silver*3|Gold*2|Platinum|-*7')
  created_at TIMESTAMP NOT NULL -- at(more('2022-01-01', T))
);
CREATE TABLE agency ( -- 8
  agency_id INTEGER PRIMARY KEY, -- n
  agency_name TEXT NOT NULL, -- nth('Bookwell|Stay24|Roomfinder|Sunny Tours|Alpine Travel|CityBreaks|Globetrotter|Weekend Deals')
  commission_pct REAL NOT NULL -- nth('15|12|18|10|8|14|11|20')
);
CREATE TABLE reservation ( -- 1500
  reservation_id INTEGER PRIMARY KEY, -- 5000 + n
  guest_id INTEGER NOT NULL REFERENCES guest(guest_id), -- ref('guest', 0.85)
  room_id INTEGER NOT NULL REFERENCES room(room_id), -- ref('room', 0.95, 1.2)
  agency_id INTEGER REFERENCES agency(agency_id), -- maybe(0.55, ref('agency', 0.9))
  booked_at TIMESTAMP NOT NULL, -- at(more('2024-06-01', T), 6, 23)
  arrival_date DATE NOT NULL, -- plus(booked_at[:10], 1, 110)
  departure_date DATE NOT NULL, -- plus(arrival_date, 1, one('2*4|3*3|7*2|14'))
  adults INTEGER NOT NULL, -- one('1*3|2*6|3|4')
  children INTEGER NOT NULL, -- one('0*7|1*2|2')
  nightly_rate REAL NOT NULL, -- round(get('room', room_id).base_rate * num(0.8, 1.3, 2), 2)
  status TEXT NOT NULL, -- one('cancelled*2|no-show|checked_out*12') if departure_date <= T else one('cancelled|checked_in*9') if arrival_date <= T else one('confirmed*7|option*2|cancelled*2')
  cancelled_at TIMESTAMP -- at(day(booked_at[:10], min(arrival_date, T))) if status == 'cancelled' else None
);
CREATE TABLE extra_service ( -- 7
  service_id INTEGER PRIMARY KEY, -- n
  service_name TEXT NOT NULL, -- nth('Breakfast|Parking|Spa|Minibar|Late checkout|Airport transfer|Pet fee')
  unit_price REAL NOT NULL -- nth('18|15|45|9|30|60|12')
);
CREATE TABLE service_charge ( -- 1600
  charge_id INTEGER PRIMARY KEY, -- n
  reservation_id INTEGER NOT NULL REFERENCES reservation(reservation_id), -- ref('reservation', 0.6, 1)
  service_id INTEGER NOT NULL REFERENCES extra_service(service_id), -- ref('extra_service', 0.9, 1.3)
  charged_on DATE NOT NULL, -- min(plus(get('reservation', reservation_id).arrival_date, 0, 2), get('reservation', reservation_id).departure_date)
  quantity INTEGER NOT NULL, -- one('1*6|2*3|4')
  unit_price REAL NOT NULL, -- get('extra_service', service_id).unit_price
  waived INTEGER NOT NULL -- one('0*14|1')
);
CREATE TABLE review ( -- 380
  review_id INTEGER PRIMARY KEY, -- n
  reservation_id INTEGER NOT NULL REFERENCES reservation(reservation_id), -- ref('reservation', 0.5, 1)
  rating INTEGER NOT NULL, -- one('1|2|3*2|4*5|5*5')
  review_text TEXT, -- one('-*4|Lovely stay|Too noisy|Friendly staff|Breakfast could be better')
  written_on DATE NOT NULL -- min(plus(get('reservation', reservation_id).departure_date, 1, 20), T)
);
