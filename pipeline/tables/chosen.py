"""Tables, join keys and join paths that a person chose: what is known, seen through them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from knowledge.catalog import Column, Kind, Table
from knowledge.glossary import Glossary, TableNote
from pipeline.rules.schema.edges import Edge
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import name_words

PICKED = "tables-pick"
INSTEAD = "tables-instead"
JOIN = "join:"
PATH = "path:"
_MOST_PAIRS = 8
_AND = " and "


def picked_in(choices: Mapping[str, str]) -> tuple[str, ...]:
    """The tables that a person chose, if any."""
    return tuple(each for each in choices.get(PICKED, "").split(",") if each)


def as_chosen(known: Known, choices: Mapping[str, str]) -> Known:
    """What is known of the chosen tables and those between them; all of it where none were."""
    picked = [key for key in picked_in(choices) if key in known.allowed]
    joined = {key: text for key, text in choices.items() if key.startswith((JOIN, PATH))}
    if not picked and not joined:
        return known
    kept = with_bridges(picked, known) if picked else sorted(known.allowed)
    glossary = _renamed(known, choices)
    seen = known.seeing(known.catalog, glossary, known.values, kept)
    for key, text in joined.items():
        left, right = ends_of(key)
        pairs = _pairs(text)
        if pairs and {left, right} <= seen.allowed:
            seen.joins.only(left, right, pairs)
    return seen


def replaced(picked: Sequence[str], used: Sequence[str]) -> str:
    """Which table stands for which others, where one took their place: `new=old,older`."""
    new = [key for key in picked if key not in used]
    gone = [key for key in used if key not in picked]
    return f"{new[0]}={','.join(gone)}" if len(new) == 1 and gone else ""


def _renamed(known: Known, choices: Mapping[str, str]) -> Glossary:
    """The words for a table that was replaced name the one in its place."""
    new, _, gone = choices.get(INSTEAD, "").partition("=")
    if not new:
        return known.glossary
    notes = [known.glossary.note(key) for key in gone.split(",")]
    words = [" ".join(name_words(key.rpartition(".")[2])) for key in gone.split(",")]
    words += [synonym for note in notes if note for synonym in note.synonyms]
    own = known.glossary.note(new) or TableNote(table=new)
    named = replace(own, synonyms=tuple(dict.fromkeys((*own.synonyms, *words))))
    others = tuple(note for note in known.glossary.tables if note is not own)
    return replace(known.glossary, tables=(*others, named))


def chosen_joins(choices: Mapping[str, str]) -> tuple[str, ...]:
    """The joins that a person chose, in words."""
    return tuple(
        in_words(pairs, *ends_of(key))
        for key, pairs in choices.items()
        if key.startswith((JOIN, PATH))
    )


def with_bridges(picked: Sequence[str], known: Known) -> tuple[str, ...]:
    """The tables with those that lie on the way from one to another."""
    between = [
        edge.right
        for one, other in combinations(picked, 2)
        for edge in known.joins.path(one, other) or ()
    ]
    return tuple(dict.fromkeys((*picked, *between)))


def apart(
    picked: Sequence[str], known: Known, choices: Mapping[str, str]
) -> tuple[str, str] | None:
    """Two of the tables that nothing joins, and for which nobody has named keys."""
    for one, other in combinations(picked, 2):
        joined = known.joins.distance(one, other) < float("inf")
        if not joined and not {join_id(one, other), join_id(other, one)} & set(choices):
            return one, other
    return None


def join_id(one: str, other: str) -> str:
    """The choice of keys that join two tables which nothing joins."""
    return f"{JOIN}{one}/{other}"


def path_id(one: str, other: str) -> str:
    """The choice among several ways in which two tables are joined."""
    return f"{PATH}{one}/{other}"


def possible_keys(one: Table, other: Table) -> tuple[str, ...]:
    """Pairs of columns that may join two tables, the likeliest first."""
    found = [
        (_likeness(left, one, right, other), f"{left.name}={right.name}")
        for left in one.columns
        for right in other.columns
        if (left.kind is Kind.TEXT) == (right.kind is Kind.TEXT) and _may_be_key(left, right)
    ]
    likely = sorted((pair for pair in found if pair[0] > 0), key=lambda pair: -pair[0])
    return tuple(text for _, text in likely[:_MOST_PAIRS])


def ways(one: str, other: str, known: Known) -> tuple[str, ...]:
    """The ways in which two tables are joined directly."""
    return tuple(dict.fromkeys(_text(edge) for edge in known.joins.between(one, other)))


def in_words(pairs: str, one: str, other: str) -> str:
    """A join as people read it: `a.x = b.y and a.z = b.w`."""
    return _AND.join(f"{one}.{left} = {other}.{right}" for left, right in _pairs(pairs))


def ends_of(key: str) -> tuple[str, str]:
    """The two tables that a choice of keys or of a way between them is about."""
    one, _, other = key.partition(":")[2].partition("/")
    return one, other


def _text(edge: Edge) -> str:
    return ";".join(f"{left}={right}" for left, right in edge.pairs)


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    halves = [part.partition("=") for part in text.split(";")]
    return tuple((left, right) for left, sign, right in halves if sign)


def _may_be_key(left: Column, right: Column) -> bool:
    kinds = {Kind.INTEGER, Kind.TEXT, Kind.NUMBER}
    return left.kind in kinds and right.kind in kinds and not (left.pii and right.pii)


def _likeness(left: Column, one: Table, right: Column, other: Table) -> float:
    """How much two columns look like a key and what refers to it."""
    words, others = set(name_words(left.name)), set(name_words(right.name))
    named = {*name_words(one.name)} & others or {*name_words(other.name)} & words
    shared = len(words & others) / max(len(words | others), 1)
    unique = 0.5 if left.unique or right.unique or left.primary_key or right.primary_key else 0.0
    score = shared + (0.4 if named else 0.0)
    alike = left.kind is right.kind and bool(unique) and left.primary_key != right.primary_key
    return score + unique if score else (0.1 if alike else 0.0)
