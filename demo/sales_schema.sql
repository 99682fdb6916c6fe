-- The demo retailer: what a real sales database looks like, traps included.
CREATE TABLE currencies (
  currency_code VARCHAR PRIMARY KEY,
  currency_name VARCHAR NOT NULL,
  rate_to_eur DECIMAL(12, 6) NOT NULL
);
CREATE TABLE countries (
  country_code VARCHAR PRIMARY KEY,
  country_name VARCHAR NOT NULL UNIQUE,
  region VARCHAR NOT NULL,
  territory VARCHAR NOT NULL,
  currency_code VARCHAR NOT NULL REFERENCES currencies (currency_code),
  vat_rate DECIMAL(4, 3) NOT NULL
);
CREATE TABLE categories (
  category_id INTEGER PRIMARY KEY,
  category_name VARCHAR NOT NULL UNIQUE,
  department VARCHAR NOT NULL
);
CREATE TABLE products (
  product_id INTEGER PRIMARY KEY,
  sku VARCHAR NOT NULL UNIQUE,
  product_name VARCHAR NOT NULL,
  category_id INTEGER NOT NULL REFERENCES categories (category_id),
  brand VARCHAR NOT NULL,
  list_price_net DECIMAL(10, 2) NOT NULL,
  list_price_gross DECIMAL(10, 2) NOT NULL,
  unit_cost DECIMAL(10, 2) NOT NULL,
  launched_on DATE NOT NULL,
  discontinued_on DATE
);
CREATE TABLE stores (
  store_id INTEGER PRIMARY KEY,
  store_name VARCHAR NOT NULL UNIQUE,
  city VARCHAR NOT NULL,
  country_code VARCHAR NOT NULL REFERENCES countries (country_code),
  store_format VARCHAR NOT NULL,
  floor_area_m2 INTEGER NOT NULL,
  opened_on DATE NOT NULL,
  closed_on DATE
);
CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY,
  first_name VARCHAR NOT NULL,
  last_name VARCHAR NOT NULL,
  email VARCHAR NOT NULL,
  phone VARCHAR,
  birth_date DATE,
  street_address VARCHAR,
  city VARCHAR NOT NULL,
  country_code VARCHAR NOT NULL REFERENCES countries (country_code),
  segment VARCHAR NOT NULL,
  loyalty_tier VARCHAR NOT NULL,
  newsletter BOOLEAN NOT NULL,
  created_at TIMESTAMP NOT NULL,
  deleted_at TIMESTAMP,
  is_test BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  store_id INTEGER REFERENCES stores (store_id),
  country_code VARCHAR NOT NULL REFERENCES countries (country_code),
  channel VARCHAR NOT NULL,
  status VARCHAR NOT NULL,
  payment_method VARCHAR NOT NULL,
  promo_code VARCHAR,
  order_date DATE NOT NULL,
  created_at TIMESTAMP NOT NULL,
  total_legacy DECIMAL(12, 2),
  deleted_at TIMESTAMP,
  is_test BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE TABLE order_lines (
  order_line_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  product_id INTEGER NOT NULL REFERENCES products (product_id),
  quantity INTEGER NOT NULL,
  unit_price_net DECIMAL(10, 2) NOT NULL,
  unit_price_gross DECIMAL(10, 2) NOT NULL,
  discount_rate DECIMAL(4, 3) NOT NULL,
  net_amount DECIMAL(12, 2) NOT NULL,
  gross_amount DECIMAL(12, 2) NOT NULL,
  cost_amount DECIMAL(12, 2) NOT NULL
);
CREATE TABLE shipments (
  shipment_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  carrier VARCHAR NOT NULL,
  shipped_at TIMESTAMP NOT NULL,
  delivered_at TIMESTAMP,
  shipping_cost DECIMAL(8, 2) NOT NULL
);
CREATE TABLE returns (
  return_id INTEGER PRIMARY KEY,
  order_line_id INTEGER NOT NULL REFERENCES order_lines (order_line_id),
  returned_on DATE NOT NULL,
  quantity INTEGER NOT NULL,
  reason VARCHAR NOT NULL,
  refund_amount DECIMAL(12, 2) NOT NULL
);
CREATE TABLE order_events (
  event_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL,
  event_type VARCHAR NOT NULL,
  occurred_at TIMESTAMP NOT NULL,
  source VARCHAR NOT NULL
);
CREATE TABLE store_targets_emea (
  store_id INTEGER NOT NULL REFERENCES stores (store_id),
  month DATE NOT NULL,
  target_net_revenue DECIMAL(12, 2) NOT NULL,
  PRIMARY KEY (store_id, month)
);
CREATE TABLE store_targets_amer (
  store_id INTEGER NOT NULL REFERENCES stores (store_id),
  month DATE NOT NULL,
  target_net_revenue DECIMAL(12, 2) NOT NULL,
  PRIMARY KEY (store_id, month)
);
CREATE VIEW live_orders AS
SELECT * FROM orders WHERE deleted_at IS NULL AND NOT is_test;

COMMENT ON TABLE currencies IS 'Currencies and their rate to the euro';
COMMENT ON TABLE countries IS 'Countries we sell to, with their sales region and territory';
COMMENT ON TABLE categories IS 'Product categories and the department they belong to';
COMMENT ON TABLE products IS 'One row per product that we sell or sold';
COMMENT ON TABLE stores IS 'Shops, open and closed; online orders have no store';
COMMENT ON TABLE customers IS 'One row per customer account; holds personal data';
COMMENT ON TABLE orders IS 'One row per order, test and deleted orders included';
COMMENT ON TABLE order_lines IS 'One row per product in an order: quantities, prices, revenue in euro';
COMMENT ON TABLE shipments IS 'One row per parcel; delivered_at is empty until it arrived';
COMMENT ON TABLE returns IS 'One row per returned order line';
COMMENT ON TABLE order_events IS 'Event log of the order system: several rows per order, not for counting orders';
COMMENT ON TABLE store_targets_emea IS 'Monthly net revenue target per store in Europe, in euro';
COMMENT ON TABLE store_targets_amer IS 'Monthly net revenue target per store in the Americas, in euro';
COMMENT ON VIEW live_orders IS 'Orders without test and deleted rows';
COMMENT ON COLUMN countries.region IS 'Sales region, such as DACH or Nordics';
COMMENT ON COLUMN countries.territory IS 'EMEA or AMER';
COMMENT ON COLUMN products.list_price_net IS 'List price without VAT, in euro';
COMMENT ON COLUMN products.list_price_gross IS 'List price with German VAT, in euro';
COMMENT ON COLUMN products.discontinued_on IS 'Empty while the product is on sale';
COMMENT ON COLUMN customers.segment IS 'Consumer, Small business or Corporate';
COMMENT ON COLUMN customers.deleted_at IS 'Set when the account was closed';
COMMENT ON COLUMN orders.country_code IS 'Country the order was sold in';
COMMENT ON COLUMN orders.order_date IS 'Day of the order in local time: use this one for reports';
COMMENT ON COLUMN orders.created_at IS 'When the row was written, in UTC';
COMMENT ON COLUMN orders.total_legacy IS 'Deprecated: total of the old shop system, wrong since the migration';
COMMENT ON COLUMN orders.deleted_at IS 'Set when the order was removed by mistake or request';
COMMENT ON COLUMN orders.is_test IS 'True for orders placed by our own testers';
COMMENT ON COLUMN order_lines.unit_price_net IS 'Price of one unit without VAT, in euro, before discount';
COMMENT ON COLUMN order_lines.unit_price_gross IS 'Price of one unit with VAT, in euro, before discount';
COMMENT ON COLUMN order_lines.discount_rate IS 'Share taken off the price, 0 to 1';
COMMENT ON COLUMN order_lines.net_amount IS 'Revenue of the line without VAT, after discount, in euro';
COMMENT ON COLUMN order_lines.gross_amount IS 'Revenue of the line with VAT, after discount, in euro';
COMMENT ON COLUMN order_lines.cost_amount IS 'Cost of the goods of the line, in euro';
COMMENT ON COLUMN shipments.delivered_at IS 'Empty while the parcel is on its way or was lost';
COMMENT ON COLUMN returns.refund_amount IS 'Paid back to the customer without VAT, in euro';
