"""Codes that a question gives in brackets for its words: `failed (result F)`, `denied (DEN)`."""

import re

from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.states import states_of
from pipeline.rules.text.words import words_of
from pipeline.rules.vocabulary import KEYWORDS, PREPOSITIONS

_TOLD = re.compile(
    r"\b(?P<word>[a-z]+)(?P<rows>\s+[a-z]+)??\s+"
    r"\((?:(?P<column>[a-z]+(?: [a-z]+)?)\s+(?:is\s+|=\s*)?)?(?P<value>[A-Z][A-Z0-9_]*)\)"
)
_SURE = 0.85


def with_codes_read(question: str, about: Known) -> str:
    """The question with such codes in the place of what they are given for, as long as before."""
    return _TOLD.sub(lambda found: _plain(found, about), question)


def _plain(found: re.Match[str], about: Known) -> str:
    column, value = found["column"], found["value"]
    lead, said, rows = "", found["word"], (found["rows"] or "").strip()
    if rows and not _is_named(rows, about):
        lead, said, rows = f"{said} ", rows, ""
    held = _columns_with(value, column, about)
    if not held:
        return found[0]
    plain = f"{lead}{said} {rows}".rstrip()
    if not _says_so(said, value, held, about):
        if _says_something(said, about):
            return found[0]
        told = f"with {column} {value}" if column else f"with {value}" if rows else value
        plain = f"{lead}{rows} {told}".replace("  ", " ").lstrip()
    return plain.ljust(len(found[0])) if len(plain) <= len(found[0]) else found[0]


def _says_so(said: str, value: str, held: set[str], about: Known) -> bool:
    """Whether the word alone is read as that code already."""
    tables = {ref.rpartition(".")[0] for ref in held}
    hits = states_of(words_of(said)[0], tables, about)
    sure = [f"{hit.table}.{hit.column}" for hit in hits if hit.score == 1 and hit.value == value]
    return bool(held.intersection(sure))


def _columns_with(value: str, column: str | None, about: Known) -> set[str]:
    """Where the code is stored just so, in columns of that name if one is given."""
    held = {f"{h.table}.{h.column}" for h in about.values.find(value) if h.value == value}
    if column is None:
        return held
    return held & {c.ref for c in about.lexicon.find(words_of(column)) if c.column}


def _is_named(rows: str, about: Known) -> bool:
    return any(not c.column and c.score >= _SURE for c in about.lexicon.find(words_of(rows)))


def _says_something(word: str, about: Known) -> bool:
    """Whether a word is plain English, a name or a value, so that the code tells more of it."""
    if word in KEYWORDS or word in PREPOSITIONS or about.values.find(word):
        return True
    return any(c.score >= _SURE for c in about.lexicon.find(words_of(word)))
