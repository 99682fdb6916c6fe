CREATE TEMP VIEW placed AS
SELECT o.*, c.country_name, c.region, c.territory
FROM orders o JOIN countries c USING (country_code)
WHERE NOT o.is_test AND o.deleted_at IS NULL AND o.status <> 'Cancelled';
CREATE TEMP VIEW sold AS
SELECT p.*, l.product_id, l.quantity, l.unit_price_net, l.discount_rate, l.net_amount, l.gross_amount,
       l.cost_amount, r.product_name, r.brand, g.category_name, g.department
FROM placed p JOIN order_lines l USING (order_id) JOIN products r USING (product_id)
JOIN categories g USING (category_id);
CREATE TEMP VIEW client AS
SELECT u.*, c.country_name FROM customers u JOIN countries c USING (country_code)
WHERE NOT u.is_test AND u.deleted_at IS NULL;
