CREATE TABLE imprints ( -- 4
  id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL -- nth('Nightjar|Lindwurm|Paper Boat|Meridian')
);
CREATE TABLE authors ( -- 70
  id INTEGER PRIMARY KEY, -- n
  pen_name TEXT NOT NULL, -- person()
  nationality TEXT, -- one('Austrian*3|German*4|British*2|French|-')
  agent_name TEXT -- maybe(0.6, one('Keel Agency*2|Lit & Co|Brandt Literary'))
);
CREATE TABLE titles ( -- 140
  id INTEGER PRIMARY KEY, -- n
  title TEXT NOT NULL, -- nth('The Silent|A Winter|Beyond the|Last|Red|Under') + ' ' + nth('River|Garden|House|Letter|Train|Island|Winter') + (' ' + str(1 + n // 42) if n >= 42 else '')
  imprint_id INTEGER NOT NULL REFERENCES imprints(id), -- ref('imprints', 1, 1)
  genre TEXT NOT NULL, -- one('crime*4|romance*3|non-fiction*3|children*2|poetry')
  published_on DATE, -- maybe(0.93, day('2019-01-01', '2026-09-30'))
  pages INTEGER NOT NULL, -- num(90, 720)
  out_of_print INTEGER NOT NULL -- one('0*9|1')
);
CREATE TABLE title_authors ( -- each titles 1-2
  id INTEGER PRIMARY KEY, -- n
  title_id INTEGER NOT NULL REFERENCES titles(id), -- p.id
  author_id INTEGER NOT NULL REFERENCES authors(id), -- 1 + (p.id * 11 + j * 29) % 62
  royalty_pct REAL NOT NULL -- one('6.0|8.0*3|10.0*2|12.0')
);
CREATE TABLE editions ( -- each titles 1-3
  id INTEGER PRIMARY KEY, -- n
  title_id INTEGER NOT NULL REFERENCES titles(id), -- p.id
  isbn TEXT NOT NULL, -- '978-3-' + str(100000 + n * 37)
  format TEXT NOT NULL, -- ('hardcover', 'paperback', 'e-book')[j - 1]
  list_price REAL NOT NULL -- round((27, 14, 10)[j - 1] + n % 90 * 0.1, 2)
);
CREATE TABLE booksellers ( -- 60
  id INTEGER PRIMARY KEY, -- n
  name TEXT NOT NULL, -- company()
  channel TEXT NOT NULL, -- one('bookshop*5|online*2|wholesale*2')
  country TEXT NOT NULL -- one('Austria*4|Germany*5|Switzerland*2')
);
CREATE TABLE sales ( -- 1700
  id INTEGER PRIMARY KEY, -- n
  edition_id INTEGER NOT NULL REFERENCES editions(id), -- ref('editions', 0.88)
  bookseller_id INTEGER NOT NULL REFERENCES booksellers(id), -- ref('booksellers', 0.93, 1.3)
  sold_on DATE NOT NULL, -- more('2024-01-01', T)
  copies INTEGER NOT NULL, -- one('1*4|3*3|10*3|50|-2')
  discount_pct INTEGER NOT NULL -- one('30*3|40*4|50')
);
CREATE TABLE royalty_payments ( -- 260
  id INTEGER PRIMARY KEY, -- n
  author_id INTEGER NOT NULL REFERENCES authors(id), -- ref('authors', 0.8)
  period_end DATE NOT NULL, -- one('2024-06-30|2024-12-31|2025-06-30|2025-12-31|2026-06-30')
  paid_on DATE, -- past(maybe(0.95, plus(period_end, 30, 100)))
  amount REAL NOT NULL -- skew(40, 9000, 2)
);
