"""A rolling upgrade of two replicas on PostgreSQL, with runs that wait for people.

Two replicas of an older version (`--old`, a git revision; else 0.1) take questions
until `--count` runs are paused. Then each is killed and replaced by this version, which migrates
the ledger while the older one serves. People press each card twice at once, and ask more.
At the end the older version is started once more, which the ledger refuses.

The last line is JSON. `lost`: questions without an answer. `twice`: presses that counted twice, and
messages that were sent twice.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.chaos.upgrading import SINCE_0_1, code_before, unpack, upgraded

_SERVER = "postgresql://postgres@127.0.0.1:5432/postgres"


@contextmanager
def ledger_at(server: str) -> Iterator[str]:
    """The URL of an empty database on that server, dropped at the end."""
    name = f"countersign_bench_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.upgrade", description=__doc__)
    parser.add_argument("--count", type=int, default=1_000, help="runs that are paused before")
    parser.add_argument("--old", default="", help="a git revision")
    parser.add_argument("--server", default=_SERVER, help="a PostgreSQL that may make databases")
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ledger_at(arguments.server) as url:
        old = unpack(arguments.old or code_before(SINCE_0_1), Path(folder) / "old")
        done = asyncio.run(upgraded(url, Path(folder), old, arguments.count))
    figures = asdict(done) | {"lost": done.lost, "twice": done.twice}
    seconds = round(time.monotonic() - began)
    print(json.dumps({"benchmark": "upgrade", "seconds": seconds} | figures))
    sys.exit(0 if (done.lost, done.twice) == (0, 0) else 1)


if __name__ == "__main__":
    main()
