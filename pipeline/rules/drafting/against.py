"""Conditions against a number that other rows hold: the average, the highest, that of a group."""

from abc import abstractmethod
from dataclasses import dataclass, replace

from pipeline.intent import Clause, Compared, Condition
from pipeline.rules.drafting.clocked import Clocked
from pipeline.rules.linking.earnings import is_beside
from pipeline.rules.linking.link import Doubt
from pipeline.rules.linking.other_rows import shared_by_peers
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.parts import Test

FLIPPED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
_OTHER_END = {"max": "min", "min": "max"}
_MOST_AMOUNTS = 4
_NAMED = "named"
_HIGH = ("high",)
_SAID_OF = (
    ("longer", ("long",)),
    ("shorter", ("long", "high")),
    *((word, ("large",)) for word in ("larger", "bigger", "smaller")),
)


@dataclass(slots=True)
class Against(Clocked):
    """Turns such tests into clauses; None for what cannot be linked."""

    @abstractmethod
    def _clause(self, test: Test, home: str | None) -> Clause | None:
        """The clause of any test."""

    def _only_amount(self, home: str, test: Test) -> str | None:
        """`hills higher than 1000`: their height, or the only number; of several a person says.

        What is longer, or larger, is so by its length, or its size, and not by its height.
        """
        high = self._told_by(test.words.lower(), home)
        amounts = list(dict.fromkeys(high)) or self.linker.amounts(home)
        if len(amounts) <= 1 and not (any(is_beside(ref) for ref in amounts) and not high):
            return next(iter(amounts), None)
        picked = self.linker.choices.get(f"by:{test.words.lower()}")
        if picked in amounts:
            return picked
        self.linker.doubts.append(Doubt("by", test.words, tuple(amounts[:_MOST_AMOUNTS])))
        return amounts[0]

    def _told_by(self, words: str, home: str) -> list[str]:
        """The columns of which a number is said to be more: lengths of what is longer."""
        adjectives = next((said for word, said in _SAID_OF if words.startswith(word)), _HIGH)
        found = [self.linker.of_adjective(adjective, [home]) for adjective in adjectives]
        found = found if any(found) else [self.linker.of_adjective(*_HIGH, [home])]
        return [ref for ref, _ in filter(None, found)]

    def _compared(self, test: Test, home: str | None) -> Clause | None:
        if test.function == "own":
            return self._own(test, home)
        column, sign = self._compared_column(test, home)
        if column is None:
            return None
        operator, end = test.operator, test.function
        if sign < 0:
            # `cheaper than every lamp`: below the lowest price of them.
            operator, end = FLIPPED.get(operator, operator), _OTHER_END.get(end, end)
        of = self._compared_with(test, home, column)
        if test.function in ("avg", "sum") and not looks_numeric(self.known.column(of or column)):
            return None
        where = self._clause(test.where, home) if test.where else None
        if test.where is not None and not (
            isinstance(where, Condition) and self._is_one(test, where, home)
        ):
            return self._compared_with_some(test, home)
        conditions = (where,) if isinstance(where, Condition) else ()
        within = shared_by_peers(test.within, (of or column).rpartition(".")[0], self.linker)
        if within is None:
            return None
        return Compared(
            column=column,
            operator=operator,
            function=self._extent(operator) if test.extent else end,
            of=of or column,
            where=conditions,
            within=within,
            factor=test.factor,
        )

    @abstractmethod
    def _names(self, home: str | None) -> set[str] | None:
        """The columns that name a row of a table, if any do."""

    def _is_one(self, test: Test, where: Condition, home: str | None) -> bool:
        """Whether what was said as a name is one, and not what many rows have in common."""
        if test.extent or test.where is None or test.where.adjective != _NAMED:
            return True
        owner, _, name = where.column.rpartition(".")
        table, column = self.known.table(owner), self.known.column(where.column)
        alone = column.distinct is not None and column.distinct == table.rows
        return where.column in (self._names(home) or ()) or alone or (name,) == table.primary_key

    def _compared_with_some(self, test: Test, home: str | None) -> Clause | None:
        """`longer than English songs`: what was taken for a name is what many rows hold."""
        if test.where is None or test.where.adjective != _NAMED:
            return None
        some = replace(test, where=replace(test.where, adjective=""), extent=True)
        return self._compared(some, home)

    def _compared_column(self, test: Test, home: str | None) -> tuple[str | None, int]:
        """What is compared, and -1 where more of the adjective is less of it."""
        item = test.column or test.of
        if item is None:
            found = self.linker.of_adjective(test.adjective, self.homes(test))
            return found if test.adjective and found else (None, 1)
        if item.letter != "T":
            column = self.linker.column(item, home)
            return column, self.linker.sign_of(test.adjective, column) if column else 1
        rows = self.linker.table(item)
        if rows is None or rows != home:
            return None, 1
        if test.adjective:
            return self.linker.of_adjective(test.adjective, [rows]) or (None, 1)
        return self._only_amount(rows, test), 1

    def _compared_with(self, test: Test, home: str | None, column: str) -> str | None:
        if test.of is None or test.of.letter == "T":
            return column
        return self.linker.column(test.of, home)

    def _own(self, test: Test, home: str | None) -> Clause | None:
        """Two columns of a row, or of it and the one row of another table that it belongs to."""
        operator, factor = test.operator, test.factor
        other = self.linker.column(test.of, home) if test.of else None
        one = (
            self.linker.column(test.column, home) if test.column else self._other_price(test, other)
        )
        if one is None or other is None or other == one:
            return None
        joins = self.known.joins
        mine, theirs = one.rpartition(".")[0], other.rpartition(".")[0]
        if joins.has_many(mine, theirs) and factor == 1:
            one, other, mine, theirs = other, one, theirs, mine
            operator = FLIPPED.get(operator, operator)
        apart = mine != theirs and joins.path(mine, theirs) is None
        if apart or joins.has_many(mine, theirs):
            return None
        return Compared(column=one, operator=operator, function="own", of=other, factor=factor)

    def _other_price(self, test: Test, price: str | None) -> str | None:
        """`sold for less than the list price`: what it went for is another column than that."""
        found = (self.linker.of_adjective(test.adjective, [table]) for table in self.homes(test))
        return next((each[0] for each in found if each and each[0] != price), None)

    def _extent(self, operator: str) -> str:
        """`than any of them`: a person says whether that is each of them, or one is enough."""
        picked = self.linker.choices.get("extent:any")
        if picked is None:
            self.linker.doubts.append(Doubt("extent", "any", ("some", "each")))
        above = operator in (">", ">=")
        return "max" if above == (picked == "each") else "min"
