"""What may be assumed about an open question: one answer, one word, one other meaning at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.sentences import uncapital
from pipeline.rules.asking.ask import LEFT_OUT, UNREAD, turns_round
from pipeline.rules.asking.named_only import WAYS
from pipeline.rules.asking.no_such_number import is_asked_for
from pipeline.rules.asking.variants import READ_AS, variants
from pipeline.rules.linking.offers import in_words, is_acronym, offers_for
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.text.words import name_words

_ANSWER, _NEXT_ANSWER = 0.3, 0.25
_LEAVE, _MEAN, _NEXT_MEANING = 0.9, 0.8, 0.3
_OTHER, _OTHER_WORSE, _FAR = 0.8, 2.0, 0.36
_READ, _VARIANT = 0.1, 0.55
# What was named is rarely meant to be overheard.
_NAMED, _NEXT_NAMED = 0.05, 0.03
_MOST_OTHERS, _MOST_UNREAD, _NEXT_UNREAD = 3, 3, 0.15
_MOST_TABLES = 4
# Measured on many databases: these are what was meant far more rarely than any other reading.
_RARE = frozenset(
    ("once", "with-key", "with-filter", "with-number", "without-number", "whole-list", "each-name")
)
# What mends a reading that nobody can mean: a row with two values, groups of one, names as numbers.
_LIKELY = {"some-each": 0.06, "by-the-rest": 0.06, "so-many": 0.06}
# Without a value, a number or a time other rows would count.
_ROWS = "VD#MFf"
_RARELY, _UNREAD = 1.1, 1.5


@dataclass(frozen=True, slots=True)
class Move:
    """`choices[key] = to`, at what cost, and how it is told; `other` for another meaning."""

    key: str
    to: str
    cost: float
    told: str = ""
    other: bool = False


def moves_from(outcome: Outcome, tags: Tagged, about: Known) -> Iterator[Move]:
    """What answers an open point, or explains or leaves out what is not understood."""
    if isinstance(outcome, Ask):
        yield from _answers(outcome, tags)
    elif isinstance(outcome, Planned):
        for place, (key, label) in enumerate(variants(outcome.intent, about)[1:]):
            yield Move("reading", key, _variant(key, place), uncapital(label))
    elif isinstance(outcome, Cannot):
        yield from _unread(outcome, tags)
        for item in tags.items:
            if item.letter == "x" or (not item.payload and is_acronym(item.text)):
                yield from _meanings(item, tags, about)


def _answers(ask: Ask, tags: Tagged) -> Iterator[Move]:
    kind, _, words = ask.id.partition(":")
    if kind == LEFT_OUT:
        unknown = dict.fromkeys(item.text for item in tags.items if item.letter == "x")
        words = "” and “".join(unknown)
    for place, option in enumerate(ask.options):
        if kind == "reading":
            told = "" if option.id == READ_AS else uncapital(option.label)
            cost = _READ if option.id == READ_AS else _variant(option.id, place - 1)
        elif option.id == IGNORED and turns_round(words):
            continue
        elif option.id == IGNORED:
            told, cost = _left_out(words), _LEAVE
        elif kind in ("way", "role"):
            told, cost = uncapital(option.label), _ANSWER + _NEXT_ANSWER * place
        elif kind == "metric":
            # The reading begins with the name of its number.
            told, cost = "", _ANSWER + _NEXT_ANSWER * place
        else:
            told = f"“{words}” is {option.label}" if words else option.label
            cost = _ANSWER + _NEXT_ANSWER * place
        yield Move(ask.id, option.id, cost, told)


def _variant(key: str, place: int) -> float:
    if key.startswith(WAYS):
        return _NAMED + _NEXT_NAMED * place
    if key in _LIKELY:
        return _LIKELY[key]
    return (_RARELY if key in _RARE else _VARIANT) + _NEXT_ANSWER * place / 2


def _unread(outcome: Cannot, tags: Tagged) -> Iterator[Move]:
    """Without all that found no place, unless the question would say the opposite, or more."""
    lost = outcome.unexplained
    opening = tags.words[0].text if tags.words else ""
    words = [word for text in lost for word in (text, *text.split())]
    meant = {item.text for item in tags.items if item.letter in _ROWS}
    changed = any(
        not word or turns_round(word) or word in meant or _is_name(word, opening) for word in words
    )
    if lost and len(lost) <= _MOST_UNREAD and not changed and not _has_digits(lost):
        listed = " and ".join(f"“{text}”" for text in lost)
        yield Move(UNREAD, IGNORED, _UNREAD + _NEXT_UNREAD * len(lost), f"without {listed}")


def _is_name(word: str, opening: str) -> bool:
    """Whether a word is written like a name: without it, other rows would count."""
    return word[:1].isupper() and word != opening and not is_acronym(word)


def _has_digits(texts: Sequence[str]) -> bool:
    return any(character.isdigit() for text in texts for character in text)


def _meanings(item: Item, tags: Tagged, about: Known) -> Iterator[Move]:
    word = item.text.lower()
    if len(word.split()) > 1:
        return
    tables = _tables_of(tags, about)
    named = any(one.letter == "T" for one in tags.items)
    found = offers_for(
        item.text, tables, about,
        describes=tags.describes(item.text), unnamed=() if named else tables,
    )  # fmt: skip
    for place, option in enumerate(found):
        told = f"“{item.text}” is {option.label}"
        yield Move(f"word:{word}", option.id, _MEAN + _NEXT_MEANING * place, told)
    if not turns_round(word) and not is_asked_for(word, tags):
        yield Move(f"word:{word}", IGNORED, _LEAVE, _left_out(item.text))


def _left_out(words: str) -> str:
    return f"without “{words}”"


def _tables_of(tags: Tagged, about: Known) -> list[str]:
    """The tables that the understood words belong to."""
    found = [c.table for item in tags.items if item.letter in "TC" for c in item.candidates[:2]]
    found += [hit.table for item in tags.items if item.letter == "V" for hit in item.payload[:2]]
    return list(dict.fromkeys(found)) or sorted(about.allowed)[:_MOST_TABLES]


def other_meanings(tags: Tagged) -> Iterator[Move]:
    """The next best column or table that a word may mean."""
    for item in tags.items:
        if item.letter not in "TC" or not item.candidates:
            continue
        columns = item.letter == "C"
        found = [c for c in item.candidates if bool(c.column) == columns]
        kind = "column" if columns else "table"
        for place, other in enumerate(found[1 : _MOST_OTHERS + 1]):
            worse = found[0].score - other.score
            if worse > _FAR:
                continue
            cost = _OTHER + _OTHER_WORSE * worse + _NEXT_MEANING * place
            name = in_words(other.ref) if columns else " ".join(name_words(other.table))
            told = f"“{item.text}” is {name}"
            yield Move(f"{kind}:{item.text.lower()}", other.ref, cost, told, other=True)
