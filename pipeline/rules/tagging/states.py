"""Stored states that a word tells of by a part, a form or a code of it: “Closed Won”."""

import re
from collections.abc import Collection, Sequence

from knowledge.values import ValueHit
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import Word, in_full, stem_of
from pipeline.rules.vocabulary import SHORT_FOR_SEVERAL

# Words beside the one that counts: they turn nothing round.
_IDLE = frozenset(("in", "on", "is", "was", "has", "have", "been", "be", "fully", "currently",
                   "the", "a", "already", "closed"))  # fmt: skip
_SHORTEST, _LONGEST_CODE = 3, 5
_SURE, _LIKELY = 1.0, 0.8
_VOWELS = re.compile(r"[aeiouy]")
_DONE = "ed"
# Opposites whose first letters, stored side by side, stand for nothing else.
_PAIRS = (
    ("passed", "failed"), ("pass", "fail"), ("won", "lost"), ("open", "closed"),
    ("opened", "closed"), ("active", "inactive"), ("approved", "rejected"),
    ("approved", "denied"), ("accepted", "rejected"), ("paid", "unpaid"),
)  # fmt: skip
# What words for a state end in: `paid`, `withdrawn`, `active`; no `actually` and no `grade`.
_STATES = ("ed", "en", "wn", "ing", "ive", "able", "ible", "ent", "ant", "ary", "id", "ft", "ld",
           "nt", "pt", "st", "ne")  # fmt: skip


def states_of(word: Word, tables: Collection[str], known: Known) -> list[ValueHit]:
    """The states of these rows that the word tells of; one that only may be meant is not sure."""
    if len(word.lower) < _SHORTEST or not word.lower.isalpha():
        return []
    found = [hit for key in known.states if key in tables for hit in _in_table(word, key, known)]
    best = max((hit.score for hit in found), default=0.0)
    return [hit for hit in found if hit.score == best]


def _in_table(word: Word, key: str, known: Known) -> list[ValueHit]:
    found: list[ValueHit] = []
    for column in known.states[key]:
        values = known.shown_values(key, column)
        fits = [(value, _fit(word, value, values)) for value in values]
        best = max((score for _, score in fits), default=0.0)
        kept = [value for value, score in fits if score and score == best]
        # One word for several states is a kind of them only where each is written out.
        if len(kept) == 1 or all(len(_parts(value)) > 1 for value in kept):
            found += [
                ValueHit(table=key, column=column.name, value=value, score=best) for value in kept
            ]
    return found


def _fit(word: Word, value: str, values: Sequence[str]) -> float:
    """How sure a word tells of a value: 0 where it does not."""
    parts = _parts(value)
    if len(parts) == 1:
        return max(_form(word, parts[0]), _code(word, value), _letter(word, value, values))
    if not any(_form(word, part) == _SURE for part in parts):
        return 0.0
    others = {part for part in parts if not _form(word, part)}
    shared = {part for other in values if other != value for part in _parts(other)}
    return _SURE if others <= _IDLE | shared else 0.0


def _form(word: Word, part: str) -> float:
    """`cancelled` of “canceled”, `annually` of “annual”; an opened ticket need not be open."""
    if word.lower == part:
        return _SURE
    if part[:1] != word.lower[:1] or len(part) < _SHORTEST or stem_of(part) != word.stem:
        return 0.0
    same = word.lower.endswith(_DONE) == part.endswith(_DONE)
    return _SURE if same and not word.lower.endswith("ing") else _LIKELY


def _letter(word: Word, value: str, values: Sequence[str]) -> float:
    """`failed` of F, sure where P stands beside it; another word that begins so may be meant."""
    coded = len(values) > 1 and all(other.isalpha() and other.isupper() for other in values)
    if not coded or word.lower[0] != value.lower() or not word.lower.endswith(_STATES):
        return 0.0
    stored = {other.lower() for other in values}
    pair = any(word.lower in pair and {one[0] for one in pair} <= stored for pair in _PAIRS)
    return _SURE if pair else _LIKELY


def _code(word: Word, value: str) -> float:
    """`completed` of CMP, `graduated` of GRAD; one whose letters are only in it may be meant."""
    code, said = value.lower(), word.lower
    coded = value.isalpha() and value.isupper()
    if coded and said in (in_full(code), *SHORT_FOR_SEVERAL.get(code, ())):
        return _SURE
    if (
        not said.endswith(_STATES)
        or not coded
        or not _SHORTEST <= len(code) <= _LONGEST_CODE
        or len(said) <= len(code)
    ):
        return 0.0
    heard = said[0] + _VOWELS.sub("", said[1:])
    if said.startswith(code) or _once(heard).startswith(code):
        return _SURE
    return _LIKELY if code[0] == said[0] and _holds_in_order(said, code) else 0.0


def _once(text: str) -> str:
    return re.sub(r"(.)\1", r"\1", text)


def _holds_in_order(text: str, letters: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _parts(value: str) -> list[str]:
    return re.findall(r"[^\W_]+", value.lower())
