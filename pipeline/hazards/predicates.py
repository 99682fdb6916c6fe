"""Words that say which rows are meant, where the statement tells no rows apart by them."""

import difflib
from collections.abc import Iterator, Sequence

from sqlglot import exp

from pipeline.hazards.joints import JOINTS
from pipeline.hazards.reading import Reading, is_among, spoken, stems_of_name
from pipeline.rules.text.words import Word, name_words

_UNTOLD = "No condition of the answer stands for it."
_SHORTEST = 3
_ALIKE = 0.85
# What is added to a verb or an adjective, and tells of no rows: `the cheapest`, `monthly`.
_OTHER_ENDINGS = ("est", "ly", "ing")
_DO = frozenset(("do", "does", "did"))
_WHICH = frozenset(("that", "which", "who", "not"))
# Forms of "be" before what rows are: `orders that were delivered`.
_ARE = frozenset(("are", "is", "were", "was", "be", "been", "being", "get", "got", "gets"))
# Behind what rows are a sentence ends, or goes on with one of these.
_GOES_ON = frozenset(
    ("in", "on", "at", "by", "per", "for", "from", "since", "during", "before", "after", "between",
     "until", "till", "over", "within", "last", "this", "next", "and", "or", "but", "with", "to",
     "each", "every", "there", "do", "does", "did", "have", "has", "is", "are", "was", "were",
     "total", "overall", "when", "where", "as", "not", "of", "so", "yet", "today", "yesterday")
)  # fmt: skip
# Words that hold a sentence together, unless they are stored values.
_SMALL = frozenset(("on", "off", "in", "out", "up", "down", "over", "done", "given", "now", "all"))
# Rows are there: to say so tells none of them apart.
_OF_ALL = frozenset(
    ("placed", "made", "recorded", "registered", "listed", "stored", "kept", "entered", "logged",
     "saved", "existing", "available", "present", "there", "found", "known", "seen", "had", "held",
     "given", "done", "taken", "used", "involved", "included", "contained", "counted", "shown",
     "displayed", "reported", "total", "entire", "overall", "whole", "individual", "single",
     "separate", "respective", "corresponding", "associated", "related", "specific", "certain",
     "same", "own", "actual", "main", "complete", "full", "exact", "combined", "such", "following",
     "other", "various", "possible", "many", "several", "few", "entries", "records", "rows",
     "date", "dates", "day", "days", "time", "times", "month", "year", "value", "values")
)  # fmt: skip
# Words that a statement has another part for than a condition: order, number, grouping.
_STRUCTURAL = frozenset(
    ("different", "distinct", "unique", "common", "popular", "new", "newest", "old", "oldest",
     "recent", "latest", "earliest", "first", "last", "next", "previous", "average", "mean",
     "median", "typical", "usual", "maximum", "minimum", "sorted", "ordered", "ranked", "grouped",
     "arranged", "ascending", "descending", "alphabetical", "higher", "lower", "greater", "bigger",
     "larger", "smaller", "longer", "shorter", "older", "younger", "cheap", "expensive", "big",
     "small", "large", "long", "short", "young", "frequent", "frequently", "often", "rarely",
     "monthly", "daily", "weekly", "yearly", "quarterly", "annual", "cumulative", "running",
     "double", "half", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
     "ten", "equal", "second", "third", "and", "or", "not", "never", "no", "both", "either")
)  # fmt: skip


def words_for_some_rows(reading: Reading) -> Iterator[tuple[str, str]]:
    """`orders that were delivered`, `done tasks`, where no condition of the statement says so."""
    if reading.tree is None or _has_unsaid_condition(reading):
        return
    words = [word for word in reading.words if any(map(str.isalnum, word.text))]
    for at, word in enumerate(words):
        held = _column_of_value(word, reading)
        if not _is_open(word, reading, is_value=bool(held)):
            continue
        if _is_before_rows(at, words, reading) or _is_behind_rows(at, words, reading):
            told = f"It is a value of {held}, which the answer does not use." if held else _UNTOLD
            yield word.text, told


def _is_open(word: Word, reading: Reading, *, is_value: bool) -> bool:
    """Whether no part of the statement or its reading holds a word that could tell rows apart."""
    lower = word.lower
    if not lower.isalpha():
        return False
    if is_value:
        return lower not in JOINTS - _SMALL and not reading.is_said(word)
    if len(lower) < _SHORTEST or lower.endswith(_OTHER_ENDINGS) or _is_of_column(word, reading):
        return False
    if lower in JOINTS | _OF_ALL | _STRUCTURAL | _GOES_ON | _ARE:
        return False
    return not (reading.is_said(word) or _is_slip(word, reading) or _is_of_glossary(word, reading))


def _column_of_value(word: Word, reading: Reading) -> str:
    """A column of the rows that are read, of few known texts, one of which is the word."""
    for table in reading.tables:
        if reading.about.is_hushed(table.key):
            continue
        for column in table.columns:
            known = column.complete and not column.pii
            if known and any(value.casefold() == word.lower for value in column.values):
                return spoken(column.name)
    return ""


def _is_of_column(word: Word, reading: Reading) -> bool:
    """Whether a column of the rows is named by it: all rows may have been closed."""
    columns = (column for table in reading.tables for column in table.columns)
    return any(is_among(word, tuple(p.lower() for p in name_words(c.name))) for c in columns)


def _is_slip(word: Word, reading: Reading) -> bool:
    """Whether the statement holds the word as it is spelled rightly."""
    known = (*reading.said, *JOINTS)
    return bool(difflib.get_close_matches(word.lower, known, n=1, cutoff=_ALIKE))


def _is_of_glossary(word: Word, reading: Reading) -> bool:
    """Whether the glossary uses the word: it may be a part of what is counted."""
    glossary = reading.about.glossary
    names = [
        *(name for each in glossary.metrics for name in (each.name, *each.synonyms)),
        *(name for each in glossary.terms for name in (each.name, *each.synonyms)),
        *(name for each in glossary.definitions for name in each.names),
    ]
    return any(is_among(word, tuple(p.lower() for p in name_words(name))) for name in names)


def _is_rows(word: Word, reading: Reading) -> bool:
    """Whether a word is the last one of the name of a table that is read."""
    return any([word.stem] == stems_of_name(table.name)[-1:] for table in reading.tables)


def _is_before_rows(at: int, words: Sequence[Word], reading: Reading) -> bool:
    """`done tasks`: right before the rows' name."""
    return at + 1 < len(words) and _is_rows(words[at + 1], reading) and at > 0


def _is_behind_rows(at: int, words: Sequence[Word], reading: Reading) -> bool:
    """`tasks are done`, `orders received in May`: behind them, and nothing tells more of it."""
    if any(word.lower in _DO for word in words[:at]):
        # `towns that guests do come from`: what somebody does, and not what the rows are.
        return False
    before = at - 1
    while before >= 0 and words[before].lower in _ARE | _WHICH:
        before -= 1
    if before < 0 or not _is_rows(words[before], reading):
        return False
    rest = [word.lower for word in words[at + 1 :]]
    grouped = reading.tree is not None and reading.tree.find(exp.Group) is not None
    if rest[:1] and rest[0] in ("by", "per") and grouped:
        return True
    return all(word in JOINTS or word in _GOES_ON for word in rest)


def _has_unsaid_condition(reading: Reading) -> bool:
    """Whether a condition of the statement is told by no other word: this one may have said it."""
    tree = reading.tree
    assert tree is not None  # noqa: S101 - looked at before
    said = {word.lower for word in reading.words}
    for node in tree.find_all(exp.Where, exp.Having, exp.Exists, exp.Except, exp.Filter, exp.If):
        for part in node.find_all(exp.Predicate, exp.Not):
            if isinstance(part, exp.And | exp.Or) or _joins(part):
                continue
            texts = [x.name for x in part.find_all(exp.Literal, exp.Column)]
            parts = [p.lower() for text in texts for p in (*name_words(text), *text.split())]
            told = said & set(parts) or any(is_among(w, tuple(parts)) for w in reading.words)
            if not told and not _is_date(part, reading):
                return True
    return False


def _joins(part: exp.Expr) -> bool:
    return isinstance(part, exp.EQ) and all(
        isinstance(side, exp.Column) for side in (part.left, part.right)
    )


def _is_date(part: exp.Expr, reading: Reading) -> bool:
    """Whether it compares with a day of a period that the question names."""
    days = {day.isoformat() for span in reading.times for day in (span.start, span.end) if day}
    return any(literal.name[:10] in days for literal in part.find_all(exp.Literal))
