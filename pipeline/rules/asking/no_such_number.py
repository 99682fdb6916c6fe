"""Numbers that a question is about and that nobody defined: said, and never taken for another."""

from collections.abc import Iterator, Mapping
from itertools import pairwise, takewhile

from pipeline.rules.linking.acronyms import is_acronym
from pipeline.rules.linking.answerable import answerable
from pipeline.rules.linking.offers import in_words
from pipeline.rules.linking.rows_meant import Stands, is_near, may_be_rows
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import Word, name_words, stem_of, words_of
from pipeline.rules.vocabulary import FORMS, KEYWORDS, VERB_FORMS

# Nouns that only say what is computed: the word before them says of what.
_NUMBERS = frozenset(
    ("rate", "rates", "ratio", "ratios", "share", "shares", "percentage", "score", "scores", "cost",
     "costs", "spend", "spending", "expense", "expenses", "budget", "budgets", "margin", "margins",
     "fee", "fees", "wage", "wages")
)  # fmt: skip
_WHOLE_NAME = 0.85
_MOST_NEAR, _MOST_UNKNOWN, _TOLD = 4, 3, 2
# What stands before the name of rows, and before no number.
_WHOSE = frozenset(
    (
        "which",
        "how many",
        "number of",
        "total number of",
        "count the number of",
        "for each",
        "each",
        "per",
    )
)
# What may stand before, or right behind, the name of what is asked for.
_HEADS = "wkasA#hZD."


def no_such_number(tags: Tagged, about: Known, choices: Mapping[str, str]) -> str:
    """Why `churn rate` is not read, where only its last word is known; empty where it may be."""
    if any(key.startswith("word:") and to != IGNORED for key, to in choices.items()):
        return ""
    words = _half_known(tags, about) or _unknown_head(tags, about)
    if not words:
        return ""
    said = " ".join(word.text for word in words)
    near = _near(words, about)
    reason = f"There is no “{said}” in this data, and I do not guess."
    return f"{reason} The nearest {_are(near)}." if near else f"{reason} {answerable(about)}"


def _are(near: list[str]) -> str:
    return f"{'are' if len(near) > 1 else 'is'} {listed(near)}"


def _half_known(tags: Tagged, about: Known) -> tuple[Word, ...]:
    """`return rate`, where there is a discount rate: the word that tells them apart is unknown."""
    unknown = {item.first for item in tags.items if item.letter == "x"}
    covered = {at for item in tags.items for at in range(item.first, item.last)}
    for item in tags.items:
        head = tags.words[item.first]
        weak = item.letter == "C" and item.candidates[0].score < _WHOLE_NAME
        if not item.first or item.last > item.first + 1 or not weak or head.lower not in _NUMBERS:
            continue
        before = tags.words[item.first - 1]
        noun = item.first - 1 in unknown and not _turns(before)
        # `return rate`: a verb by itself, but here a noun that the data have.
        noun = noun or (item.first - 1 not in covered and bool(about.lexicon.find([before])))
        told = {stem_of(name) for found in item.candidates for name in _names(found.ref)}
        if noun and before.stem not in told:
            return (before, head)
    return ()


def _unknown_head(tags: Tagged, about: Known) -> tuple[Word, ...]:
    """`advertising budget by country`: of what is asked for, not one word is known."""
    asked = asked_for(tags)
    if not 0 < len(asked) <= _MOST_UNKNOWN:
        return ()
    unknown = [word for word in asked if word.lower not in VERB_FORMS]
    named = any(is_acronym(word.text) or _turns(word) or word.quoted for word in asked)
    # The last word says what it is: no table is near that only the words before it are like.
    heads = asked[-1:] if asked[-1].lower in _NUMBERS else unknown
    near = any(is_near(word.lower, about) for word in heads) or _are_rows(asked[-1], tags)
    plain = all(word.lower.isalpha() and word.text.islower() for word in unknown)
    return () if named or near or not plain else asked


def _are_rows(word: Word, tags: Tagged) -> bool:
    """`which university is in Orange county and opened in 1950`: rows that the rest tells of."""
    head = next((item for item in tags.items if item.text == word.text), None)
    at = tags.items.index(head) if head is not None else 0
    asks = at > 0 and tags.items[at - 1].text.lower() in _WHOSE and may_be_rows(word.lower)
    told = [item for item in tags.items[at:] if item.letter in "TCV"]
    return asks and len(told) >= _TOLD


def asked_for(tags: Tagged) -> tuple[Word, ...]:
    """The words that nothing explains, where they alone say what is asked for."""
    head = list(takewhile(lambda item: item.letter in f"x{_HEADS}", tags.items))
    rest = tags.items[len(head) :]
    unknown = [item for item in head if item.letter == "x"]
    joint = rest[0] if rest else None
    if not unknown or (joint is not None and (joint.letter not in "yep" or _of(joint))):
        return ()
    covered = {at for item in tags.items for at in range(item.first, item.last)}
    until = unknown[-1].last
    # `marketing spend`: behind a noun no verb begins that nobody does.
    while until < len(tags.words) and until not in covered and tags.words[until].lower in _NUMBERS:
        until += 1
    beside = range(unknown[-1].last, until)
    return tuple(tags.words[at] for at in (*(item.first for item in unknown), *beside))


def standing_of(text: str, tags: Tagged) -> Stands:
    """How a word that nothing explains stands in its question."""
    before = next((item for item, one in pairwise(tags.items) if one.text == text), None)
    numbered = text.lower() in _numbered(tags)
    return Stands(
        describes=tags.describes(text),
        asked_for=is_asked_for(text, tags),
        named=tuple(i.candidates[0].table for i in tags.items if i.letter == "T"),
        whose=before is not None and before.text.lower() in _WHOSE,
        numbered=numbered or (before is not None and before.letter in "ks"),
        verbs=tags.verbs,
    )


def is_asked_for(text: str, tags: Tagged) -> bool:
    """Whether without this word nothing would be asked for, or other rows be counted."""
    counted = [
        item.text.lower()
        for before, item in pairwise(tags.items)
        if before.letter == "k" and item.letter in "xC" and before.last == item.first
        and not tags.describes(item.text)
    ]  # fmt: skip
    asked = (word.lower for word in asked_for(tags))
    return text.lower() in {*counted, *asked, *_numbered(tags)}


def _numbered(tags: Tagged) -> set[str]:
    """`more than 500 attendees`: of what there are so many, where no number is named before."""
    return {
        item.text.lower()
        for at, item in enumerate(tags.items)
        if item.letter == "x" and at > 1 and tags.items[at - 1].letter == "#"
        and tags.items[at - 2].letter == "c" and tags.items[at - 3].letter not in "CM"
        and not tags.describes(item.text)
    }  # fmt: skip


def _of(item: Item) -> bool:
    return item.text.lower() == "of"


def _turns(word: Word) -> bool:
    return word.lower in KEYWORDS or word.lower in FORMS


def _names(ref: str) -> Iterator[str]:
    for part in ref.split("."):
        yield from name_words(part)


def _near(words: tuple[Word, ...], about: Known) -> list[str]:
    """The metrics, then the columns, that the words telling the number apart are a part of."""
    said = {word.stem for word in words if word.lower not in _NUMBERS}
    metrics = [
        metric.name for metric in about.metrics
        if said & {word.stem for name in (metric.name, *metric.synonyms) for word in words_of(name)}
    ]  # fmt: skip
    columns = [
        in_words(f"{table}.{column.name}")
        for table in sorted(about.allowed)
        for column in about.table(table).columns
        if said & {stem_of(name) for name in name_words(column.name)}
        and not column.kind.is_dated
        and not about.ties(f"{table}.{column.name}")
    ]
    return list(dict.fromkeys((*metrics, *columns)))[:_MOST_NEAR]
