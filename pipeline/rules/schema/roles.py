"""Columns that say what part another table plays: from which port, to which one."""

from collections.abc import Iterator, Sequence

from knowledge.catalog import Column, Table
from pipeline.rules.text.words import Word, lemma_of, name_words, stem_of
from pipeline.rules.vocabulary.nouns import IDS

FROM = frozenset(
    ("from", "source", "src", "origin", "departure", "depart", "start", "sender", "sending",
     "payer", "pickup", "outbound")
)  # fmt: skip
TO = frozenset(
    ("to", "destination", "dest", "dst", "arrival", "arrive", "end", "target", "receiver",
     "recipient", "receiving", "payee", "dropoff", "inbound")
)  # fmt: skip
_LEAVING = frozenset(("from", "leaving", "departing", "leave", "depart", "departed"))
_REACHING = frozenset(("to", "reaching", "arriving", "into", "towards", "arrive", "arrived"))
_LED = frozenset(("from", "to", "into", "towards"))
ABOVE = frozenset(("manager", "supervisor", "superior", "boss", "parent", "mentor"))
# What ties rows to others of the same table: who leads, and who is led.
LEADING = frozenset(
    stem_of(word)
    for word in (
        "report", "reports", "reporting", "supervise", "supervised", "supervisor", "manage",
        "managed", "manager", "lead", "led", "leader", "head", "headed", "mentor", "mentored",
        "oversee", "overseen", "direct", "directed", "coach", "coached", "train", "trained",
        "boss", "superior", "answer", "subordinate", "subordinates", "assist", "assists",
    )
)  # fmt: skip
# A number may as well be one of a phone.
_KEY_TAILS = IDS | {"symbol"}


def role_of(words: str) -> frozenset[str]:
    """The words of columns that the words before a value ask for; none where they ask for none."""
    first, *second = words.lower().split()[:2] or [""]
    if first in _LEAVING | _REACHING and second and second[0] in _LED:
        first = second[0]  # `departed to Oslo`: the small word says it, whatever was done
    if first in _LEAVING:
        return FROM
    return TO if first in _REACHING else frozenset()


def opposite_of(role: frozenset[str]) -> frozenset[str]:
    """Where a way ends that begins there, and the other way round."""
    return TO if role is FROM else FROM


def plays(column: str, role: frozenset[str]) -> bool:
    """Whether a column's name says that part: `from_port`, `sourceAirport`."""
    return bool(role & set(name_words(column)))


def stands_by(words: Sequence[Word], name: str) -> bool:
    """Whether the same word stands before `by`: `users by city` are no `created_by_user`."""
    parts = name_words(name)
    said = [word.lower for word in words]
    if "by" not in said or "by" not in parts:
        return True
    before, named = said.index("by"), parts.index("by")
    if not before or not named:
        return before == named
    return words[before - 1].stem == stem_of(parts[named - 1])


def role_keys(tables: Sequence[Table]) -> Iterator[tuple[Table, Column, Table, Column]]:
    """Columns named for a part and a table, with the key of that table: `to_port`, `port_code`."""
    named = {tuple(lemma_of(word) for word in name_words(table.name)): table for table in tables}
    keys = {table.key: _key_of(table) for table in tables}
    for table in tables:
        for column in table.columns:
            words = tuple(lemma_of(word) for word in name_words(column.name))
            other = named.get(words[1:]) if words[:1] and words[0] in FROM | TO else None
            key = keys[other.key] if other is not None else None
            if other is None or key is None or other is table or column.kind is not key.kind:
                continue
            yield table, column, other, key


def superiors(table: Table) -> list[tuple[str, str]]:
    """Columns that lead to another row of the table where no key says so: `manager_id`."""
    key = _key_of(table)
    if key is None:
        return []
    called = [(column, name_words(column.name)) for column in table.columns]
    return [
        (column.name, key.name) for column, words in called
        if words[:1] and words[0] in ABOVE and words[-1] in _KEY_TAILS and column.kind is key.kind
    ]  # fmt: skip


def _key_of(table: Table) -> Column | None:
    declared = [column for column in table.columns if column.primary_key]
    ends = [
        c for c in table.columns if name_words(c.name)[-1:] and name_words(c.name)[-1] in _KEY_TAILS
    ]
    found = declared or ends
    return found[0] if len(found) == 1 else None
