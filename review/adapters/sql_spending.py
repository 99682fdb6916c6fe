"""What models cost, in SQL."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Text, cast, func, insert, select

from pipeline.model_calls import Spent
from review.adapters.statements import Statements
from review.adapters.tables import spending
from review.ledger.spending import Bill, By, Paid

_PAID = insert(spending)


class SqlSpending:
    """The Spending port over one connection."""

    def __init__(self, connection: Statements) -> None:
        self._connection = connection

    async def paid(self, calls: Sequence[Paid]) -> None:
        if calls:
            await self._connection.later(_PAID, [_row(call) for call in calls])

    async def of_run(self, run: str) -> Sequence[Paid]:
        found = select(spending).where(spending.c.run == run)
        ordered = found.order_by(spending.c.number, spending.c.place)
        return [_call(row) for row in (await self._connection.execute(ordered)).all()]

    async def total(self, since: dt.datetime, by: By | None = None, of: str = "") -> float:
        found = select(func.coalesce(func.sum(spending.c.cost), 0.0)).where(spending.c.at >= since)
        if by is not None:
            found = found.where(self._named(by) == of)
        return float((await self._connection.execute(found)).value())

    async def bills(self, since: dt.datetime, by: By) -> Sequence[Bill]:
        of = self._named(by).label("of")
        cost = func.coalesce(func.sum(spending.c.cost), 0.0).label("cost")
        found = (
            select(
                of,
                func.count().label("calls"),
                func.sum(spending.c.input_tokens).label("input_tokens"),
                func.sum(spending.c.output_tokens).label("output_tokens"),
                func.sum(spending.c.cached_tokens).label("cached_tokens"),
                cost,
                (func.count() - func.count(spending.c.cost)).label("unpriced"),
            )
            .where(spending.c.at >= since)
            .group_by(of)
            .order_by(of if by is By.DAY else cost.desc(), of)
        )
        rows = (await self._connection.execute(found)).all()
        return [Bill(**row) for row in rows]

    def _named(self, by: By) -> ColumnElement[Any]:
        if by is not By.DAY:
            return spending.c[by.value]
        # Stored as UTC text in SQLite, as an instant in PostgreSQL.
        if self._connection.dialect == "sqlite":
            return func.substr(cast(spending.c.at, Text), 1, 10)
        return func.to_char(func.timezone("UTC", spending.c.at), "YYYY-MM-DD")


def _call(row: Mapping[str, Any]) -> Paid:
    spent = Spent(**{name: row[name] for name in Spent.__slots__})
    own = {name: row[name] for name in Paid.__slots__ if name != "spent"}
    return Paid(**own, spent=spent)


def _row(call: Paid) -> dict[str, Any]:
    values = {name: getattr(call, name) for name in Paid.__slots__ if name != "spent"}
    return values | {name: getattr(call.spent, name) for name in type(call.spent).__slots__}
