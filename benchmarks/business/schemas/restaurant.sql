CREATE TABLE Restaurant ( -- 9
  RestaurantId INTEGER PRIMARY KEY, -- n
  RestaurantName TEXT NOT NULL, -- nth('Centro|Riverside|Old Town|Airport|Market Hall|Campus|Station|Lake|Hilltop')
  City TEXT NOT NULL, -- nth('Vienna|Vienna|Graz|Vienna|Munich|Graz|Linz|Zurich|Munich')
  Seats INTEGER NOT NULL, -- 40 + n * 11
  OpenedOn DATE NOT NULL, -- day('2012-01-01', '2024-12-01')
  ClosedOn DATE -- '2025-10-31' if n == 9 else None
);
CREATE TABLE MenuCategory ( -- 6
  CategoryId INTEGER PRIMARY KEY, -- n
  CategoryName TEXT NOT NULL -- nth('Starters|Pizza|Pasta|Desserts|Soft Drinks|Wine')
);
CREATE TABLE MenuItem ( -- 48
  ItemId INTEGER PRIMARY KEY, -- n
  ItemName TEXT NOT NULL, -- 'House|Classic|Spicy|Garden|Royal|Little|Grand|Smoky'.split('|')[(n - 1) // 6] + ' ' + nth('Bruschetta|Margherita|Penne|Tiramisu|Lemonade|Merlot')
  CategoryId INTEGER NOT NULL REFERENCES MenuCategory(CategoryId), -- 1 + (n - 1) % 6
  PriceCents INTEGER NOT NULL, -- 350 + n * 37
  CostCents INTEGER NOT NULL, -- int(PriceCents * num(0.2, 0.5, 2))
  IsVegan INTEGER NOT NULL, -- one('0*3|1')
  RemovedOn DATE -- maybe(0.1, day('2025-01-01', T))
);
CREATE TABLE Waiter ( -- 50
  WaiterId INTEGER PRIMARY KEY, -- n
  FullName TEXT NOT NULL, -- person()
  RestaurantId INTEGER NOT NULL REFERENCES Restaurant(RestaurantId), -- 1 + n % 9
  StartedOn DATE NOT NULL, -- day('2016-01-01', '2026-02-01')
  LeftOn DATE -- past(maybe(0.3, plus(StartedOn, 60, 1500)))
);
CREATE TABLE GuestCheck ( -- 1500
  CheckId INTEGER PRIMARY KEY, -- n
  RestaurantId INTEGER NOT NULL REFERENCES Restaurant(RestaurantId), -- ref('Restaurant', 1, 1.3)
  WaiterId INTEGER NOT NULL REFERENCES Waiter(WaiterId), -- ref('Waiter', 0.9, 1.2)
  OpenedAt TIMESTAMP NOT NULL, -- at(more('2025-01-01', T), 11, 21)
  ClosedAt TIMESTAMP, -- minutes(OpenedAt, 15, 170) if chance(0.98) else None
  Guests INTEGER NOT NULL, -- one('1|2*6|3*2|4*3|6')
  Kind TEXT NOT NULL, -- one('dine-in*6|takeaway*2|delivery')
  TipCents INTEGER NOT NULL, -- one('0*4|200*2|350*2|500|900')
  IsVoided INTEGER NOT NULL -- one('0*24|1')
);
CREATE TABLE CheckItem ( -- each GuestCheck 1-4
  CheckItemId INTEGER PRIMARY KEY, -- n
  CheckId INTEGER NOT NULL REFERENCES GuestCheck(CheckId), -- p.CheckId
  ItemId INTEGER NOT NULL REFERENCES MenuItem(ItemId), -- ref('MenuItem', 0.92, 1.3)
  Quantity INTEGER NOT NULL, -- one('1*6|2*3|3')
  UnitPriceCents INTEGER NOT NULL, -- get('MenuItem', ItemId).PriceCents
  DiscountCents INTEGER NOT NULL -- one('0*9|100|200')
);
CREATE TABLE TableBooking ( -- 520
  BookingId INTEGER PRIMARY KEY, -- n
  RestaurantId INTEGER NOT NULL REFERENCES Restaurant(RestaurantId), -- ref('Restaurant', 0.9, 1)
  GuestName TEXT NOT NULL, -- person()
  BookedAt TIMESTAMP NOT NULL, -- at(more('2025-03-01', T), 8, 22)
  BookedFor TIMESTAMP NOT NULL, -- at(plus(BookedAt[:10], 0, 21), 17, 21)
  PartySize INTEGER NOT NULL, -- one('2*5|3|4*4|6*2|10')
  State TEXT NOT NULL -- one('seated*12|no-show*2|cancelled*2') if BookedFor[:10] < T else one('confirmed*6|cancelled')
);
