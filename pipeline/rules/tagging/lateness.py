"""Late, and on time: the day of a thing that was done, against the day it was due."""

from collections.abc import Iterable, Iterator, Sequence

from knowledge.catalog import Table
from pipeline.rules.linking.answerable import answerable
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded, related_words
from pipeline.rules.schema.parts import Test
from pipeline.rules.text.words import Word, name_words, stem_of

_SIGNS = {
    ">": ("late", "too late", "delayed", "with a delay", "behind schedule"),
    "<=": ("on time", "in time", "on schedule", "punctual", "punctually"),
    "<": ("too early", "ahead of schedule"),
}
_PHRASES = {phrase: sign for sign, phrases in _SIGNS.items() for phrase in phrases}
_LONGEST = 3
_AGAINST = {"after": ">", "past": ">", "beyond": ">", "before": "<", "by": "<="}
_OF_THEM = frozenset(("the", "their", "its", "his", "her"))
_DAYS = frozenset(("date", "dates", "day", "time"))
_DUE = frozenset(
    ("due", "promised", "expected", "estimated", "scheduled", "planned", "deadline", "target",
     "agreed", "eta", "required")
)  # fmt: skip
# When something began, or was only written down, says nothing of when it was done.
_BEGUN = frozenset(
    ("created", "updated", "modified", "deleted", "ordered", "order", "issued", "issue", "started",
     "start", "opened", "requested", "request", "booked", "registered", "joined", "hired", "birth",
     "invoice", "from", "begin", "begun")
)  # fmt: skip


def said_late(words: Sequence[Word], at: int) -> tuple[str, int] | None:
    """How the words from this place on compare with what was due, and how many say it."""
    lower = [word.lower for word in words[at : at + _LONGEST]]
    for count in range(len(lower), 0, -1):
        sign = _PHRASES.get(" ".join(lower[:count]))
        if sign is not None:
            return sign, count
    # `returned on` may have been taken for the column of that name.
    sign = _PHRASES.get(f"{words[at - 1].lower} {lower[0]}") if at else None
    return (sign, 1) if sign is not None else None


def said_against_due(words: Sequence[str]) -> tuple[str, int] | None:
    """`after the due date`, `before their deadline`: behind or before the day they were due."""
    sign = _AGAINST.get(words[0])
    due = 2 if words[1:2] and words[1] in _OF_THEM else 1
    if sign is None or due >= len(words) or words[due] not in _DUE:
        return None
    told = due + 1 < len(words) and words[due + 1] in _DAYS
    return (sign, due + 1 + told) if told or words[due] == "deadline" else None


def late(words: Sequence[Word], at: int, found: tuple[str, int], known: Known) -> Item | None:
    """The condition, where the data say both when a thing was due and when it was done."""
    sign, count = found
    pairs = list(_pairs(words, known))
    if not pairs:
        return None
    text = " ".join(word.text for word in words[at : at + count])
    done, due = (_named(dict.fromkeys(refs), at, count) for refs in zip(*pairs, strict=True))
    test = Test(operator=sign, column=done, of=due, function="own", words=text, first=at)
    return Item("f", at, at + count, text, test)


def nothing_due(unread: Iterable[Word], known: Known) -> str:
    """Why nobody can tell what is late, where the data do not say when it was due."""
    word = next((word.text for word in unread if word.lower in _PHRASES), "")
    if not word:
        return ""
    reason = f"The data do not say by which day this is due, so I cannot tell what is “{word}”."
    return f"{reason} {answerable(known)}".rstrip()


def names_the_deed(item: Item, condition: Item) -> bool:
    """Whether words only say what was done late: `returned`, before `late`."""
    if item.letter != "C" or item.last != condition.first:
        return False
    done = {candidate.ref for candidate in condition.payload.column.candidates}
    return bool(done & {candidate.ref for candidate in item.candidates})


def _named(refs: Iterable[str], at: int, count: int) -> Item:
    found = [Candidate(*_split(ref), 1.0) for ref in refs]
    name = " ".join(expanded(name_words(found[0].column)))
    return Item("C", at, at + count, name, candidates=found)


def _split(ref: str) -> tuple[str, str]:
    table, _, column = ref.rpartition(".")
    return table, column


def _pairs(words: Sequence[Word], known: Known) -> Iterator[tuple[str, str]]:
    """When rows were done and when they were due, of tables that the question speaks of."""
    said = {stem_of(other) for word in words for other in related_words(word.lower)}
    spoken = {each.table for word in words for each in known.lexicon.find([word])}
    for key in sorted(known.allowed & spoken):
        due, done = _days(known.table(key))
        named = [name for name in done if said & {stem_of(word) for word in name_words(name)}]
        yield from ((f"{key}.{one}", f"{key}.{other}") for one in named or done for other in due)


def _days(table: Table) -> tuple[list[str], list[str]]:
    """The columns that say when rows are due, and those that say when they were done."""
    dated = [column.name for column in table.columns if column.kind.is_dated]
    words = {name: set(expanded(name_words(name))) for name in dated}
    due = [name for name in dated if words[name] & _DUE]
    done = [name for name in dated if not words[name] & (_DUE | _BEGUN)]
    # What stands before the day that rows are due is when they began.
    behind = [name for name in done if due and dated.index(name) > dated.index(due[0])]
    return due, behind or done
