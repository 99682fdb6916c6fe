"""The date by which rows are the latest or the earliest, where no adjective tells its column."""

from collections.abc import Sequence

from pipeline.rules.drafting.conditions import Conditions
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import name_words, stem_of

_SIGNS = {"new": 1, "recent": 1, "late": 1, "latest": 1, "early": -1}
_NEAR, _SHORTEST_STEM = 1.5, 5


def date_done(adjective: str, homes: Sequence[str], linking: Conditions) -> tuple[str, int] | None:
    """`who most recently signed up`: the date of the verb, also beside what was named."""
    if adjective not in _SIGNS:
        return None
    tables = _around(homes, linking.known)
    found = linking.date_of_verb(tables) or _date_named_after(linking.verbs, tables, linking.known)
    return (found, _SIGNS[adjective]) if found else None


def date_kept(adjective: str, homes: Sequence[str], linking: Conditions) -> tuple[str, int] | None:
    """`the most recent visit`: its date, whatever that is called; of several a person says."""
    if adjective not in _SIGNS:
        return None
    home = next((home for home in homes if home and _dates(home, linking.known)), None)
    found = linking.linker.time_column(home) if home else None
    return (found, _SIGNS[adjective]) if found else None


def _date_named_after(verbs: Sequence[str], tables: Sequence[str], known: Known) -> str | None:
    """`registered`: the date of the registration, or the only date of registrations."""
    stems = tuple(stem_of(verb.lower().removesuffix("ed")) for verb in verbs)
    stems = tuple(stem for stem in stems if len(stem) >= _SHORTEST_STEM)
    for table in tables if stems else ():
        dates = _dates(table, known)
        told = [d for d in dates if any(word.startswith(stems) for word in name_words(d))]
        named = any(word.startswith(stems) for word in name_words(known.table(table).name))
        found = told or (dates if named else [])
        if len(found) == 1:
            return f"{table}.{found[0]}"
    return None


def _dates(table: str, known: Known) -> list[str]:
    return [column.name for column in known.table(table).columns if column.kind.is_dated]


def _around(homes: Sequence[str], known: Known) -> list[str]:
    """The named tables, and those that tie all of them together."""
    named = [home for home in homes if home]
    linked = [edge.right for home in named for edge in known.joins.edges(home)]
    near = [t for t in linked if all(known.joins.distance(home, t) <= _NEAR for home in named)]
    return list(dict.fromkeys((*named, *near)))
