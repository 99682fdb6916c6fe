CREATE TABLE venues ( -- 10
  venue_id INTEGER PRIMARY KEY, -- n
  venue_name TEXT NOT NULL, -- nth('Arena|Opera House|Jazz Cellar|City Hall|Open Air Park|Stadium|Old Factory|Museum Court|Lakeside Stage|Club 9')
  city TEXT NOT NULL, -- nth('Vienna|Vienna|Graz|Linz|Munich|Vienna|Berlin|Graz|Salzburg|Berlin')
  capacity INTEGER NOT NULL -- nth('9000|1700|180|600|5200|22000|900|450|1500|320')
);
CREATE TABLE organizers ( -- 22
  organizer_id INTEGER PRIMARY KEY, -- n
  organizer_name TEXT NOT NULL, -- company()
  fee_percent REAL NOT NULL -- one('4.0|5.0*2|7.5')
);
CREATE TABLE events ( -- 130
  event_id INTEGER PRIMARY KEY, -- n
  event_title TEXT NOT NULL, -- nth('Rock Night|Winter Concert|Comedy Evening|Jazz Session|Poetry Slam|Summer Festival|Ballet Gala|Hockey Cup') + ' #' + str(n)
  genre TEXT NOT NULL, -- nth('rock|classical|comedy|jazz|spoken word|festival|classical|sports')
  venue_id INTEGER NOT NULL REFERENCES venues(venue_id), -- ref('venues', 0.95, 1)
  organizer_id INTEGER NOT NULL REFERENCES organizers(organizer_id), -- ref('organizers', 0.9, 1.2)
  event_date DATE NOT NULL, -- day('2025-01-10', '2027-03-31')
  on_sale_from DATE NOT NULL, -- plus(event_date, -200, -60)
  state TEXT NOT NULL -- one('scheduled*14|cancelled|postponed') if event_date >= T else one('took place*14|cancelled')
);
CREATE TABLE buyers ( -- 480
  buyer_id INTEGER PRIMARY KEY, -- n
  buyer_name TEXT NOT NULL, -- person()
  email TEXT NOT NULL, -- mail(buyer_name)
  city TEXT, -- maybe(0.9, city())
  marketing_consent INTEGER NOT NULL -- one('1*2|0*3')
);
CREATE TABLE ticket_orders ( -- 1300
  order_id INTEGER PRIMARY KEY, -- 9000 + n
  buyer_id INTEGER NOT NULL REFERENCES buyers(buyer_id), -- ref('buyers', 0.87)
  event_id INTEGER NOT NULL REFERENCES events(event_id), -- ref('events', 0.92, 1.3)
  ordered_at TIMESTAMP NOT NULL, -- at(min(day(get('events', event_id).on_sale_from, get('events', event_id).event_date), T), 0, 23)
  sales_channel TEXT NOT NULL, -- one('web*6|box office*2|partner')
  payment_state TEXT NOT NULL, -- one('paid*14|pending|failed|refunded')
  voucher_cents INTEGER NOT NULL -- one('0*9|500|1000')
);
CREATE TABLE tickets ( -- each ticket_orders 1-3
  ticket_id INTEGER PRIMARY KEY, -- n
  order_id INTEGER NOT NULL REFERENCES ticket_orders(order_id), -- p.order_id
  price_category TEXT NOT NULL, -- one('A*3|B*4|C*2|VIP')
  price_cents INTEGER NOT NULL, -- {'A': 6900, 'B': 4900, 'C': 2900, 'VIP': 14900}[price_category] + n % 7 * 100
  scanned_at TIMESTAMP -- at(get('events', p.event_id).event_date, 17, 20) if get('events', p.event_id).event_date < T and chance(0.9) else None
);
