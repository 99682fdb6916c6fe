"""Writes the demo household's inventory: a small SQLite database with dates kept as text."""

import datetime as dt
import sqlite3
from pathlib import Path

import numpy as np

_SEED = 77
_ITEMS = 420
_SCHEMA = Path(__file__).with_name("home_schema.sql")
_ROOMS = (
    ("Living room", "Ground floor"),
    ("Kitchen", "Ground floor"),
    ("Hallway", "Ground floor"),
    ("Bedroom", "First floor"),
    ("Children's room", "First floor"),
    ("Bathroom", "First floor"),
    ("Office", "First floor"),
    ("Garage", "Outside"),
    ("Garden shed", "Outside"),
    ("Cellar", "Basement"),
)
# thing, category, lowest and highest price, rooms it may be in (numbers of _ROOMS), life in years
_THINGS = (
    ("Television", "Electronics", 250, 1400, (0, 3), 8),
    ("Speaker", "Electronics", 40, 600, (0, 3, 6), 8),
    ("Laptop", "Electronics", 400, 2200, (6, 4), 5),
    ("Monitor", "Electronics", 120, 700, (6,), 7),
    ("Router", "Electronics", 40, 220, (2, 6), 5),
    ("Camera", "Electronics", 150, 1900, (6, 9), 8),
    ("Dishwasher", "Appliances", 300, 900, (1,), 10),
    ("Fridge", "Appliances", 300, 1500, (1, 9), 12),
    ("Oven", "Appliances", 250, 1200, (1,), 12),
    ("Coffee machine", "Appliances", 50, 900, (1,), 6),
    ("Washing machine", "Appliances", 300, 1000, (5, 9), 10),
    ("Vacuum cleaner", "Appliances", 60, 650, (2, 9), 6),
    ("Sofa", "Furniture", 350, 2000, (0,), 12),
    ("Chair", "Furniture", 30, 350, (0, 1, 6), 10),
    ("Table", "Furniture", 80, 900, (0, 1, 6), 15),
    ("Bed", "Furniture", 200, 1500, (3, 4), 12),
    ("Shelf", "Furniture", 25, 400, (0, 4, 6, 9), 15),
    ("Lamp", "Furniture", 15, 250, (0, 2, 3, 4, 6), 10),
    ("Drill", "Tools", 40, 300, (7, 9), 12),
    ("Saw", "Tools", 20, 260, (7, 8), 12),
    ("Ladder", "Tools", 40, 220, (7, 8), 20),
    ("Lawn mower", "Tools", 120, 1600, (8,), 10),
    ("Bicycle", "Sports", 180, 3500, (7,), 10),
    ("Tent", "Sports", 60, 500, (9, 7), 10),
    ("Skis", "Sports", 120, 900, (9,), 10),
    ("Toy set", "Toys", 10, 150, (4,), 5),
    ("Board game", "Toys", 12, 80, (0, 4), 10),
    ("Painting", "Art", 50, 2500, (0, 2, 3), 50),
)
_BRANDS = (
    "Bosch",
    "Miele",
    "Sony",
    "Samsung",
    "IKEA",
    "Makita",
    "Philips",
    "Canon",
    "Trek",
    "Lego",
)
_SHOPS = ("Media World", "IKEA", "Amazon", "Baumarkt", "Corner shop", "Flea market", "Decathlon")
_FRIENDS = ("Maria", "Tom", "Grandma", "Neighbour Paul", "Aunt Sofia", "School")
_TASKS = ("Clean filter", "Change battery", "Oil", "Check for damage", "Descale", "Sharpen")


def write_home(path: Path, today: dt.date) -> None:
    """A new SQLite file of a household's things, as of `today`."""
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    try:
        connection.executescript(_SCHEMA.read_text(encoding="utf-8"))
        _fill(connection, today, np.random.default_rng(_SEED))
        connection.commit()
    finally:
        connection.close()


def _fill(connection: sqlite3.Connection, today: dt.date, random: np.random.Generator) -> None:
    rooms = [(number, *room) for number, room in enumerate(_ROOMS, 1)]
    connection.executemany("INSERT INTO rooms VALUES (?, ?, ?)", rooms)
    counts: dict[str, int] = {}
    for item in range(1, _ITEMS + 1):
        thing = _THINGS[random.integers(len(_THINGS))]
        counts[thing[0]] = counts.get(thing[0], 0) + 1
        _item(connection, today, random, (item, counts[thing[0]], thing))


def _item(
    connection: sqlite3.Connection,
    today: dt.date,
    random: np.random.Generator,
    named: tuple[int, int, tuple[str, str, int, int, tuple[int, ...], int]],
) -> None:
    item, count, (thing, category, low, high, rooms, life) = named
    brand = str(random.choice(_BRANDS))
    price = round(float(low * (high / low) ** random.random()), 2)
    bought = today - dt.timedelta(days=int(random.integers(1, 2600)))
    room = int(random.choice(rooms)) + 1
    gone = bought + dt.timedelta(days=400) if random.random() < 0.08 else None
    disposed = gone.isoformat() if gone and gone < today else None
    condition = str(random.choice(["New", "Good", "Worn", "Broken"], p=[0.2, 0.55, 0.2, 0.05]))
    connection.execute(
        "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (item, f"{brand} {thing} {count}", thing, category, room, brand, condition, disposed),
    )
    connection.execute(
        "INSERT INTO purchases VALUES (?, ?, ?, ?, ?)",
        (item, item, str(random.choice(_SHOPS)), bought.isoformat(), price),
    )
    _papers(connection, today, random, (item, bought, life))


def _papers(
    connection: sqlite3.Connection,
    today: dt.date,
    random: np.random.Generator,
    owned: tuple[int, dt.date, int],
) -> None:
    """Warranty, loan and maintenance of one item, where it has them."""
    item, bought, life = owned
    if random.random() < 0.6:
        ends = bought + dt.timedelta(days=365 * int(random.integers(1, min(life, 5) + 1)))
        provider = str(random.choice(["Manufacturer", "Shop", "Insurance"]))
        row = (item, provider, bought.isoformat(), ends.isoformat())
        connection.execute(
            "INSERT INTO warranties (item_id, provider, starts_on, ends_on) VALUES (?, ?, ?, ?)",
            row,
        )
    if random.random() < 0.12:
        lent = today - dt.timedelta(days=int(random.integers(1, 400)))
        back = lent + dt.timedelta(days=int(random.integers(2, 120)))
        returned = back.isoformat() if back < today else None
        connection.execute(
            "INSERT INTO loans (item_id, borrower, lent_on, returned_on) VALUES (?, ?, ?, ?)",
            (item, str(random.choice(_FRIENDS)), lent.isoformat(), returned),
        )
    for _ in range(int(random.poisson(0.5))):
        done = today - dt.timedelta(days=int(random.integers(1, 800)))
        minutes = int(random.integers(5, 90))
        connection.execute(
            "INSERT INTO maintenance (item_id, task, done_on, minutes, cost) "
            "VALUES (?, ?, ?, ?, ?)",
            (item, str(random.choice(_TASKS)), done.isoformat(), minutes, float(minutes % 4) * 5),
        )
