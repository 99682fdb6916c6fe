-- What follows from the orders: their event log, and the stores' monthly targets.
INSERT INTO order_events
SELECT row_number() OVER (ORDER BY moment, order_id, kind), order_id, kind, moment,
       CASE WHEN channel = 'Store' THEN 'till' ELSE 'web shop' END
FROM (
  SELECT order_id, channel, 'created' AS kind, created_at AS moment FROM orders
  UNION ALL
  SELECT order_id, channel, 'paid', created_at + INTERVAL 3 MINUTE FROM orders
  WHERE status <> 'Cancelled'
  UNION ALL
  SELECT order_id, channel, 'payment retried', created_at + INTERVAL 2 MINUTE FROM orders
  WHERE order_id % 11 = 0
  UNION ALL
  SELECT order_id, channel, 'cancelled', created_at + INTERVAL 5 HOUR FROM orders
  WHERE status = 'Cancelled'
  UNION ALL
  SELECT order_id, channel, 'shipped', shipped_at FROM shipments JOIN orders USING (order_id)
  UNION ALL
  SELECT order_id, channel, 'delivered', delivered_at
  FROM shipments JOIN orders USING (order_id) WHERE delivered_at IS NOT NULL
);

CREATE TEMP TABLE targets AS
SELECT s.store_id, m::DATE AS month, c.territory,
       greatest(round(coalesce(r.net, 20000) * (1.02 + (s.store_id % 7) / 40.0), -2), 1500) AS target
FROM stores s JOIN countries c USING (country_code),
     (SELECT DISTINCT date_trunc('month', order_date) AS m FROM orders)
LEFT JOIN (
  SELECT store_id, date_trunc('month', order_date) AS month, sum(net_amount) AS net
  FROM orders JOIN order_lines USING (order_id)
  WHERE status <> 'Cancelled' GROUP BY ALL
) r ON r.store_id = s.store_id AND r.month = m;

INSERT INTO store_targets_emea
SELECT store_id, month, target FROM targets WHERE territory = 'EMEA' ORDER BY ALL;
INSERT INTO store_targets_amer
SELECT store_id, month, target FROM targets WHERE territory = 'AMER' ORDER BY ALL;
DROP TABLE targets;
