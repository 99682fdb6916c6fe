"""What may be assumed about an open question: one answer, one word, one other meaning at a time."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from knowledge.sentences import uncapital
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import LEFT_OUT, UNREAD, turns_round
from pipeline.rules.asking.counted_otherwise import CHILDREN
from pipeline.rules.asking.fewer_columns import UNSAID, WITHOUT, said_columns
from pipeline.rules.asking.missing_values import ALL_THE_SAME
from pipeline.rules.asking.named_only import ALSO, EACH, NUMBER, WITH
from pipeline.rules.asking.no_such_number import is_asked_for, standing_of
from pipeline.rules.asking.otherwise_dated import DATED
from pipeline.rules.asking.variants import IN_ALL, ONLY_FIRST, READ_AS, WHOLE_LIST, variants
from pipeline.rules.linking.acronyms import is_acronym
from pipeline.rules.linking.offers import in_words, numbers_of, offers_for
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.telling.cited import cited
from pipeline.rules.text.words import Word, is_plural, lemma_of, name_words
from pipeline.rules.vocabulary.nouns import PEOPLE, PERSONS

_ANSWER, _NEXT_ANSWER = 0.3, 0.25
_LEAVE, _MEAN, _NEXT_MEANING = 0.9, 0.8, 0.3
_OTHER, _OTHER_WORSE, _FAR = 0.8, 2.0, 0.36
_READ = 0.1
_MOST_OTHERS, _MOST_UNREAD, _NEXT_UNREAD = 3, 3, 0.15
_MOST_TABLES = 4
_EACH_MET = "some-each"
# How often each was what was meant, of the open questions of 30 databases where it was possible:
# as read 0.55, only those with what was named 0.35 ...
_VARIANTS: Mapping[str, float] = {
    WITH: 0.05,
    # ... a reading that nobody can mean (a row with two values, groups of one) mended 0.3 ...
    _EACH_MET: 0.06, "by-the-rest": 0.06, "so-many": 0.06, "own-number": 0.06, "of-all": 0.06,
    "kept-number": 0.3,
    # ... other rows or other numbers 0.05 to 0.15 ...
    "every-tie": 0.45, "ties-by-name": 0.48, "one-table": 0.5, DATED: 0.5, "every-match": 0.55,
    "came-to": 0.4, NUMBER: 0.7, IN_ALL: 0.7, "added-up": 0.7, EACH: 0.75,
    # ... the same rows shown otherwise 0.02 to 0.06.
    UNSAID: 0.65, CHILDREN: 0.65, "with-number": 0.75, "each-name": 0.85, WITHOUT: 0.95,
    ALSO: 1.0, "once": 1.05, "without-number": 1.1,
}  # fmt: skip
_VARIANT, _NEXT_VARIANT = 0.75, 0.03
# Of 470 open questions one meant one of these: they are no readings, only more to look at.
_NEVER = frozenset(("with-key", "with-filter"))
# Without a value, a number or a time other rows would count.
_ROWS = "VD#MFf"
# The letters of words without which, and of those with which, nobody means it.
_SAID = {ONLY_FIRST: ("sS", ""), WHOLE_LIST: ("e", ""), IN_ALL: ("", "ey")}
_UNREAD = 1.5
_ALL_OF_THEM = frozenset(("and", "both"))


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
        yield from answers(outcome, tags)
        if outcome.id == LEFT_OUT:
            # What one of them means is told first: the rest may then be left out.
            yield from (move for move in _explained(tags, about) if move.to != IGNORED)
    elif isinstance(outcome, Planned):
        others = (
            Option(id=key, label=label)
            for key, label in variants(outcome.intent, about, said_columns(tags))[1:]
        )
        yield from _read_otherwise("reading", tuple(others), tags)
    elif isinstance(outcome, Cannot):
        yield from _unread(outcome, tags)
        yield from _explained(tags, about)


def _explained(tags: Tagged, about: Known) -> Iterator[Move]:
    """What each word may mean that is not known."""
    for item in tags.items:
        if item.letter == "x" or (not item.payload and is_acronym(item.text)):
            yield from _meanings(item, tags, about)
    for one, other in pairwise(tags.items):
        if one.letter == "k" and other.letter == "C" and is_plural(other.text.lower()):
            yield from _rows_of(other)
        if one.letter == other.letter == "x" and lemma_of(one.text.lower()) in PERSONS | PEOPLE:
            yield from _counted(tags.words[one.first : other.last], about)


def _rows_of(item: Item) -> Iterator[Move]:
    """`how many products`, where only a column is called so: the rows that have it."""
    tables = dict.fromkeys(candidate.table for candidate in item.candidates)
    for place, table in enumerate([*tables][:_MOST_OTHERS]):
        told = f"“{item.text}” is rows of {' '.join(name_words(table))}"
        yield Move(f"word:{item.text.lower()}", table, _ANSWER + _NEXT_ANSWER * place, told)


def _counted(said: Sequence[Word], about: Known) -> Iterator[Move]:
    """`people died`, where a column holds how many deaths there were."""
    words = " ".join(word.text for word in said)
    for ref in numbers_of((said[-1].text,), sorted(about.allowed), about):
        yield Move(f"word:{words.lower()}", ref, _ANSWER, f"“{words}” is {in_words(ref)}")


def _read_otherwise(key: str, options: Sequence[Option], tags: Tagged) -> Iterator[Move]:
    """The same words read in another way."""
    kinds: Counter[str] = Counter()
    for option in options:
        kind = option.id.partition(":")[0]
        if option.id in _NEVER or not _is_said(option.id, tags):
            continue
        plain = option.id == READ_AS
        asked = option.id if option.id != _EACH_MET or not _is_enough(tags) else ""
        cost = _READ if plain else _variant(asked, kinds[kind])
        kinds[kind] += 1
        yield Move(key, option.id, cost, "" if plain else uncapital(option.label))


def answers(ask: Ask, tags: Tagged) -> Iterator[Move]:
    """What each option of a card comes to."""
    kind, _, words = ask.id.partition(":")
    if kind == "reading":
        yield from _read_otherwise(ask.id, ask.options, tags)
        return
    unknown = list(dict.fromkeys(item.text for item in tags.items if item.letter == "x"))
    said = unknown if kind == LEFT_OUT else [words]
    needed = any(map(turns_round, said)) or any(is_asked_for(word, tags) for word in unknown)
    words = "” and “".join(said)
    for place, option in enumerate(ask.options):
        left = option.id == IGNORED
        if not left or not needed:
            cost = _LEAVE if left else _ANSWER + _NEXT_ANSWER * place
            yield Move(ask.id, option.id, cost, _answered(kind, words, option))


def _answered(kind: str, words: str, option: Option) -> str:
    """How an answer is told behind a reading."""
    if option.id == IGNORED:
        return _left_out(words)
    if kind == "metric":
        return ""  # the reading begins with the name of its number
    if kind in ("way", "role", "tie") or option.label.endswith(ALL_THE_SAME):
        return uncapital(option.label)
    if kind in ("time", "by"):
        return f"by {option.label}"
    return f"“{words}” is {option.label}" if words else option.label


def _variant(key: str, place: int) -> float:
    kind, colon, _ = key.partition(":")
    return _VARIANTS.get(f"{kind}{colon}", _VARIANT) + _NEXT_VARIANT * place


def _is_said(key: str, tags: Tagged) -> bool:
    """Whether a word asks for it: `the most` for only the first, `each` for all of a ranking."""
    letters = {item.letter for item in tags.items}
    wanted, never = _SAID.get(key, ("", ""))
    return (not wanted or bool(letters & set(wanted))) and not letters & set(never)


def _is_enough(tags: Tagged) -> bool:
    """Whether one of several is enough: `chess or go`, no `both chess and go`."""
    said = {word.lower for word in tags.words}
    return "or" in said and not said & _ALL_OF_THEM


def _unread(outcome: Cannot, tags: Tagged) -> Iterator[Move]:
    """Without all that found no place, unless the question would say the opposite, or more."""
    lost = outcome.unexplained
    opening = tags.words[0].text if tags.words else ""
    words = [word for text in lost for word in (text, *text.split())]
    meant = {item.text for item in tags.items if item.letter in _ROWS}
    changed = any(
        not word or turns_round(word) or word in meant or _is_name(word, opening)
        or is_asked_for(word, tags)
        for word in words
    )  # fmt: skip
    if lost and len(lost) <= _MOST_UNREAD and not changed and not _has_digits(lost):
        listed = " and ".join(f"“{text}”" for text in cited(lost, tags))
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
    stands = standing_of(item.text, tags)
    found = offers_for(item.text, tables, about, stands)
    for place, option in enumerate(found):
        told = f"“{item.text}” is {option.label}"
        yield Move(f"word:{word}", option.id, _MEAN + _NEXT_MEANING * place, told)
    if not turns_round(word) and not stands.asked_for:
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
