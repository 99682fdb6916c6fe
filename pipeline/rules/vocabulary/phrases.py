"""Fillers, verbs, prepositions and the phrases that say what is done with the data."""

import re
from collections.abc import Mapping

from pipeline.rules.vocabulary.adjectives import FORMS
from pipeline.rules.vocabulary.changes import CHANGES
from pipeline.rules.vocabulary.directions import directions
from pipeline.rules.vocabulary.joints import joints
from pipeline.rules.vocabulary.lengths import BETWEEN
from pipeline.rules.vocabulary.words_on_file import lines_of, words_of

# Words that carry no meaning of their own: a question is fully explained without them.
FILLERS = words_of("fillers.txt")
# Verbs that only say that two things belong together; the schema says how.
RELATION_VERBS = words_of("verbs.txt")


def _forms_of(verb: str) -> set[str]:
    """The forms of a regular verb, good enough to recognise them."""
    stems = {verb, verb + verb[-1], verb.removesuffix("e")}
    forms = {verb, verb + "s", verb + "es", verb + "d"}
    forms |= {stem + ending for stem in stems for ending in ("ed", "ing")}
    if verb.endswith("y"):
        forms |= {verb[:-1] + "ied", verb[:-1] + "ies"}
    return forms


VERB_FORMS = frozenset(form for verb in RELATION_VERBS for form in _forms_of(verb)) | words_of(
    "participles.txt"
)

# Said for a count of rows by what they fall into, and for the sum of what they hold.
BREAKDOWN, ADDING_UP = "breakdown", "adding up"

PREPOSITIONS = frozenset(
    [
        "of",
        "in",
        "for",
        "from",
        "at",
        "on",
        "within",
        "inside",
        "under",
        "to",
        "during",
        "among",
        "into",
        "near",
        "regarding",
        "concerning",
    ]
)

_HEADER = re.compile(r"\[(\S)(?: (\S+))?(?: (\S+))?\]")


def _keywords() -> dict[str, tuple[str, object]]:
    """Phrase -> (letter, what it stands for), from the list beside this file."""
    found: dict[str, tuple[str, object]] = {}
    letter, payload = "", None
    for line in lines_of("keywords.txt"):
        header = _HEADER.fullmatch(line)
        if header:
            letter, payload = header[1], _payload(header[2], header[3])
        else:
            found[line] = (letter, payload)
    articles = _with_article(found)
    lengths = {phrase: ("j", unit) for phrase, unit in BETWEEN.items()}
    return {
        **_with_letters(),
        **lengths,
        **directions(),
        **joints(),
        **articles,
        **found,
        **_with_quantifiers(found),
        **CHANGES,
    }


def _with_article(known: Mapping[str, tuple[str, object]]) -> dict[str, tuple[str, object]]:
    """`in the alphabetical order` as `in alphabetical order`."""
    told = {phrase: found for phrase, found in known.items() if found[0] == "d"}
    return {
        f"in the {phrase.removeprefix('in ')}": found
        for phrase, found in told.items()
        if phrase.startswith("in ")
    }


_HOLDING = ("contain", "contains", "contained", "containing", "include", "includes", "including",
            "have", "has", "had", "having", "with")  # fmt: skip
_LACKING = ("without", "lacking")
_TEXTS = ("letter", "letters", "word", "words", "phrase", "substring", "text", "string")


def _with_letters() -> dict[str, tuple[str, object]]:
    """`includes the substring`, `without the letter`: text that a value holds, or lacks."""
    verbs = {**dict.fromkeys(_HOLDING, "contains"), **dict.fromkeys(_LACKING, "lacks")}
    return {
        " ".join(part for part in (verb, article, noun) if part): ("l", how)
        for verb, how in verbs.items()
        for article in ("", "the", "a")
        for noun in _TEXTS
    }


# Which of the others are meant: `any` is one of them to some people and each of them to others.
_QUANTITIES = {
    "any": ("any", "any of the", "any one of the"),
    "some": ("some", "some of the", "at least one", "at least one of the", "one of the"),
    "all": ("all", "all of the", "all the", "all other", "any other", "every", "every one of the",
            "every other", "each", "each of the"),
}  # fmt: skip
_SIDES = {"above": (">",), "below": ("<",), "before": ("<", "late"), "after": (">", "late"),
          "exceeds": (">",), "exceed": (">",), "exceeding": (">",)}  # fmt: skip


def _with_quantifiers(known: Mapping[str, tuple[str, object]]) -> dict[str, tuple[str, object]]:
    """`more than any`, `less than all`: which end of the others is compared with."""
    signs: dict[str, tuple[object, ...]] = {
        phrase: _SIDES.get(str(sign), (sign,))
        for phrase, (letter, sign) in known.items()
        if letter == "c" and phrase.endswith("than")
    }
    signs |= {f"{word} than": (">", FORMS[word][1]) for word in FORMS if f"{word} than" in signs}
    found: dict[str, tuple[str, object]] = {}
    for quantity, words in _QUANTITIES.items():
        for word in (f"{that}{word}" for word in words for that in ("", "that of ", "those of ")):
            found[f"than {word}"] = ("Y", quantity)
            for phrase, (sign, *adjective) in {**signs, **_SIDES}.items():
                found[f"{phrase} {word}"] = ("Q", (sign, quantity, *adjective))
    return found


def _payload(first: str | None, second: str | None) -> object:
    if first is None or second is None:
        return first
    return first, "" if second == "-" else second


KEYWORDS: Mapping[str, tuple[str, object]] = _keywords()

ALL_COLUMNS = frozenset(
    (
        "all information",
        "all the information",
        "all details",
        "details",
        "everything",
        "all info",
        "all the details",
        "all about",
        "all columns",
        "all fields",
        "full details",
        "all attributes",
        "information",
        "all the info",
    )
)

LINKING_VERBS = frozenset(
    ("is", "are", "was", "were", "been", "have", "has", "had", "who", "that", "which")
)
