"""Words that a question explains in brackets: `positive reviews (rating > 3)`."""

import re

from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of
from pipeline.rules.vocabulary import KEYWORDS, PREPOSITIONS

_SIGN = (
    r"[<>=]{1,2}|!=|is|are|above|below|over|under|at least|at most|more than|less than|"
    r"greater than|higher than|lower than"
)
_TOLD = re.compile(
    r"(?P<word>(?<!\w)[^\W\d_][\w-]+)\s+(?P<rows>[^\W\d_]\w+)\s+"
    rf"\((?P<column>[^\W\d_][\w ]*?)\s*(?P<sign>{_SIGN})\s*(?P<value>[^()<>=]+)\)",
    re.IGNORECASE,
)
_SURE = 0.85


def with_brackets_read(question: str, about: Known) -> str:
    """The question with such conditions as its own words, no longer than it was before."""
    return _TOLD.sub(lambda found: _plain(found, about), question)


def _plain(found: re.Match[str], about: Known) -> str:
    if not _is_named(found["rows"], about, table=True):
        return found[0]
    if not _is_named(found["column"], about, table=False):
        return found[0]
    value = found["value"].strip(" '\"")
    if not value[:1].isdigit() and not _is_held(value, found["column"], about):
        return found[0]
    # A name is what a column holds; only numbers are equal to it.
    equal = found["sign"].lower() in ("=", "==", "is", "are")
    sign = " " if equal and not value[:1].isdigit() else f" {found['sign']} "
    said = f"{found['rows']} with {found['column']}{sign}{value}"
    kept = f"{found['word']} {said}"
    if _says_something(found["word"], about):
        return kept if len(kept) <= len(found[0]) else found[0]
    return said.ljust(len(found[0])) if len(said) <= len(found[0]) else found[0]


def _is_named(text: str, about: Known, *, table: bool) -> bool:
    found = about.lexicon.find(words_of(text))
    return any(bool(c.column) != table and c.score >= _SURE for c in found)


def _is_held(value: str, column: str, about: Known) -> bool:
    """Whether the column that is named holds such a value."""
    refs = {c.ref for c in about.lexicon.find(words_of(column)) if c.column}
    return any(f"{hit.table}.{hit.column}" in refs for hit in about.values.find(value))


def _says_something(word: str, about: Known) -> bool:
    """Whether a word is a name, a value or plain English, so that it is explained without."""
    plain = word.lower()
    if plain in KEYWORDS or plain in PREPOSITIONS or about.values.find(word):
        return True
    return any(c.score >= _SURE for c in about.lexicon.find(words_of(word)))
