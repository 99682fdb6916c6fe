CREATE TABLE zones ( -- 6
  zone_id INTEGER PRIMARY KEY, -- n
  zone_name TEXT NOT NULL -- nth('Old Town|Riverside|University|West End|Harbour|Hills')
);
CREATE TABLE restaurants ( -- 54
  restaurant_id INTEGER PRIMARY KEY, -- n
  restaurant_name TEXT NOT NULL, -- nth('Golden|Little|Mama|Green|Spicy|Royal') + ' ' + 'Wok|Trattoria|Burger|Bowl|Curry|Sushi|Kebab|Taco|Pho'.split('|')[(n - 1) // 6]
  cuisine TEXT NOT NULL, -- 'chinese|italian|american|healthy|indian|japanese|turkish|mexican|vietnamese'.split('|')[(n - 1) // 6]
  zone_id INTEGER NOT NULL REFERENCES zones(zone_id), -- ref('zones', 1, 1)
  commission_rate REAL NOT NULL, -- one('0.15|0.2*2|0.25|0.3')
  onboarded_on DATE NOT NULL, -- more('2023-01-01', T)
  paused_since DATE -- maybe(0.1, day('2026-04-01', T))
);
CREATE TABLE couriers ( -- 60
  courier_id INTEGER PRIMARY KEY, -- n
  courier_name TEXT NOT NULL, -- person()
  vehicle TEXT NOT NULL, -- one('bike*5|e-bike*3|scooter*2|car')
  contract_start DATE NOT NULL, -- more('2023-03-01', T)
  contract_end DATE -- past(maybe(0.3, plus(contract_start, 40, 800)))
);
CREATE TABLE app_users ( -- 460
  user_id INTEGER PRIMARY KEY, -- n
  display_name TEXT NOT NULL, -- person()
  phone TEXT, -- maybe(0.9, phone())
  home_zone_id INTEGER REFERENCES zones(zone_id), -- maybe(0.9, ref('zones', 1, 1))
  registered_at TIMESTAMP NOT NULL, -- at(more('2023-06-01', T), 0, 23)
  is_premium INTEGER NOT NULL -- one('0*4|1')
);
CREATE TABLE food_orders ( -- 1600
  order_id INTEGER PRIMARY KEY, -- 40000 + n
  user_id INTEGER NOT NULL REFERENCES app_users(user_id), -- ref('app_users', 0.85)
  restaurant_id INTEGER NOT NULL REFERENCES restaurants(restaurant_id), -- ref('restaurants', 0.92, 1.3)
  courier_id INTEGER REFERENCES couriers(courier_id), -- maybe(0.93, ref('couriers', 0.92, 1.2))
  placed_at TIMESTAMP NOT NULL, -- at(more('2025-01-01', T), 10, 22)
  promised_minutes INTEGER NOT NULL, -- one('30*3|40*3|45|60')
  picked_up_at TIMESTAMP, -- minutes(placed_at, 8, 40) if courier_id else None
  delivered_at TIMESTAMP, -- minutes(picked_up_at, 5, 45) if picked_up_at and chance(0.95) else None
  order_status TEXT NOT NULL, -- 'delivered' if delivered_at else one('cancelled by user*3|cancelled by restaurant*2|failed')
  delivery_fee_cents INTEGER NOT NULL, -- one('0*2|199*3|299*3|399')
  tip_cents INTEGER NOT NULL, -- one('0*6|100*2|200*2|500')
  rating INTEGER -- one('5*5|4*3|3|1|-*8') if delivered_at else None
);
CREATE TABLE order_lines ( -- each food_orders 1-3
  line_id INTEGER PRIMARY KEY, -- n
  order_id INTEGER NOT NULL REFERENCES food_orders(order_id), -- p.order_id
  dish TEXT NOT NULL, -- one('Noodles*3|Pizza*4|Burger*4|Salad*2|Curry*3|Sushi Box*2|Ramen*2|Tiramisu')
  qty INTEGER NOT NULL, -- one('1*6|2*3|3')
  price_cents INTEGER NOT NULL -- num(690, 1990)
);
CREATE TABLE vouchers ( -- 180
  voucher_id INTEGER PRIMARY KEY, -- n
  user_id INTEGER NOT NULL REFERENCES app_users(user_id), -- ref('app_users', 0.9, 1)
  value_cents INTEGER NOT NULL, -- one('500*3|1000*2|1500')
  issued_on DATE NOT NULL, -- more('2025-01-01', T)
  valid_until DATE NOT NULL, -- plus(issued_on, 60)
  redeemed_on DATE -- past(maybe(0.5, plus(issued_on, 1, 59)))
);
