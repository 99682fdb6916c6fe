CREATE TABLE categories ( -- 12
  id INTEGER PRIMARY KEY, -- n
  parent_id INTEGER REFERENCES categories(id), -- None if n <= 4 else 1 + n % 4
  name TEXT NOT NULL -- nth('Garden|Kitchen|Office|Living|Outdoor Chairs|Cookware|Desks|Lamps|Planters|Knives|Filing|Rugs')
);
CREATE TABLE suppliers ( -- 14
  id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL, -- company()
  country TEXT NOT NULL -- one('Italy|Germany*2|Poland|China*2')
);
CREATE TABLE products ( -- 160
  id INTEGER PRIMARY KEY, -- n
  sku TEXT NOT NULL, -- 'SKU-' + str(10000 + n * 7)
  name TEXT NOT NULL, -- nth('Oak|Steel|Compact|Classic|Urban|Nordic|Folding') + ' ' + get('categories', 5 + n % 8).name.rstrip('s') + ' ' + str(n)
  category_id INTEGER NOT NULL REFERENCES categories(id), -- 5 + n % 8
  supplier_id INTEGER REFERENCES suppliers(id), -- maybe(0.95, ref('suppliers', 0.9))
  list_price REAL NOT NULL, -- skew(9, 480, 2)
  cost_price REAL NOT NULL, -- round(list_price * num(0.35, 0.8, 2), 2)
  stock INTEGER NOT NULL, -- one('0*2') if n % 11 == 0 else skew(1, 400)
  discontinued_at DATE -- maybe(0.08, day('2025-01-01', T))
);
CREATE TABLE customers ( -- 420
  id INTEGER PRIMARY KEY, -- n
  first_name TEXT NOT NULL, -- first()
  last_name TEXT NOT NULL, -- last()
  email TEXT NOT NULL, -- mail(first_name, last_name)
  phone TEXT, -- maybe(0.6, phone())
  city TEXT NOT NULL, -- city()
  country TEXT NOT NULL, -- country(city)
  birthday DATE, -- maybe(0.7, day('1950-01-01', '2005-12-31'))
  newsletter_opt_in INTEGER NOT NULL, -- one('1*2|0*3')
  created_at TIMESTAMP NOT NULL, -- at(more('2022-03-01', T), 0, 23)
  deleted_at TIMESTAMP -- at(maybe(0.05, day(created_at[:10], T)))
);
CREATE TABLE orders ( -- 1500
  id INTEGER PRIMARY KEY, -- 100000 + n
  customer_id INTEGER NOT NULL REFERENCES customers(id), -- ref('customers', 0.82)
  status TEXT NOT NULL, -- one('pending*1|paid*2|shipped*4|delivered*14|cancelled*2|test')
  channel TEXT NOT NULL, -- one('web*6|app*4|phone|marketplace*2')
  coupon_code TEXT, -- maybe(0.2, one('SPRING10*3|WELCOME*4|VIP20'))
  placed_at TIMESTAMP NOT NULL, -- at(more(max('2024-01-01', get('customers', customer_id).created_at[:10]), T), 0, 23)
  shipped_at TIMESTAMP, -- at(past(plus(placed_at[:10], 0, 6))) if status in ('shipped', 'delivered') else None
  shipping_fee REAL NOT NULL -- one('0*3|4.9*5|9.9*2')
);
CREATE TABLE order_items ( -- each orders 1-4
  id INTEGER PRIMARY KEY, -- n
  order_id INTEGER NOT NULL REFERENCES orders(id), -- p.id
  product_id INTEGER NOT NULL REFERENCES products(id), -- ref('products', 0.92, 1.4)
  quantity INTEGER NOT NULL, -- one('1*7|2*3|3|5')
  unit_price REAL NOT NULL, -- round(get('products', product_id).list_price * num(0.9, 1.05, 2), 2)
  discount_percent REAL NOT NULL -- one('0*7|5*2|10*2|20')
);
CREATE TABLE returns ( -- 210
  id INTEGER PRIMARY KEY, -- n
  order_item_id INTEGER NOT NULL REFERENCES order_items(id), -- (n * 17) % 3000 + 1
  returned_at DATE NOT NULL, -- min(plus(get('orders', get('order_items', order_item_id).order_id).placed_at[:10], 4, 40), T)
  reason TEXT NOT NULL, -- one('damaged*2|wrong size*3|changed mind*4|late')
  refund_amount REAL -- maybe(0.9, skew(5, 300, 2))
);
