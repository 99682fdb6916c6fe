CREATE TABLE vendor ( -- 50
  vendor_id INTEGER PRIMARY KEY, -- n
  vendor_name TEXT NOT NULL, -- company()
  country TEXT NOT NULL, -- one('Austria*3|Germany*4|Poland*2|China*2')
  rating TEXT, -- one('A*3|B*4|C*2|-')
  blocked INTEGER NOT NULL -- one('0*11|1')
);
CREATE TABLE material_group ( -- 6
  group_id INTEGER PRIMARY KEY, -- n
  group_name TEXT NOT NULL -- nth('Steel|Electronics|Packaging|Chemicals|Office|Services')
);
CREATE TABLE material ( -- 90
  material_id INTEGER PRIMARY KEY, -- n
  material_name TEXT NOT NULL, -- nth('Sheet|Cable|Box|Cleaner|Paper|Support|Screw|Sensor') + ' ' + str(100 + n)
  group_id INTEGER NOT NULL REFERENCES material_group(group_id), -- 1 + n % 6
  standard_price REAL NOT NULL, -- skew(1, 700, 2)
  safety_stock INTEGER NOT NULL, -- num(5, 60)
  stock_qty INTEGER NOT NULL -- skew(0, 300)
);
CREATE TABLE buyer ( -- 9
  buyer_id INTEGER PRIMARY KEY, -- n
  buyer_name TEXT NOT NULL -- person()
);
CREATE TABLE purchase_order ( -- 620
  po_id INTEGER PRIMARY KEY, -- 45000 + n
  vendor_id INTEGER NOT NULL REFERENCES vendor(vendor_id), -- ref('vendor', 0.88, 1.4)
  buyer_id INTEGER NOT NULL REFERENCES buyer(buyer_id), -- ref('buyer', 0.95, 1.2)
  ordered_on DATE NOT NULL, -- more('2024-06-01', T)
  approved_on DATE, -- past(maybe(0.95, plus(ordered_on, 0, 9)))
  currency TEXT NOT NULL, -- one('EUR*8|USD')
  po_status TEXT NOT NULL -- 'draft' if not approved_on else one('open*4|received*9|cancelled')
);
CREATE TABLE po_item ( -- each purchase_order 1-3
  item_id INTEGER PRIMARY KEY, -- n
  po_id INTEGER NOT NULL REFERENCES purchase_order(po_id), -- p.po_id
  material_id INTEGER NOT NULL REFERENCES material(material_id), -- ref('material', 0.9, 1.3)
  quantity INTEGER NOT NULL, -- skew(1, 200)
  unit_price REAL NOT NULL, -- round(get('material', material_id).standard_price * num(0.85, 1.2, 3), 2)
  requested_date DATE NOT NULL -- plus(p.ordered_on, 7, 40)
);
CREATE TABLE goods_receipt ( -- 900
  receipt_id INTEGER PRIMARY KEY, -- n
  item_id INTEGER NOT NULL REFERENCES po_item(item_id), -- ref('po_item', 0.8, 1)
  received_on DATE NOT NULL, -- min(plus(get('po_item', item_id).requested_date, -6, 14), T)
  quantity INTEGER NOT NULL, -- max(1, int(get('po_item', item_id).quantity * one('1.0*4|0.5')))
  rejected_qty INTEGER NOT NULL -- one('0*9|1|3')
);
CREATE TABLE vendor_invoice ( -- 520
  invoice_id INTEGER PRIMARY KEY, -- n
  po_id INTEGER NOT NULL REFERENCES purchase_order(po_id), -- ref('purchase_order', 0.8, 1)
  invoice_date DATE NOT NULL, -- min(plus(get('purchase_order', po_id).ordered_on, 10, 60), T)
  due_date DATE NOT NULL, -- plus(invoice_date, 30)
  amount REAL NOT NULL, -- skew(60, 24000, 2)
  paid_date DATE -- past(maybe(0.9, plus(invoice_date, 5, 55)))
);
