"""The demo retailer's countries, products, stores and customers."""

import datetime as dt

import duckdb
import numpy as np

from demo import sales_facts as facts
from demo.draws import MICROSECONDS, Array, Draws

_SEED = 20_240
CUSTOMERS = 12_000
PRODUCTS = 540
_STORES = 64
TESTERS = 25
_PARTS = ("Center", "North", "South", "Station", "Park", "East", "West")

_Columns = dict[str, Array]


class Masters:
    """Draws what orders are made of, and writes it."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, today: dt.date) -> None:
        self._connection = connection
        self._draws = Draws(_SEED, today)
        self._random, self._today = self._draws.random, self._draws.today
        self._start = np.datetime64(dt.date(today.year - 3, today.month, 1), "D")
        self._shares = np.array([country[6] for country in facts.COUNTRIES], dtype=float)
        self._shares /= self._shares.sum()

    def _insert(self, table: str, columns: _Columns, select: str = "*", more: str = "") -> None:
        self._connection.register("drawn", columns)
        self._connection.execute(f"INSERT INTO {table} SELECT {select} FROM drawn {more}")
        self._connection.unregister("drawn")

    def _places(self) -> None:
        self._connection.executemany("INSERT INTO currencies VALUES (?, ?, ?)", facts.CURRENCIES)
        rows = [country[:6] for country in facts.COUNTRIES]
        self._connection.executemany("INSERT INTO countries VALUES (?, ?, ?, ?, ?, ?)", rows)
        listed = [(n, row[0], row[1]) for n, row in enumerate(facts.CATEGORIES, 1)]
        self._connection.executemany("INSERT INTO categories VALUES (?, ?, ?)", listed)

    def _products(self) -> None:
        number = np.arange(PRODUCTS)
        category = number % len(facts.CATEGORIES)
        low = np.array([row[2] for row in facts.CATEGORIES])[category]
        high = np.array([row[3] for row in facts.CATEGORIES])[category]
        price = np.round(low * (high / low) ** self._random.random(PRODUCTS)) - 0.05
        things = [facts.CATEGORIES[c][4] for c in category]
        names = [facts.product_name(int(n), thing) for n, thing in zip(number, things, strict=True)]
        launched = self._draws.days_between(self._start - 1500, self._today - 60, PRODUCTS)
        gone = self._draws.seldom(
            self._draws.days_between(launched, self._today, PRODUCTS).astype(MICROSECONDS), 0.12
        )
        columns = {
            "id": number + 1,
            "sku": np.array([f"SKU-{10_000 + 37 * n}" for n in number], dtype=object),
            "name": np.array(names, dtype=object),
            "category": category + 1,
            "brand": self._draws.pick(facts.BRANDS, PRODUCTS),
            "net": price,
            "cost": price * (0.42 + 0.2 * self._random.random(PRODUCTS)),
            "launched": launched.astype(MICROSECONDS),
            "gone": gone,
        }
        select = "id, sku, name, category, brand, net, round(net * 1.19, 2), cost, launched, gone"
        self._insert("products", columns, select)

    def _stores(self) -> None:
        country = np.concatenate(
            [
                np.arange(len(facts.COUNTRIES)),
                self._random.choice(
                    len(facts.COUNTRIES), _STORES - len(facts.COUNTRIES), p=self._shares
                ),
            ]
        )
        seen: dict[str, int] = {}
        names, cities = [], []
        for place in country:
            options = facts.COUNTRIES[place][7]
            city = options[seen.setdefault(f"country {place}", 0) % len(options)]
            seen[f"country {place}"] += 1
            seen[city] = seen.get(city, 0) + 1
            cities.append(city)
            names.append(f"{city} {_PARTS[seen[city] - 1]}")
        closed = self._draws.seldom(
            self._draws.days_between(self._start + 200, self._today, _STORES).astype(MICROSECONDS),
            0.06,
        )
        columns = {
            "id": np.arange(_STORES) + 1,
            "name": np.array(names, dtype=object),
            "city": np.array(cities, dtype=object),
            "country": country_codes()[country],
            "format": self._draws.pick(facts.FORMATS, _STORES, (6, 3, 1)),
            "area": self._random.integers(18, 420, _STORES) * 10,
            "opened": self._draws.days_between(self._start - 5000, self._start, _STORES).astype(
                MICROSECONDS
            ),
            "closed": closed,
        }
        self._store_country = country
        self._insert("stores", columns)

    def _customers(self) -> None:
        n = CUSTOMERS
        country = self._random.choice(len(facts.COUNTRIES), n, p=self._shares)
        city = [facts.COUNTRIES[c][7] for c in country]
        first = self._draws.pick(facts.FIRST_NAMES, n)
        last = self._draws.pick(facts.LAST_NAMES, n)
        number = np.arange(1, n + 1)
        days = self._draws.days_between(self._start - 700, self._today, n)
        created = self._draws.moments(days)
        deleted = self._draws.moments(self._draws.days_between(days, self._today, n))
        deleted = self._draws.seldom(deleted, 0.03)
        born = self._draws.days_between(self._today - 29_000, self._today - 6_700, n)
        born = born.astype(MICROSECONDS)
        born[self._random.random(n) < 0.2] = np.datetime64("NaT")
        mail = [
            f"{f}.{s}{i}@example.com".lower() for f, s, i in zip(first, last, number, strict=True)
        ]
        phone = [
            f"+{c + 30} {i % 900 + 100} {i * 7919 % 900_000 + 100_000}"
            for c, i in zip(country, number, strict=True)
        ]
        columns = {
            "id": number,
            "first": first,
            "last": last,
            "email": np.array(mail, dtype=object),
            "phone": np.array(phone, dtype=object),
            "born": born,
            "street": np.array([f"Example Street {i % 240 + 1}" for i in number], dtype=object),
            "city": np.array(
                [c[i % len(c)] for c, i in zip(city, number, strict=True)], dtype=object
            ),
            "country": country_codes()[country],
            "segment": self._draws.pick(facts.SEGMENTS, n, (80, 15, 5)),
            "tier": self._draws.pick(facts.TIERS, n, (50, 28, 15, 7)),
            "newsletter": self._random.random(n) < 0.55,
            "created": created,
            "deleted": deleted,
            "test": number <= TESTERS,
        }
        self._customer_country, self._customer_since = country, days
        self._insert("customers", columns)


def country_codes() -> Array:
    """The code of each country, in the order of the facts."""
    return np.array([country[0] for country in facts.COUNTRIES], dtype=object)
