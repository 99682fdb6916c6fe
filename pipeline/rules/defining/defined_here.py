"""Numbers that a question defines itself: `Margin is freight charge minus carrier cost`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.glossary import Definition, Metric
from pipeline.rules.defining.computed import Computed, computed, of_rows
from pipeline.rules.defining.named import first_named
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.metrics import column_of
from pipeline.rules.text.words import words_of

_NAME = r"(?P<name>[^\W\d_][\w'-]*(?: [\w'-]+){0,3}?)"
_OF_ROWS = r"(?:\s+(?:of|for|per)\s+(?:an?|each|every|the|one)\s+(?P<rows>[\w-]+(?: [\w-]+)?))?"
_IS = r"\s*(?:\s(?:is|are|means|equals|being)(?:\s(?:defined|calculated|computed)\s+as)?\s|=)\s*"
# Not where the sum goes on: `price times rate, divided by 100`.
_END = (
    r"(?P<as>[^.,;:?!()]+)(?=[.,;:?!()]|$)"
    r"(?!,\s*(?:and\s+|then\s+)*(?:divided|multipl|times|minus|plus|less|reduced|subtract|add)\w*\b)"
)
# In the order in which they are tried: a sentence, a clause behind `where`, what is in brackets.
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:^|(?<=[.;?!,]\s))(?:the |an? )?{_NAME}{_OF_ROWS}{_IS}{_END}[.;]?",
        rf",?\s*\b(?:where|with|and|if)\s+(?:the |an? )?{_NAME}{_OF_ROWS}{_IS}{_END}",
        rf"(?<=\s)(?P<kept>(?P<name>[^\W\d_][\w-]*)\s+)\({_END}\)",
    )
)
_BEHIND = re.compile(r",?\s*(?:where|with|and|if)\s", re.IGNORECASE)
_OF_DATA = 0.93
_ASKING = frozenset(("what", "which", "who", "how", "where", "when", "there", "that", "it"))
_AVERAGE = ("average", "avg", "mean")


@dataclass(frozen=True, slots=True)
class _Definition:
    """A name, the rows it is told of, and what it is computed as."""

    name: str
    rows: str
    as_: Computed


def with_definitions(question: str, about: Known) -> tuple[str, Known]:
    """The question with its definitions blanked out, and what is known with them as numbers."""
    for form in _FORMS:
        for found in form.finditer(question):
            kept = found.start() + len(found.groupdict().get("kept") or "")
            gap = " " * (found.end() - kept)
            rest = f"{question[:kept]}{gap}{question[found.end() :]}"
            made = None if _is_condition(found, about) else _definition(found, about)
            if made is not None and _is_said(made, rest):
                return rest, about.defining(tuple(_metrics(made, about)))
    return question, about


def _is_said(made: _Definition, rest: str) -> bool:
    """Whether the rest of the question speaks of what is defined."""
    definition = Definition(name=made.name, words="", synonyms=(f"{made.rows} {made.name}",))
    return first_named(rest, (definition,), ()) is not None


def _definition(found: re.Match[str], about: Known) -> _Definition | None:
    name = found["name"].lower()
    words = name.split()
    made = computed(found["as"], about) if words[0] not in _ASKING else None
    if made is None:
        return None
    rows = (found.groupdict().get("rows") or "").lower()
    return _Definition(name, rows, of_rows(made, rows, about) if rows else made)


def _is_condition(found: re.Match[str], about: Known) -> bool:
    """`where total = shipping plus tax`, of a column that is called so."""
    if "kept" in found.groupdict() or not _BEHIND.match(found.group()):
        return False
    fits = about.lexicon.find(words_of(found["name"]))
    return any(each.column and each.score >= _OF_DATA for each in fits)


def _metrics(made: _Definition, about: Known) -> Iterator[Metric]:
    """Its total and its average over the rows that it is told of; a ratio is one of totals."""
    names = (made.name, *((f"{made.rows} {made.name}",) if made.rows else ()))
    told = made.as_.told
    totals = () if made.as_.sides else tuple(f"total {name}" for name in names)
    yield _metric(made, (*names, *totals), made.as_.total, told)
    each = "" if made.as_.sides else _average(made, about)
    if each:
        spoken = tuple(f"{word} {name}" for name in names for word in _AVERAGE)
        yield _metric(made, spoken, each, f"{told}, on average")


def _metric(made: _Definition, names: Sequence[str], sql: str, told: str) -> Metric:
    return Metric(
        name=names[0],
        synonyms=tuple(names),
        expression=sql,
        table=made.as_.table,
        description=told,
    )


def _average(made: _Definition, about: Known) -> str:
    """Of every row, or of every row that these belong to: an order's value is of all its lines."""
    if not made.rows:
        return made.as_.over_rows("avg(:number)")
    owners = [c.table for c in about.lexicon.find(words_of(made.rows)) if not c.column]
    if made.as_.table in owners[:1]:
        return made.as_.over_rows("avg(:number)")
    keys = [
        left
        for edge in about.joins.edges(made.as_.table)
        if edge.right in owners[:1] and not edge.multiplies and len(edge.pairs) == 1
        for left, _ in edge.pairs
    ]
    if len(keys) != 1:
        return ""
    key = column_of(about.table(made.as_.table), keys[0])
    return made.as_.over_rows("1.0 * sum(:number) / nullif(count(distinct :key), 0)", key=key)
