"""How the numbers of a sum are asked for in words: `won deals`, `total kills`."""

import re
from collections.abc import Iterator, Sequence

from knowledge.glossary import Definition
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import Word, name_words, stem_of, words_of

_LEAD = re.compile(
    r"^(?:(?:all(?: of)?|the|its|their|his|her|our|every|"
    r"(?:(?:an?|each|the)\s+)?[\w-]+(?:\s[\w-]+)?'s)\s+)+",
    re.IGNORECASE,
)
# `total deaths over all matches`: which rows count.
_OVER_ALL = re.compile(
    r"\s+(?:over|across|in|of|for|from|among)\s+(?:all|their|its|his|her)(?:\s+of)?"
    r"(?:\s+(?:the|their|its))?\s+(?P<rows>[\w'-]+(?: [\w'-]+){0,3})$",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"^(?:the\s+)?(?:total\s+)?(?:numbers?|counts?)\s+of\s+(?:(?:all(?:\s+of)?|the|its|their)\s+)*",
    re.IGNORECASE,
)
# `closed deals (won plus lost)`: both kinds together.
_BOTH = re.compile(
    r"(?P<said>[^()*×/÷+]+?)\s+"  # noqa: RUF001 - people type typographic signs
    r"\((?P<one>\w[\w -]*?)\s+(?:plus|and|or|\+|&)\s+(?P<other>\w[\w -]*?)\)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^(?:total|sum|average|avg|mean|max|min|highest|lowest)\w*\b", re.IGNORECASE)
_IS_OF = re.compile(r"\b(?:numbers?|counts?|totals?|sum|average|share)$", re.IGNORECASE)
_MOST_WORDS, _SURE = 3, 0.8
_ALL = frozenset(("all", "all of them", "total", "everything", "the total"))


def parted(said: str) -> tuple[str, str]:
    """The words of a sum, and which rows they say at their end that all of it is of."""
    found = _OVER_ALL.search(said)
    # Of `the number of all orders` the orders are what is counted.
    if found is None or _IS_OF.search(said[: found.start()]):
        return said, ""
    return said[: found.start()], found["rows"]


def with_both(said: str, about: Known) -> str:
    """The words of a sum with `deals (won plus lost)` as the sum of both."""

    def opened(found: re.Match[str]) -> str:
        rows = rows_in(found["said"], about)
        if not rows:
            return found[0]
        kinds = [
            kind if rows_in(kind, about) else f"{kind} {rows}"
            for kind in (found["one"], found["other"])
        ]
        lead = re.match(r"^.*\bdivided by\s+", found["said"], re.IGNORECASE)
        return f"{lead[0] if lead else ''}({kinds[0]} plus {kinds[1]})"

    return _BOTH.sub(opened, said)


def rows_in(said: str, about: Known) -> str:
    """The last words that name rows of a table."""
    words = words_of(said)
    for at in range(len(words), 0, -1):
        for many in range(min(_MOST_WORDS, at), 0, -1):
            part = words[at - many : at]
            if _is_rows(part, about):
                return said[part[0].at : part[-1].until]
    return ""


def _is_rows(part: Sequence[Word], about: Known) -> bool:
    found = about.lexicon.find(part)
    return bool(found) and not found[0].column and found[0].score >= _SURE


def rows_of(definition: Definition, names: Sequence[str], question: str, about: Known) -> str:
    """The rows that a sum is about: `open rate of reminders`, else those of another number."""
    for name in definition.names:
        behind = re.search(
            rf"\b{re.escape(name)}\s+(?:of|for|among)\s+(?:(?:all|the|our|each)\s+)*"
            r"(?P<rows>[\w-]+(?: [\w-]+)?)",
            question, re.IGNORECASE,
        )  # fmt: skip
        if behind is not None:
            first = behind["rows"].split()[0]
            for said in (behind["rows"], first):
                if rows_in(said, about) == said:
                    return said
    found = [rows_in(name, about) for name in names]
    return next((rows.removesuffix("'s") for rows in found if rows), "")


def asked_as(name: str, rows: str, about: Known) -> Iterator[tuple[str, str]]:
    """The questions that may ask for a number of a sum, likeliest first; each with its state.

    A state is one of rows that the name does not say: `opened`, of reminders.
    """
    plain = _LEAD.sub("", name.strip())
    if rows and plain.lower() in _ALL:
        yield f"How many {rows}?", ""
        return
    counted = _COUNTED.sub("", plain)
    if counted != plain:
        yield f"How many {counted}?", ""
    if rows and not rows_in(plain, about) and not _NUMBER.match(plain):
        yield f"How many {plain} {rows}?", plain
    for lead in ("What is the", "What is the total", "How many"):
        yield f"{lead} {plain}?", ""


def is_kept_in(state: str, table: str, about: Known) -> bool:
    """Whether rows keep such a state, which then all of them are in: `sent`, of `sent_at`."""
    words = words_of(state)
    stems = {
        stem_of(part) for column in about.table(table).columns for part in name_words(column.name)
    }
    return len(words) == 1 and words[0].stem in stems
