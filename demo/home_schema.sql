-- The demo household: what is where, what it cost, who borrowed it.
CREATE TABLE rooms (
  room_id INTEGER PRIMARY KEY,
  room_name TEXT NOT NULL UNIQUE,
  floor TEXT NOT NULL
);
CREATE TABLE items (
  item_id INTEGER PRIMARY KEY,
  item_name TEXT NOT NULL,
  item_type TEXT NOT NULL,
  category TEXT NOT NULL,
  room_id INTEGER NOT NULL REFERENCES rooms (room_id),
  brand TEXT NOT NULL,
  condition TEXT NOT NULL,
  disposed_on TEXT
);
CREATE TABLE purchases (
  purchase_id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES items (item_id),
  shop TEXT NOT NULL,
  purchased_on TEXT NOT NULL,
  price REAL NOT NULL
);
CREATE TABLE warranties (
  warranty_id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES items (item_id),
  provider TEXT NOT NULL,
  starts_on TEXT NOT NULL,
  ends_on TEXT NOT NULL
);
CREATE TABLE loans (
  loan_id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES items (item_id),
  borrower TEXT NOT NULL,
  lent_on TEXT NOT NULL,
  returned_on TEXT
);
CREATE TABLE maintenance (
  maintenance_id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES items (item_id),
  task TEXT NOT NULL,
  done_on TEXT NOT NULL,
  minutes INTEGER NOT NULL,
  cost REAL NOT NULL
);
