"""The words for a part that rows play: the row above, what it did, who answers to it."""

import re
from dataclasses import dataclass
from functools import lru_cache

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.played import Role
from pipeline.rules.text.plain_words import plural
from pipeline.rules.text.words import lemma_of, name_words, words_of

_PREFIXES = frozenset(("tbl", "dim", "fact", "ref", "vw"))
_PERSON = (
    "person|people|somebody|someone|anybody|anyone|one|ones|other|another|record|row|company|firm"
)
_THE = r"(?:(?:the|their|its|his|her|that|this|those|these|each|every|a|an|our|respective|own)\s+)*"
_BE = r"(?:(?:is|are|was|were|be|been|being|has|have|had|got|gets)\s+)*"
_NOW = r"(?:(?:currently|now|directly|personally|originally|themselves|itself|also)\s+)*"


@dataclass(frozen=True, slots=True)
class Said:
    """A part, and regular expressions for what it is called and told by.

    `ref` is the row in that part, `rows` are those that it plays the part for, and `others` are
    rows of its table, or whoever they are.
    """

    role: Role
    noun: str
    ref: str
    rows: str
    others: str
    one: str
    many: str
    own_many: str


def said_of(role: Role, about: Known) -> Said:
    """The words for a part."""
    return _said_of(role, _called(role.table, about), _called(role.other, about))


@lru_cache(maxsize=512)
def _said_of(role: Role, own: tuple[str, ...], other: tuple[str, ...]) -> Said:
    rows, others = _either(own), _either(other)
    nouns = "|".join(re.escape(noun) for noun in sorted(role.nouns, key=len, reverse=True))
    noun = rf"(?:{nouns})s?"
    return Said(
        role=role, noun=noun, ref=rf"{_THE}(?:direct\s+)?{noun}(?:\s+(?:{others}|company))?\b",
        rows=rows, others=rf"{others}|{_PERSON}",
        one=" ".join(other), many=plural(" ".join(other)), own_many=plural(" ".join(own)),
    )  # fmt: skip


def said_tables(question: str, about: Known) -> list[str]:
    """The tables whose rows a question speaks of by the last word of their name."""
    said = {word.lemma for word in words_of(question)}
    return [
        table for table in sorted(about.allowed) if said.intersection(_called(table, about)[-1:])
    ]


def called(table: str, about: Known) -> str:
    """What the rows of a table go by, as a regular expression."""
    return _either(_called(table, about))


def _called(table: str, about: Known) -> tuple[str, ...]:
    words = expanded(name_words(about.table(table).name))
    while len(words) > 1 and words[0] in _PREFIXES:
        words = words[1:]
    return (*words[:-1], *map(lemma_of, words[-1:]))


def _either(words: tuple[str, ...]) -> str:
    """The rows by their whole name or its last word, one or many."""
    names = {" ".join(words), words[-1]}
    forms = {form for name in names for form in (name, plural(name))}
    return "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))


def is_said(said: Said, question: str) -> bool:
    """Whether a question speaks of the part at all."""
    return _of(said).search(question) is not None


def is_evident(question: str, said: Said) -> bool:
    """Whether the question itself says that rows of one table play the part for each other."""
    rows = rf"(?:[\w-]+\s+){{0,2}}(?:{said.rows})\b"
    told = [rf"{deed}\s+by\s+(?:an?|another|other|some)\s+{rows}" for deed in said.role.deeds]
    told += [rf"{does}\s+(?:the\s+most|other|another|more than|at least|any|no)\s+{rows}"
             for does in active(said.role)]  # fmt: skip
    return any(re.search(rf"\b{form}", question, re.IGNORECASE) for form in told)


@lru_cache(maxsize=512)
def _of(said: Said) -> re.Pattern[str]:
    verbs = [rf"{verb}(?:s|ed|ing)?" for verb in said.role.verbs]
    words = [said.noun, *said.role.deeds, *verbs, *(active(said.role))]
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


def active(role: Role) -> tuple[str, ...]:
    """What the row in the part does, as regular expressions: manages, leads, mentors."""
    found = []
    for deed in role.deeds:
        base = "lead" if deed == "led" else deed.removesuffix("ed")
        doubled = base[-2:-1] == base[-1:] and base[-1:] not in "sl"
        base = base[:-1] if doubled else base
        found.append(rf"(?:{base}e?s?|{deed})")
    return tuple(found)


def in_nouns(question: str, said: Said) -> str:
    """The question with `the person they report to`, `who referred them` said as the noun."""
    role = said.role
    noun = f"their {role.nouns[0]}"
    pronoun = r"(?:they|he|she|it|them|him|her|each(?: one)?)"
    who = rf"(?:the\s+(?:{said.others})\s+)?"
    forms = []
    for verb in role.verbs:
        reports = rf"{verb}(?:s|ed|ing)?"
        forms.append(
            rf"(?:the\s+(?:{said.others})\s+)(?:(?:who|that|whom)\s+)?{pronoun}\s+{_NOW}{reports}\s+to"
        )
        forms.append(rf"(?:whom?|{who}to\s+whom)\s+{pronoun}\s+{_NOW}{reports}(?:\s+to)?")
    for deed in role.deeds:
        forms.append(rf"(?:whom?|{who}by\s+whom|the\s+(?:{said.others})\s+(?:whom?\s+|that\s+)?)\s*"
                     rf"{pronoun}\s+{_BE}{_NOW}{deed}(?:\s+by)?")  # fmt: skip
    for does in active(role):
        forms.append(rf"(?:the\s+(?:{said.others})\s+(?:who|that)|who)\s+{_BE}{does}\s+{pronoun}")
    for form in forms:
        question = re.sub(rf"\b{form}\b", noun, question, flags=re.IGNORECASE)
    return question


def in_each(question: str, said: Said) -> str:
    """`the skipper of each vessel` as `each vessel with its skipper`."""
    each = rf"(?P<each>(?:each|every|all(?:\s+the)?)\s+(?:{said.rows}))"
    form = rf"\b(?:the\s+)?{said.noun}\s+(?:of|for)\s+{each}\b"
    noun = said.role.nouns[0]
    return re.sub(form, rf"\g<each> with their {noun}", question, flags=re.IGNORECASE)


def who_is(question: str, said: Said) -> str:
    """`who skippers Boat 3` as `who is the skipper of Boat 3`."""
    for does in active(said.role):
        form = rf"^\s*who\s+{_NOW}{does}(?=\s+[^\s?.!])(?!\s+by\b)"
        said_so = f"Who is the {said.role.nouns[0]} of"
        question = re.sub(form, said_so, question, flags=re.IGNORECASE)
    return question


def without_deed(question: str, said: Said) -> str:
    """`the referred player` is the player itself."""
    for deed in said.role.deeds:
        question = re.sub(
            rf"\b{deed}\s+(?=(?:{said.rows})\b)(?!(?:{said.rows})\s+by\b)", "", question,
            flags=re.IGNORECASE,
        )  # fmt: skip
    return question


def deed_by(said: Said) -> str:
    """`who were referred by`, `reporting to`: what stands before the row in the part."""
    told = [rf"{_BE}{_NOW}{deed}\s+by" for deed in said.role.deeds]
    told += [rf"{_BE}{_NOW}{verb}(?:s|ed|ing)?\s+to" for verb in said.role.verbs]
    return rf"(?:(?:who|that|which)\s+)?(?:{'|'.join(told)})\s+" if told else r"(?!)"
