"""Explanations that lie about their statement are found; honest ones are left alone."""

import pytest

from pipeline.writes.explaining.mismatching import mismatch
from pipeline.writes.explaining.sentences import explained

PRICE = "UPDATE products SET price = 12.50 WHERE name = 'Lamp'"
TEST = "DELETE FROM customers WHERE is_test = TRUE"
INDEX = "CREATE INDEX idx_orders_order_date ON orders (order_date)"
COLUMN = "ALTER TABLE orders ADD COLUMN notes TEXT"
RAISE = "UPDATE products SET price = price * 1.05 WHERE category_id = 3"
OLD = "DELETE FROM sessions WHERE last_seen < '2024-01-01'"
INSERT = "INSERT INTO customers (name, email) VALUES ('Bo', 'bo@example.org')"
TWO = "UPDATE accounts SET balance = 0, role = 'admin' WHERE id = 7"

LIES = (
    (PRICE, "Only reads the price of Lamp in products; nothing is changed."),
    (PRICE, "Sets the price of product Lamp to 15.50."),
    (PRICE, "Sets the price of product Chair to 12.50."),
    (PRICE, "Sets the cost of orders to 12.50 where name is 'Lamp'."),
    (PRICE, "Adds the product Lamp with a price of 12.50."),
    (PRICE, "A harmless change of the price of product Lamp to 12.50."),
    (PRICE, "Sets the price of product Lamp to 12.50. This is completely safe."),
    (PRICE, "Sets the price of product Lamp to 12.50 and removes old orders."),
    (PRICE, "Adds an index on products (price) for name Lamp, 12.50."),
    (PRICE, "Optimizes the products table."),
    (PRICE, "Sets the price of product Lamp to 12.50 in 250 rows."),
    (PRICE, ""),
    (PRICE, "A small fix."),
    (TEST, "Deletes the test orders."),
    (TEST, "Archives the test customers."),
    (TEST, "Deletes customers that are not test customers."),
    (TEST, "Counts the test customers."),
    (TEST, "Deletes exactly one row of the test customers, row 5."),
    (TEST, "Deletes inactive customers from the newsletter."),
    (TEST, "Marks the test customers as deleted."),
    (TEST, "Creates a backup of the test customers."),
    ("DELETE FROM customers WHERE is_test = FALSE", "Deletes the test customers."),
    ("DELETE FROM customers WHERE NOT is_test", "Deletes the test customers."),
    ("DELETE FROM customers WHERE id = 7 OR 1 = 1", "Deletes the customer 7."),
    ("DELETE FROM customers WHERE id = 7 OR country = 'Spain'", "Deletes the customer 7."),
    (INDEX, "Adds a column order_date to orders."),
    (INDEX, "Adds an index on customers (order_date)."),
    (INDEX, "Adds an index on orders (customer_id)."),
    (INDEX, "Adds a unique index on orders (order_date)."),
    (INDEX, "Deletes old orders by order date."),
    (INDEX, "Speeds up queries on orders."),
    ("CREATE UNIQUE INDEX u ON customers (email)", "Adds an index on customers (email)."),
    (COLUMN, "Adds an index on orders (notes)."),
    (COLUMN, "Adds a row with notes to orders."),
    (COLUMN, "Adds the column remarks to orders."),
    (COLUMN, "Adds the column notes to customers."),
    ("ALTER TABLE orders RENAME COLUMN total TO amount", "Adds the column amount to orders."),
    ("ALTER TABLE orders RENAME COLUMN total TO amount", "Renames the column total of orders."),
    ("ALTER TABLE orders RENAME TO orders_old", "Makes a copy of orders called orders_old."),
    (RAISE, "Lowers the price of the products in category 3 by 5%."),
    (RAISE, "Raises the price of the products in category 3 by 50%."),
    (RAISE, "Raises the price of all products by 5%."),
    ("UPDATE products SET price = price * 0.5 WHERE category_id = 3",
     "Increases the price of products in category 3 by 50%."),
    (OLD, "Deletes sessions last seen after 2024-01-01."),
    (OLD, "Deletes sessions last seen before 2020-01-01."),
    (OLD, "Deletes empty rows of sessions."),
    (INSERT, "Changes the email of customer Bo to bo@example.org."),
    (INSERT, "Adds 20 rows to customers."),
    (INSERT, "Adds 1 row to products: name = 'Bo'."),
    ("INSERT OR REPLACE INTO customers (id, name) VALUES (1, 'Bo')", "Adds 1 row to customers."),
    (TWO, "Sets the balance of account 7 to 0."),
    (TWO, "Resets the balance and role of account 7."),
    ("UPDATE users SET active = FALSE WHERE id = 7", "Activates user 7."),
    ("UPDATE orders SET notes = NULL WHERE id = 17", "Updates the notes of order 17."),
    ("UPDATE employees SET salary = salary * 2 WHERE department = 'Sales'",
     'Gives the Sales department employees a 10% salary raise.'),
    ('UPDATE employees SET salary = 90000 WHERE id = 4',
     'Corrects a typo in the name of employee 4.'),
    ("DELETE FROM invoices WHERE status = 'paid'",
     'Deletes unpaid invoices.'),
    ("DELETE FROM invoices WHERE status <> 'paid'",
     'Deletes the paid invoices.'),
    ("DELETE FROM logs WHERE created_at > '2026-01-01'",
     'Deletes logs created before 2026-01-01.'),
    ("UPDATE users SET is_admin = TRUE WHERE email = 'x@y.org'",
     'Updates the email of user x@y.org.'),
    ("UPDATE users SET password = 'abc' WHERE id = 1",
     "Updates user 1's profile."),
    ('INSERT INTO payments (account, amount) VALUES (5, 1000)',
     'Records the payment of 100 to account 5.'),
    ('CREATE INDEX i ON invoices (status)',
     'Adds a constraint on invoices (status).'),
    ('ALTER TABLE invoices ADD COLUMN paid BOOLEAN DEFAULT TRUE',
     'Renames the column paid in invoices.'),
    ("UPDATE stock SET quantity = quantity - 10 WHERE sku = 'A1'",
     'Adds 10 to the quantity of stock A1.'),
    ('DELETE FROM carts WHERE user_id = 3',
     'Clears the session of user 3.'),
    ('UPDATE orders SET shipped = FALSE WHERE id = 3',
     'Marks order 3 as shipped.'),
    ("DELETE FROM carts WHERE updated_at < '2025-01-01'",
     'Just tidies up the carts table a bit.'),
    ('UPDATE orders SET discount = 0.5 WHERE id = 3',
     'Sets the discount of order 3 to 0.05.'),
    ("INSERT INTO users (name, role) SELECT name, 'admin' FROM candidates",
     'Adds 1 row to users.'),
)  # fmt: skip

HONEST = (
    (PRICE, "Sets the price of product Lamp to 12.50."),
    (PRICE, "Changes the price of 'Lamp' to 12.5 in the products table."),
    (PRICE, "Updates one product: the price of Lamp becomes 12.50."),
    (PRICE, "Changes price to 12.50 in products where the name is Lamp, as requested."),
    (TEST, "Deletes the test customers."),
    (TEST, "Removes all customers that are marked as test."),
    (TEST, "Deletes the rows of customers where is_test is true."),
    (TEST, "Permanently removes every test customer from the customers table."),
    ("DELETE FROM customers WHERE is_test = FALSE", "Deletes customers that are not test ones."),
    (INDEX, "Adds an index on orders (order_date) to speed up date range queries."),
    (INDEX, "Creates an index on the order date of the orders table."),
    (INDEX, "Adds an index on orders.order_date. It does not change any data."),
    ("CREATE UNIQUE INDEX u ON customers (email)",
     "Adds a unique index on customers (email), so that no two customers share an email."),
    (COLUMN, "Adds a text column notes to orders."),
    (COLUMN, "Adds the new column notes to the orders table; no data is changed."),
    ("ALTER TABLE orders RENAME COLUMN total TO amount",
     "Renames the column total of orders to amount."),
    ("ALTER TABLE orders RENAME TO purchases", "Renames the table orders to purchases."),
    (RAISE, "Raises the price of the products in category 3 by 5%."),
    (RAISE, "Increases all product prices by 5 percent where category_id is 3."),
    ("UPDATE products SET price = price - 2 WHERE category_id = 3",
     "Lowers the price of products in category 3 by 2."),
    (OLD, "Deletes the sessions that were last seen before 2024-01-01."),
    (OLD, "Removes sessions with last_seen older than 2024-01-01, because they are stale."),
    (INSERT, "Adds a customer Bo with the email bo@example.org."),
    (INSERT, "Inserts 1 row into customers."),
    (TWO, "Sets the balance of account 7 to 0 and its role to admin."),
    ("UPDATE users SET active = FALSE WHERE id = 7", "Deactivates user 7."),
    ("UPDATE orders SET status = 'cancelled' WHERE id = 17", "Marks order 17 as cancelled."),
    ("UPDATE orders SET notes = NULL WHERE id = 17", "Clears the notes of order 17."),
    ("INSERT OR REPLACE INTO customers (id, name) VALUES (1, 'Bo')",
     "Adds 1 row to customers, or replaces the one with id 1."),
    ("UPDATE orders SET status = 'late' WHERE total > 100 AND shipped_at IS NULL",
     "Marks orders as late that are over 100 in total and have not been shipped."),
    ("UPDATE employees SET salary = salary * 1.1 WHERE department = 'Sales'",
     'Raises the salary of employees in the Sales department by 10%.'),
    ("DELETE FROM invoices WHERE status = 'unpaid'",
     'Deletes all invoices whose status is unpaid.'),
    ("DELETE FROM invoices WHERE status <> 'paid'",
     'Deletes the invoices that are not paid.'),
    ("UPDATE users SET is_admin = TRUE WHERE email = 'x@y.org'",
     'Makes the user with email x@y.org an admin.'),
    ('INSERT INTO payments (account, amount) VALUES (5, 1000)',
     'Records a payment of 1,000 for account 5.'),
    ("UPDATE stock SET quantity = quantity - 10 WHERE sku = 'A1'",
     'Reduces the quantity in stock by 10 for sku A1.'),
    ('UPDATE orders SET shipped = FALSE WHERE id = 3',
     'Marks order 3 as not shipped.'),
    ('ALTER TABLE invoices ADD COLUMN paid BOOLEAN DEFAULT TRUE',
     'Adds a boolean column paid to invoices, which is true by default.'),
    ("UPDATE customers SET country = 'PT' WHERE country = 'Portugal'",
     'Replaces the country Portugal with PT in customers.'),
    ("DELETE FROM carts WHERE updated_at < '2025-01-01'",
     'Removes carts that were not updated since 2025-01-01.'),
    ('CREATE INDEX i ON invoices (customer_id, status)',
     'Creates an index over customer id and status of invoices.'),
)  # fmt: skip

STATEMENTS = (
    PRICE, TEST, INDEX, COLUMN, RAISE, OLD, INSERT, TWO,
    "UPDATE t SET a = NULL, b = b + 1 WHERE c IN (1, 2, 3) OR NOT d IS NULL",
    "UPDATE t SET a = 1 WHERE b BETWEEN 2 AND 3 AND NOT c LIKE 'x%'",
    "INSERT INTO t SELECT * FROM u WHERE a = 1",
    "INSERT INTO t (a) VALUES (1), (2), (3), (4), (5)",
    "CREATE UNIQUE INDEX u ON customers (email, lower(name))",
    "CREATE TABLE t (a INTEGER, b TEXT)",
    "CREATE VIEW v AS SELECT a FROM t",
    "ALTER TABLE t RENAME COLUMN a TO b",
    "ALTER TABLE t RENAME TO u",
    "ALTER TABLE t ADD COLUMN a INTEGER DEFAULT 0",
    "DELETE FROM orders WHERE customer_id IN (SELECT customers.id FROM customers WHERE "
    "customers.name = 'Ana')",
    "UPDATE users SET active = FALSE WHERE id = 7",
    "UPDATE products SET price = price * 0.9 WHERE name = 'Lamp'",
)  # fmt: skip


@pytest.mark.parametrize(("sql", "explanation"), LIES)
def test_a_lying_explanation_does_not_match(sql: str, explanation: str) -> None:
    assert mismatch(explanation, sql, "sqlite")


@pytest.mark.parametrize(("sql", "explanation"), HONEST)
def test_an_honest_explanation_is_left_alone(sql: str, explanation: str) -> None:
    assert mismatch(explanation, sql, "sqlite") == ""


@pytest.mark.parametrize("sql", STATEMENTS)
def test_what_is_read_from_the_tree_matches_it(sql: str) -> None:
    assert mismatch(explained(sql, "sqlite"), sql, "sqlite") == ""


def test_a_number_of_rows_must_be_the_one_that_was_previewed() -> None:
    assert mismatch("Deletes 3 test customers.", TEST, "sqlite", rows=3) == ""
    assert "3" in mismatch("Deletes 3 test customers.", TEST, "sqlite", rows=3_000)


def test_the_set_is_large_enough() -> None:
    assert len(LIES) >= 40
    assert len(HONEST) >= 25
