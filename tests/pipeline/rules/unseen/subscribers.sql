-- Members with a state, and orders without one.
CREATE TABLE member (member_id INTEGER PRIMARY KEY, name TEXT, status TEXT, town TEXT);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES member (member_id), ordered_on DATE, amount REAL
);
INSERT INTO member VALUES
  (1, 'Ann', 'active', 'York'), (2, 'Bo', 'closed', 'Hull'), (3, 'Cy', 'suspended', 'York');
INSERT INTO orders VALUES
  (1, 1, '2024-01-01', 10), (2, 2, '2024-02-01', 20), (3, 2, '2024-02-03', 5), (4, 3, '2024-02-03', 5);
