"""What an acronym may stand for here: the initials of a number that can be asked for in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.catalog import Kind, Table
from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.plain_words import plain, plural
from pipeline.rules.text.words import name_words

SHORTEST, LONGEST = 2, 6
# How a number of many rows is begun to be called, by its initial.
_FUNCTIONS = {
    "a": ("average",), "t": ("total",), "s": ("total",), "h": ("highest",), "l": ("lowest",),
    "m": ("highest", "lowest"),
}  # fmt: skip
# What is short for an amount whose column is called otherwise: value, revenue, amount, price.
_AMOUNT = frozenset("vrap")
_PERIODS = {"pd": "day", "pw": "week", "pm": "month", "pq": "quarter", "py": "year"}
_ADJECTIVES = {"d": "day", "w": "week", "m": "month", "q": "quarter", "y": "year"}
_MOST_KINDS, _LONGEST_KIND = 12, 2
_NAMED, _BESIDE = 1.0, 0.3
_AMOUNTS = frozenset(("amount", "price", "revenue", "value", "total", "cost", "sum"))
_LIKELIER = 0.2
_EXACT, _WITH_ROWS, _COUNT, _STATE, _PERIOD, _NEARLY, _RATHER = 2.0, 1.6, 1.5, 1.2, 0.9, 1.0, 0.8


@dataclass(frozen=True, slots=True)
class Expansion:
    """Words that an acronym may stand for, and how well they fit (more is better)."""

    words: str
    score: float


def is_acronym(word: str) -> bool:
    """Whether a word is written as the initials of a number's name: ASP, TSC, MRR."""
    return word.isupper() and word.isalpha() and SHORTEST <= len(word) <= LONGEST


def expansions(acronym: str, about: Known, named: Sequence[str]) -> list[Expansion]:
    """The words whose initials spell it, best first; `named` are the tables that were spoken of."""
    letters = acronym.lower()
    found = list(_numbers(letters, about, named))
    for initials, unit in _PERIODS.items():
        if letters.startswith(initials) and len(letters) > len(initials) + 1:
            found += _each(letters.removeprefix(initials), unit, about, named)
    if letters[0] in _ADJECTIVES and len(letters) > SHORTEST:
        found += _each(letters[1:], _ADJECTIVES[letters[0]], about, named)
    best = sorted(found, key=lambda one: -one.score)
    return list({one.words: one for one in reversed(best)}.values())[::-1]


def _each(letters: str, unit: str, about: Known, named: Sequence[str]) -> Iterator[Expansion]:
    """`PMAT`, `MAT`: the average amount of transactions, month by month."""
    for one in _numbers(letters, about, named):
        yield Expansion(f"{one.words} per {unit}", one.score - _PERIOD)


def _numbers(letters: str, about: Known, named: Sequence[str]) -> Iterator[Expansion]:
    linker = Linker(about, {})
    for name in sorted(about.allowed):
        table = about.table(name)
        near = _NAMED if name in named else _BESIDE * _is_near(name, about, named)
        for one in (
            *_amounts(letters, table, linker),
            *_counts(letters, table),
            *_states(letters, table, about),
        ):
            yield Expansion(one.words, one.score + near)


def _is_near(name: str, about: Known, named: Sequence[str]) -> bool:
    return any(about.joins.distance(one, name) <= 1 for one in named)


def _amounts(letters: str, table: Table, linker: Linker) -> Iterator[Expansion]:
    """`ASP`: average sale price; `ATA`: average transaction amount; `TSR`: total sales revenue."""
    functions, rest = _FUNCTIONS.get(letters[0], ()), letters[1:]
    of_rows = _of_table(table)
    called = {rows + last for rows in of_rows for last in ("", *_AMOUNT)}
    for function in functions if rest else ():
        for ref in linker.amounts(table.name):
            column = expanded(name_words(ref.rpartition(".")[2]))
            ends = {_initials(column[start:]) for start in range(len(column))}
            words = f"{function} {_called(ref, table, linker.known)}"
            if rest in ends:
                yield Expansion(words, _EXACT)
            elif rest in {rows + end for rows in of_rows for end in ends}:
                yield Expansion(words, _WITH_ROWS)
            elif any(rest[:-1] == end for end in ends):
                # `ACP`, the closing price, of a column that is called close.
                yield Expansion(words, _NEARLY)
            elif rest in called:
                yield Expansion(words, _RATHER + _LIKELIER * bool(_AMOUNTS.intersection(column)))


def _counts(letters: str, table: Table) -> Iterator[Expansion]:
    """`TSC`: the total sales count; `NU`: the number of users."""
    words = f"number of {_rows(table)}"
    for ends in _of_table(table):
        if letters in (f"t{ends}c", f"n{ends}", f"no{ends}", f"tn{ends}", f"{ends}c"):
            yield Expansion(words, _COUNT)


def _states(letters: str, table: Table, about: Known) -> Iterator[Expansion]:
    """`STR`: the share of transactions that are successful; `TAU`: the total active users."""
    for column in table.columns:
        few = column.complete and 1 < len(column.values) <= _MOST_KINDS
        if not few or column.kind is not Kind.TEXT:
            continue
        for value in about.shown_values(table.name, column):
            state = _initials(value.lower().split())
            # A state is written small, a place or a name is not.
            like = _STATE + _LIKELIER * value.islower()
            if not 0 < len(state) <= _LONGEST_KIND:
                continue
            for ends in _of_table(table):
                if letters in (f"{state}{ends}r", f"{ends}{state}r", f"{state}r"):
                    words = f"percentage of {_rows(table)} that are {value}"
                    yield Expansion(words, like - (letters == f"{state}r"))
                if letters in (f"{state}{ends}", f"t{state}{ends}", f"n{state}{ends}"):
                    yield Expansion(f"number of {value} {_rows(table)}", like)


def _of_table(table: Table) -> tuple[str, ...]:
    """The initials of what its rows are called: `ut`, and `t` alone, of `user_tickets`."""
    words = expanded(name_words(table.name))
    return tuple(dict.fromkeys((_initials(words), words[-1][:1]))) if words else ()


def _rows(table: Table) -> str:
    return plural(plain(table.name))


def _called(ref: str, table: Table, about: Known) -> str:
    """A number in words, with its rows where those of another table have one of that name."""
    name = ref.rpartition(".")[2]
    others = (about.table(other) for other in about.allowed if other != table.name)
    alone = all(column.name != name for other in others for column in other.columns)
    return plain(ref) if alone else f"{plain(ref)} of {_rows(table)}"


def _initials(words: Sequence[str]) -> str:
    return "".join(word[0] for word in words if word[0].isalpha())
