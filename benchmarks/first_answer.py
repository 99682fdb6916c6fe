"""From the wheel in an empty folder to the first right answer on data that nobody has seen.

    python -m benchmarks.first_answer dist/countersign_bot-0.2.0-py3-none-any.whl
    python -m benchmarks.first_answer WHEEL --postgres postgresql://postgres@127.0.0.1:5432/postgres

Three commands: install, `countersign init`, `countersign ask`. It takes them on a folder of CSV
files and, where a server is named, on a database made there for it. `--pip` adds words to the
install. The last line is JSON: the seconds of each command, and whether the answer is right.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
import venv
from collections import defaultdict
from pathlib import Path

import psycopg

from bots.settings.environment import environment

_ROWS = 2_000
_REGIONS = ("North", "South", "East", "West")
_QUESTION = "What is the total amount by region?"
_NAME = "countersign_first_answer"
_MINUTES = 10


def _bookings() -> list[tuple[int, str, str, str]]:
    """Other rows each time: nobody has seen them."""
    draw = random.SystemRandom()
    return [
        (
            number,
            draw.choice(_REGIONS),
            f"{draw.randrange(100, 99_999) / 100:.2f}",
            f"2026-{draw.randrange(1, 13):02}-{draw.randrange(1, 28):02}",
        )
        for number in range(1, _ROWS + 1)
    ]


def _right(rows: list[tuple[int, str, str, str]]) -> dict[str, int]:
    """The answer in cents."""
    found: dict[str, int] = defaultdict(int)
    for _, region, amount, _ in rows:
        found[region] += round(float(amount) * 100)
    return dict(found)


def _as_files(folder: Path, rows: list[tuple[int, str, str, str]]) -> str:
    (folder / "hotel").mkdir()
    lines = ["booking_id;region;amount;booked_on", *(";".join(map(str, row)) for row in rows)]
    (folder / "hotel" / "bookings.csv").write_text("\n".join(lines), encoding="utf-8")
    return "hotel"


def _as_database(server: str, rows: list[tuple[int, str, str, str]]) -> str:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {_NAME}".encode())
        connection.execute(f"CREATE DATABASE {_NAME}".encode())
    url = server.rpartition("/")[0] + f"/{_NAME}"
    with psycopg.connect(url) as connection:
        connection.execute(
            "CREATE TABLE bookings (booking_id INT PRIMARY KEY, region TEXT, "
            "amount NUMERIC(12, 2), booked_on DATE)"
        )
        connection.cursor().executemany("INSERT INTO bookings VALUES (%s, %s, %s, %s)", rows)
    return url


def _timed(folder: Path, *command: str) -> tuple[float, str]:
    start = time.perf_counter()
    # Only what a new user has: no way to this checkout.
    kept = {k: v for k, v in environment().items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(  # noqa: S603 - what a user types
        command, cwd=folder, capture_output=True, text=True, check=False, env=kept
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return round(time.perf_counter() - start, 1), done.stdout


def _answered(command: str, folder: Path, target: str, right: dict[str, int]) -> dict[str, object]:
    init, _ = _timed(folder, command, "init", target)
    ask, said = _timed(folder, command, "ask", "--json", _QUESTION)
    rows = json.loads(said).get("rows", [])
    found = {region: round(float(amount) * 100) for region, amount in rows}
    return {"init": init, "ask": ask, "right": found == right}


def main() -> None:
    """Install once, then take both ways."""
    parser = argparse.ArgumentParser()
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--postgres", default="", help="a server where a database may be made")
    parser.add_argument("--pip", nargs="*", default=[], help="more words for pip install")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        venv.create(folder / "venv", with_pip=True)
        place = folder / "venv" / "bin"
        wheel = f"{arguments.wheel.absolute()}[all]"
        pip = (str(place / "pip"), "install", "-q", wheel, *arguments.pip)
        install, _ = _timed(folder, *pip)
        print(f"install: {install} s")
        found: dict[str, object] = {"benchmark": "first_answer", "install": install}
        for kind in ("files", "postgres") if arguments.postgres else ("files",):
            rows, own = _bookings(), folder / kind
            own.mkdir()
            target = (
                _as_files(own, rows) if kind == "files" else _as_database(arguments.postgres, rows)
            )
            one = _answered(str(place / "countersign"), own, target, _right(rows))
            total = install + float(str(one["init"])) + float(str(one["ask"]))
            in_time = total < _MINUTES * 60
            found[kind] = one | {"total": round(total, 1), "under_ten_minutes": in_time}
            print(f"{kind}: {found[kind]}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
