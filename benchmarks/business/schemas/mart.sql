CREATE TABLE dim_date ( -- 850
  date_key INTEGER PRIMARY KEY, -- int(plus('2024-01-01', n - 1).replace('-', ''))
  full_date DATE NOT NULL, -- plus('2024-01-01', n - 1)
  month_no INTEGER NOT NULL, -- int(full_date[5:7])
  year_no INTEGER NOT NULL, -- int(full_date[:4])
  is_holiday INTEGER NOT NULL -- 1 if full_date[5:] in ('01-01', '05-01', '10-26', '12-25', '12-26') else 0
);
CREATE TABLE dim_store ( -- 18
  store_key INTEGER PRIMARY KEY, -- n
  store_name TEXT NOT NULL, -- 'Central|Eastgate|Westfield'.split('|')[(n - 1) // 6] + ' ' + nth('Vienna|Graz|Linz|Berlin|Hamburg|Munich')
  store_format TEXT NOT NULL, -- one('Flagship|Standard*4|Outlet*2')
  region TEXT NOT NULL, -- nth('East|South|North|Germany North|Germany North|Germany South')
  sales_area_sqm INTEGER NOT NULL, -- 180 + n * 41
  closed_date DATE -- '2025-08-31' if n == 7 else None
);
CREATE TABLE dim_product ( -- 110
  product_key INTEGER PRIMARY KEY, -- n
  product_name TEXT NOT NULL, -- nth('Trail|City|Sprint|Alpine|Kids') + ' ' + nth('Shoe|Jacket|Backpack|Shirt|Tent|Helmet|Bottle') + ' ' + str(n)
  brand TEXT, -- one('Norrland*3|Velo*2|Peak*2|Own Label*3|-')
  category TEXT NOT NULL, -- nth('Footwear|Apparel|Bags|Apparel|Camping|Cycling|Accessories')
  unit_cost REAL NOT NULL -- skew(4, 140, 2)
);
CREATE TABLE dim_member ( -- 350
  member_key INTEGER PRIMARY KEY, -- n
  member_name TEXT NOT NULL, -- person()
  tier TEXT NOT NULL, -- one('Bronze*5|Silver*3|Gold')
  joined_date DATE NOT NULL, -- more('2021-01-01', T)
  home_city TEXT -- city()
);
CREATE TABLE dim_promotion ( -- 9
  promotion_key INTEGER PRIMARY KEY, -- n
  promotion_name TEXT NOT NULL -- nth('No promotion|Black Week|Spring Sale|Summer Sale|Back to School|Member Days|Clearance|Bundle Deal|Opening')
);
CREATE TABLE fact_sales ( -- 2000
  sale_line_id INTEGER PRIMARY KEY, -- n
  receipt_no INTEGER NOT NULL, -- 500000 + n * 2 // 3
  date_key INTEGER NOT NULL REFERENCES dim_date(date_key), -- int(more('2024-01-01', T).replace('-', ''))
  store_key INTEGER NOT NULL REFERENCES dim_store(store_key), -- ref('dim_store', 1, 1.2)
  product_key INTEGER NOT NULL REFERENCES dim_product(product_key), -- ref('dim_product', 0.92, 1.2)
  member_key INTEGER REFERENCES dim_member(member_key), -- maybe(0.55, ref('dim_member', 0.85))
  promotion_key INTEGER NOT NULL REFERENCES dim_promotion(promotion_key), -- 1 if chance(0.7) else ref('dim_promotion', 0.9, 1)
  quantity INTEGER NOT NULL, -- one('1*8|2*2|3|-1')
  gross_amount REAL NOT NULL, -- round(quantity * get('dim_product', product_key).unit_cost * num(1.5, 2.6, 2), 2)
  discount_amount REAL NOT NULL, -- round(gross_amount * 0.2, 2) if promotion_key > 1 else 0.0
  cost_amount REAL NOT NULL -- round(quantity * get('dim_product', product_key).unit_cost, 2)
);
CREATE TABLE fact_inventory ( -- 900
  inventory_id INTEGER PRIMARY KEY, -- n
  date_key INTEGER NOT NULL REFERENCES dim_date(date_key), -- int(one('2026-01-31|2026-02-28|2026-03-31|2025-12-31').replace('-', ''))
  store_key INTEGER NOT NULL REFERENCES dim_store(store_key), -- ref('dim_store', 1, 1)
  product_key INTEGER NOT NULL REFERENCES dim_product(product_key), -- ref('dim_product', 1, 1)
  on_hand_qty INTEGER NOT NULL -- skew(0, 120)
);
