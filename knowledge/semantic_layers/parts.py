"""What semantic layers of other tools have in common: entries collected, and parts looked up."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.errors import KnowledgeError
from knowledge.glossary import Glossary, Metric, TableNote, Term
from knowledge.sql_text import read_sql

NAME = re.compile(r"[A-Za-z_]\w*")
Part = Mapping[str, object]


class NoSemanticLayerError(KnowledgeError):
    """The text is no semantic model that is known here; `reason` says what to do."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"It holds no semantic layer: {reason}.")


@dataclass(frozen=True, slots=True)
class Join:
    """`column` of `table` refers to `to_column` of `to_table`, as another tool says."""

    table: str
    column: str
    to_table: str
    to_column: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What was found, nothing of it certified, and sentences on what could not be taken.

    `source` is the tool. `joins` are not entries of a glossary: the catalog knows the keys.
    """

    glossary: Glossary
    left_out: tuple[str, ...] = ()
    joins: tuple[Join, ...] = ()
    source: str = ""


@dataclass(slots=True)
class Collected:
    """What was found so far. Nothing of it is certified."""

    source: str
    metrics: list[Metric] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)
    notes: dict[str, TableNote] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)

    def imported(self) -> Imported:
        glossary = Glossary(
            metrics=tuple(self.metrics), terms=tuple(self.terms), tables=tuple(self.notes.values())
        )
        return Imported(
            glossary=glossary,
            left_out=tuple(self.left_out),
            joins=tuple(self.joins),
            source=self.source,
        )

    def noted(self, table: str, told: str, synonyms: Sequence[str] = ()) -> None:
        if table and (told or synonyms):
            self.notes[table] = TableNote(table=table, description=told, synonyms=tuple(synonyms))

    def term(self, name: str, means: str, synonyms: Sequence[str], told: str) -> None:
        words = tuple(dict.fromkeys(in_words(each) for each in synonyms))
        self.terms.append(Term(name=in_words(name), means=means, synonyms=words, description=told))

    def kept(
        self,
        part: Part,
        table: str,
        number: str,
        filters: tuple[str, ...],
        time_column: str,
        others: Sequence[str] = (),
    ) -> None:
        name = in_words(text_in(part, "name"))
        label = in_words(text_in(part, "label"))
        synonyms = [each for each in (label, *others) if each and each.lower() != name.lower()]
        self.metrics.append(
            Metric(
                name=name,
                expression=number,
                table=table,
                filters=filters,
                time_column=f"{table}.{time_column}" if NAME.fullmatch(time_column) else "",
                description=text_in(part, "description"),
                synonyms=tuple(dict.fromkeys(synonyms)),
                source=self.source,
            )
        )


def sole_table(sql: str) -> str:
    """The table of which a query reads every row and column; empty for any other query."""
    try:
        tree = read_sql(sql.strip().rstrip(";"), "") if sql.strip() and "{" not in sql else None
    except SqlglotError:
        return ""
    if not isinstance(tree, exp.Select) or not tree.is_star:
        return ""
    source = tree.args.get("from_")
    told = {key for key, value in tree.args.items() if value} - {"from_", "expressions"}
    table = source.this if source is not None and not told else None
    return ".".join(part.name for part in table.parts) if isinstance(table, exp.Table) else ""


def expression_of(part: Part) -> str:
    """What a part computes; one without an expression is the column of its name."""
    told = part.get("expr")
    return str(told).strip() if told not in (None, "") else text_in(part, "name")


def name_in(told: object) -> str:
    """A name told by itself, or as the `name` of a part."""
    return text_in(told, "name") if isinstance(told, Mapping) else str(told or "")


def in_words(name: str) -> str:
    """A name as people say it: `net_revenue` is "net revenue"."""
    return " ".join(name.replace("_", " ").split())


def text_in(part: Part, key: str) -> str:
    """The text under a key; empty where there is none, or something else."""
    told = part.get(key)
    return str(told).strip() if isinstance(told, str | int | float) else ""


def part_in(part: Part, key: str) -> Part:
    """The part under a key; empty where there is none."""
    told = part.get(key)
    return told if isinstance(told, Mapping) else {}


def parts_in(part: Part, key: str) -> list[Part]:
    """The parts listed under a key."""
    told = part.get(key)
    return maps_in(told) if isinstance(told, list) else []


def maps_in(told: Sequence[object]) -> list[Part]:
    """Those of a list that are parts."""
    return [each for each in told if isinstance(each, Mapping)]


def maps_under(told: object) -> list[Part]:
    """The parts of a list, or those that stand under names."""
    return list(_each(told))


def _each(told: object) -> Iterator[Part]:
    values = told.values() if isinstance(told, Mapping) else told if isinstance(told, list) else ()
    yield from (each for each in values if isinstance(each, Mapping))
