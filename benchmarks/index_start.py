"""How long a start takes with many validated queries in the ledger and their index on disk."""

import asyncio
import hashlib
import time
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from sqlalchemy import insert, select

from knowledge.adapters.faiss_index import FaissIndex
from knowledge.embeddings import Vectors, normalised
from knowledge.validated.query import Parameter, ParameterKind, ValidatedQuery
from knowledge.validated.workspace import ValidatedWorkspace
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.adapters.sql_validated import SqlValidatedStore
from review.adapters.tables import validated_queries

DIM = 384
_WORKSPACE = "sales"
_TEMPLATE = ValidatedQuery(
    id="query-0000000",
    workspace=_WORKSPACE,
    question="How many orders did city0000000 have?",
    sql="SELECT COUNT(*) FROM orders JOIN shops USING (shop_id) WHERE shops.city = 'city0000000'",
    dialect="sqlite",
    parameters=(
        Parameter(
            name="city",
            kind=ParameterKind.TEXT,
            default="city0000000",
            literals=(0,),
            words="city0000000",
            column="shops.city",
            operator="=",
        ),
    ),
    fingerprints={"orders": "0" * 64, "shops": "1" * 64},
    tables=("orders", "shops"),
    columns=("shops.city", "orders.shop_id", "shops.shop_id"),
    asked_by="Ana",
    approved_by="Rui",
)


class DrawnVectors:
    """Vectors drawn by each text's own digest, near those of some other texts: no model."""

    name = "drawn"
    dim = DIM

    def __init__(self) -> None:
        random = np.random.default_rng(7)
        self._families = random.standard_normal((5_003, DIM), dtype=np.float32)
        self._own = random.standard_normal((4_999, DIM), dtype=np.float32) / 2

    def embed(self, texts: Sequence[str]) -> Vectors:
        plain = [text.lower().rstrip("?") for text in texts]
        digests = [hashlib.sha256(text.encode()).digest() for text in plain]
        drawn = np.asarray([int.from_bytes(d[:6], "little") for d in digests], dtype=np.int64)
        rows = self._families[drawn % len(self._families)] + self._own[drawn % len(self._own)]
        return normalised(np.asarray(rows, dtype=np.float32))


def started(count: int) -> dict[str, float]:
    """Seconds of a start in a process of its own, until the first question is answered."""
    with TemporaryDirectory() as folder:
        asyncio.run(_prepare(Path(folder), count))
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_start, args=(theirs, Path(folder)), daemon=True)
        process.start()
        theirs.close()
        figures: dict[str, float] = ours.recv()
        process.join()
    return figures | {"queries": count}


async def _opened(folder: Path) -> SqlLedger:
    return await open_ledger(f"sqlite:///{folder / 'ledger.db'}")


def _workspace(folder: Path) -> ValidatedWorkspace:
    file = folder / "sales.index"
    return ValidatedWorkspace(_WORKSPACE, DrawnVectors(), index=FaissIndex, file=file)


async def _prepare(folder: Path, count: int) -> None:
    ledger = await _opened(folder)
    store = SqlValidatedStore(ledger)
    await store.add(_TEMPLATE)
    async with ledger.writing() as connection:
        row = (await connection.execute(select(validated_queries))).mappings().one()
        copies = [
            {
                name: value.replace("0000000", f"{number:07}") if isinstance(value, str) else value
                for name, value in row.items()
            }
            for number in range(1, count)
        ]
        await connection.execute(insert(validated_queries), copies)
    workspace = _workspace(folder)
    await workspace.catch_up(store)
    await workspace.settled()
    await ledger.close()


def _start(parent: Connection, folder: Path) -> None:
    parent.send(asyncio.run(_measured(folder)))


async def _measured(folder: Path) -> dict[str, float]:
    ledger = await _opened(folder)
    store = SqlValidatedStore(ledger)
    start = time.perf_counter()
    workspace = _workspace(folder)
    await workspace.catch_up(store)
    ready = time.perf_counter() - start
    found = await workspace.find(store, "how many orders did city0000042 have")
    answered = time.perf_counter() - start
    if found.query is None or found.query.id != "query-0000042":
        message = f"the start found {found.query}"
        raise RuntimeError(message)
    await ledger.close()
    return {"ready_s": ready, "answered_s": answered}
