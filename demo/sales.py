"""Writes the demo retailer's database: seeded, and dated relative to a given day."""

import datetime as dt
from pathlib import Path

import duckdb
import numpy as np

from demo import sales_facts as facts
from demo.draws import MICROSECONDS, Array
from demo.sales_masters import CUSTOMERS, PRODUCTS, TESTERS, Masters, country_codes

ORDERS = 96_000
_SCHEMA = Path(__file__).with_name("sales_schema.sql")
_DERIVED = Path(__file__).with_name("sales_derived.sql")


def write_sales(path: Path, today: dt.date, orders: int = ORDERS) -> None:
    """A new DuckDB file of three years of sales that end the day before `today`."""
    path.unlink(missing_ok=True)
    with duckdb.connect(str(path)) as connection:
        connection.execute(_SCHEMA.read_text(encoding="utf-8"))
        retailer = _Retailer(connection, today, orders)
        retailer.write()
        connection.execute("CHECKPOINT")


class _Retailer(Masters):
    def __init__(self, connection: duckdb.DuckDBPyConnection, today: dt.date, orders: int) -> None:
        super().__init__(connection, today)
        self._number = orders

    def write(self) -> None:
        self._places()
        self._products()
        self._stores()
        self._customers()
        self._orders()
        self._lines()
        self._shipments()
        self._returns()
        self._connection.execute(_DERIVED.read_text(encoding="utf-8"))

    def _order_days(self) -> Array:
        """Growing by the year, with weekends, a Black Friday season and a quiet summer."""
        days = np.arange(self._start, self._today)
        age = np.arange(len(days)) / 365.0
        month = days.astype("datetime64[M]").astype(int) % 12
        weekday = (days.astype(int) + 3) % 7
        season = np.array([0.9, 0.85, 0.95, 1.0, 1.05, 1.0, 0.9, 0.85, 1.0, 1.05, 1.4, 1.5])
        weight = 1.12**age * season[month] * np.array([1, 0.95, 0.95, 1, 1.2, 1.5, 1.1])[weekday]
        drawn = self._random.choice(days, self._number, p=weight / weight.sum())
        return np.asarray(np.sort(drawn))

    def _orders(self) -> None:
        n, day = self._number, self._order_days()
        channel = self._draws.pick(("Store", "Online", "Marketplace"), n, (48, 42, 10))
        customer = self._random.integers(0, CUSTOMERS, n)
        # Testers and new accounts order from the day they exist; everybody else shops at random.
        early = self._customer_since[customer] > day
        customer[early] = self._random.integers(0, CUSTOMERS, int(early.sum()))
        country = self._customer_country[customer]
        store = _nearest_store(self._store_country, country, self._random.random(n))
        in_store = channel == "Store"
        age = (self._today - day).astype(int)
        status = self._draws.pick(("Completed", "Cancelled"), n, (94, 6))
        open_now = (age <= 6) & (status != "Cancelled") & ~in_store
        status[open_now] = self._draws.pick(("Processing", "Shipped"), int(open_now.sum()))
        promo = self._draws.pick(facts.PROMO_CODES, n)
        promo[self._random.random(n) > 0.18] = None
        deleted = self._draws.moments(day + self._random.integers(1, 20, n))
        kept = (self._random.random(n) > 0.012) | (deleted > self._today)
        deleted[kept] = np.datetime64("NaT")
        test = (customer < TESTERS) | (self._random.random(n) < 0.006)
        columns = {
            "id": np.arange(1, n + 1),
            "customer": customer + 1,
            "store": store + 1,
            "in_store": in_store,
            "country": country_codes()[country],
            "channel": channel,
            "status": status,
            "payment": self._draws.pick(facts.PAYMENTS, n, (52, 22, 12, 10, 4)),
            "promo": promo,
            "day": day.astype(MICROSECONDS),
            "created": self._draws.moments(day, 6, 17),
            "legacy": np.round(self._random.gamma(2.0, 90.0, n), 2),
            "deleted": deleted,
            "test": test,
        }
        self._day, self._status, self._in_store = day, status, in_store
        self._insert(
            "orders",
            columns,
            "id, customer, CASE WHEN in_store THEN store END, country, channel, status, payment, "
            "promo, day, created, CASE WHEN id % 3 = 0 THEN legacy END, "
            "deleted, test",
        )

    def _lines(self) -> None:
        sizes = self._random.choice(
            [1, 2, 3, 4, 5, 6], self._number, p=[0.32, 0.28, 0.2, 0.1, 0.06, 0.04]
        )
        order = np.repeat(np.arange(1, self._number + 1), sizes)
        n = len(order)
        popular = 1.0 / (np.arange(PRODUCTS) + 12.0)
        popular[-7:] = 0
        shuffled = self._random.permutation(PRODUCTS)
        product = shuffled[self._random.choice(PRODUCTS, n, p=popular / popular.sum())]
        columns = {
            "id": np.arange(1, n + 1),
            "order_id": order,
            "product_id": product + 1,
            "quantity": self._random.choice(
                [1, 2, 3, 4, 6, 10], n, p=[0.6, 0.2, 0.09, 0.06, 0.04, 0.01]
            ),
            "discount": self._random.choice(
                [0, 0.05, 0.1, 0.15, 0.2, 0.3], n, p=[0.58, 0.1, 0.14, 0.08, 0.06, 0.04]
            ),
            "drift": 0.96 + 0.08 * self._random.random(n),
        }
        self._line_order, self._line_quantity = order, columns["quantity"]
        self._insert(
            "order_lines",
            columns,
            """id, order_id, product_id, quantity, net, round(net * (1 + vat_rate), 2), discount,
            round(quantity * net * (1 - discount), 2),
            round(quantity * net * (1 - discount) * (1 + vat_rate), 2),
            round(quantity * unit_cost, 2)""",
            """JOIN products USING (product_id) JOIN orders USING (order_id)
            JOIN countries USING (country_code),
            LATERAL (SELECT round(list_price_net * drift, 2) AS net) ORDER BY id""",
        )

    def _shipments(self) -> None:
        sent = np.flatnonzero(~self._in_store & np.isin(self._status, ("Completed", "Shipped")))
        n = len(sent)
        shipped = self._draws.moments(self._day[sent] + self._random.integers(0, 3, n))
        delivered = shipped + (self._random.integers(20, 170, n) * 3600).astype("timedelta64[s]")
        under_way = (self._status[sent] == "Shipped") | (self._random.random(n) < 0.01)
        late = delivered >= self._today.astype(MICROSECONDS)
        delivered[under_way | late] = np.datetime64("NaT")
        columns = {
            "id": np.arange(1, n + 1),
            "order_id": sent + 1,
            "carrier": self._draws.pick(facts.CARRIERS, n, (40, 20, 18, 14, 8)),
            "shipped": np.minimum(shipped, self._today.astype(MICROSECONDS)),
            "delivered": delivered,
            "cost": np.round(3.5 + self._random.gamma(2.0, 2.2, n), 2),
        }
        self._insert("shipments", columns)

    def _returns(self) -> None:
        completed = self._status[self._line_order - 1] == "Completed"
        back = np.flatnonzero(completed & (self._random.random(len(completed)) < 0.065))
        day = self._day[self._line_order[back] - 1] + self._random.integers(3, 32, len(back))
        back, day = back[day < self._today], day[day < self._today]
        n = len(back)
        quantity = np.ceil(self._line_quantity[back] * self._random.random(n)).astype(int)
        columns = {
            "id": np.arange(1, n + 1),
            "line": back + 1,
            "day": day.astype(MICROSECONDS),
            "quantity": np.maximum(quantity, 1),
            "reason": self._draws.pick(facts.REASONS, n, (18, 24, 20, 30, 8)),
        }
        self._insert(
            "returns",
            columns,
            "id, line, day, drawn.quantity, reason, "
            "round(net_amount * drawn.quantity / l.quantity, 2)",
            "JOIN order_lines l ON l.order_line_id = line ORDER BY id",
        )


def _nearest_store(stores: Array, countries: Array, chance: Array) -> Array:
    """One of the stores in each order's own country."""
    found = np.zeros(len(countries), dtype=int)
    for country in range(len(facts.COUNTRIES)):
        there = np.flatnonzero(stores == country)
        mine = countries == country
        found[mine] = there[(chance[mine] * len(there)).astype(int)]
    return found
