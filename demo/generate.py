"""Writes the demo databases: `python -m demo.generate [--today 2026-01-31] [--out demo/data]`."""

import argparse
import datetime as dt
import time
from pathlib import Path

from demo.home import write_home
from demo.sales import ORDERS, write_sales

DATA = Path(__file__).with_name("data")


def generate(out: Path, today: dt.date, orders: int = ORDERS) -> tuple[Path, ...]:
    """Both databases in the folder, as of that day; the same day gives the same rows."""
    out.mkdir(parents=True, exist_ok=True)
    sales, home = out / "sales.duckdb", out / "home.sqlite"
    write_sales(sales, today, orders)
    write_home(home, today)
    return sales, home


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=DATA)
    parser.add_argument("--today", type=dt.date.fromisoformat, default=dt.date.today())  # noqa: DTZ011 - the demo's dates are relative to the day it is made
    chosen = parser.parse_args()
    started = time.monotonic()
    for path in generate(chosen.out, chosen.today):
        print(f"wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")
    print(f"in {time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main()
