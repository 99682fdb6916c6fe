"""Questions back: what a word means, which column, which reading."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pipeline.checkpoint import Option
from pipeline.intent import Intent
from pipeline.rules.asking.named_only import with_named
from pipeline.rules.asking.variants import READ_AS, variants
from pipeline.rules.linking.acronyms import is_acronym
from pipeline.rules.linking.link import Doubt
from pipeline.rules.linking.offers import in_words, offers_for
from pipeline.rules.linking.rows_meant import Stands
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.aims import AIMED
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.telling.wording import reading_of
from pipeline.rules.vocabulary import KEYWORDS

_MOST, _STEM = 9, 5
_OURS = frozenset(("count", "share", "ratio", "common", "recent"))
_TURNING = ("n", "c", "K", "b", "|", "Q", "Y")
# `anywhere but Oslo`: without the word it would be those in Oslo.
_ALL_BUT = frozenset(("anywhere", "anyone", "anybody", "anything", "everywhere", "everyone"))
_RATES = frozenset(
    ("rate", "rates", "ratio", "ratios", "share", "value", "values", "median", "average", "mean",
     "growth", "per", "difference", "percent", "running", "change", "plus", "minus",
     "divided", "multiplied", "double", "half")
)  # fmt: skip
LEFT_OUT = "left-out"
# All that found no place in a reading, left out together.
UNREAD = "unread"
ANSWERS = frozenset(
    (
        "reading",
        "word",
        "column",
        "table",
        "time",
        "value",
        "where",
        "metric",
        "extent",
        "by",
        "itself",
        "direction",
        "rank",
        "aggregate",
        "clock",
        "tie",
        LEFT_OUT,
        UNREAD,
        "remark",
    )
)
_KEYS = {"columns": "column", "tables": "table"}
_KINDS = {
    "columns": "columns",
    "tables": "tables",
    "time": "columns",
    "value": "value",
    "clock": "value",
    "where": "columns",
    "metric": "columns",
    "by": "columns",
    "extent": "clarification",
    "itself": "clarification",
    "direction": "clarification",
    "rank": "clarification",
    "aggregate": "clarification",
}
_WAYS = {
    "extent": (
        "How many of them must it be compared with?",
        {"some": "At least one of them", "each": "Every one of them"},
    ),
    "itself": (
        "Should the answer include the one you named?",
        {"without": "Only the others", "with": "Yes, that one too"},
    ),
    "direction": (
        "Which way round?",
        {"there": "From the first to the second", "either": "Either way"},
    ),
    "rank": (
        "Which rank is the highest?",
        {"first": "1 at the top", "last": "the largest number at the top"},
    ),
    "aggregate": (
        "Which number is meant for each?",
        {"sum": "All of it, added up", "avg": "The average"},
    ),
}


@dataclass(frozen=True, slots=True)
class Question:
    """One question back, best option first; `open` where no option is good enough to be taken.

    `careful` where nothing speaks against the first.
    """

    id: str
    kind: str
    prompt: str
    options: tuple[Option, ...]
    open: bool = False
    careful: bool = False


def question_of_doubt(doubt: Doubt) -> Question:
    """Which of several columns, tables or values the words mean."""
    options = tuple(Option(id=ref, label=_label(ref, doubt.kind)) for ref in doubt.options[:_MOST])
    prompt = (
        f"What does “{doubt.words}” mean here?" if doubt.words else "Which table is this about?"
    )
    if doubt.kind == "by":
        prompt = "Which number is it about?"
    if doubt.kind == "time":
        prompt = f"Which date of {in_words(doubt.words)} counts?"
    if doubt.kind == "value":
        prompt = f"I found no “{doubt.words}”. Did you mean “{doubt.options[0]}”?"
    if doubt.kind == "clock":
        prompt = f"Which time of day is “{doubt.words}”?"
    if doubt.kind == "metric":
        prompt = "Which of these numbers do you mean?"
        options = tuple(Option(id=name, label=name) for name in doubt.options)
    if doubt.kind in _WAYS:
        prompt, labels = _WAYS[doubt.kind]
        options = tuple(Option(id=key, label=labels[key]) for key in doubt.options)
    key = _KEYS.get(doubt.kind, doubt.kind)
    words = doubt.words if doubt.kind == "metric" else doubt.words.lower()
    return Question(f"{key}:{words}", _KINDS[doubt.kind], prompt, options)


def question_of_word(
    word: str,
    intent: Intent,
    about: Known,
    *,
    stands: Stands,
    named: Sequence[str] = (),
) -> Question | None:
    """What an unexplained word means: a column nearby, or nothing that matters."""
    if len(word.split()) != 1 or not word.isalpha() or word.lower() in _OURS or word in KEYWORDS:
        return None
    tables = list(dict.fromkeys((*_tables(intent), *named)))
    options = offers_for(word, tables, about, stands)
    leave = (
        ()
        if stands.asked_for or turns_round(word)
        else (Option(id=IGNORED, label="Leave the word out"),)
    )
    # What is stored in nearly these letters is likelier meant than nothing: `success`.
    stored = [option for option in options if _begins_alike(word, option.id.partition("=")[2])]
    others = [option for option in options if option not in stored]
    options = [*stored, *others, *leave] if is_acronym(word) else [*stored, *leave, *others]
    if not options:
        return None
    prompt = f"What does “{word}” mean here?"
    return Question(f"word:{word.lower()}", "clarification", prompt, tuple(options), open=True)


def _begins_alike(word: str, value: str) -> bool:
    """Whether a stored value is a form of a word: `success` of `successful`."""
    return len(value) >= _STEM and word.lower()[:_STEM] == value.lower()[:_STEM]


def told_apart(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options, where no two are called the same: what is alike is told by its own name."""
    labels = [option.label for option in options]
    found = [
        replace(option, label=f"{option.label} ({_other_name(option)})")
        if labels.count(option.label) > 1 and _other_name(option) else option
        for option in options
    ]  # fmt: skip
    return tuple({option.label: option for option in reversed(found)}.values())[::-1]


def _other_name(option: Option) -> str:
    """What tells an option from another of its label; a plain reading needs nothing."""
    return option.detail or ("" if READ_AS in option.id else option.id)


def turns_round(words: str) -> bool:
    """Whether a sentence says the opposite without these words, or another amount."""
    said = words.lower()
    turning = KEYWORDS.get(said, ("",))[0] in _TURNING or said in _ALL_BUT
    return turning or said in _RATES or said in AIMED


def question_of_unknown(words: list[str]) -> Question:
    """Whether words that mean nothing here may be left out."""
    listed = " and ".join(f"“{word}”" for word in words)
    several = len(words) > 1
    verb = "mean" if several else "means"
    label = "Leave them out" if several else "Leave it out"
    options = (Option(id=IGNORED, label=label),)
    prompt = f"I do not know what {listed} {verb} here."
    return Question(LEFT_OUT, "clarification", prompt, options, open=True)


def question_of_reading(
    intent: Intent, about: Known, unused: Sequence[str] = (), said: Collection[str] | None = None
) -> Question:
    """Whether the question was read rightly, with the other ways to read it."""
    plain, *others = variants(intent, about, said)
    found = (plain, *with_named(intent, unused, about), *others)
    options = tuple(Option(id=key, label=label) for key, label in found)
    return Question("reading", "clarification", f"{reading_of(intent)} Is that right?", options)


def _tables(intent: Intent) -> list[str]:
    refs = [o for o in intent.outputs if isinstance(o, str)] + [d.column for d in intent.dimensions]
    tables = [
        intent.subject,
        *(m.table for m in intent.measures),
        *(r.rpartition(".")[0] for r in refs),
    ]
    return list(dict.fromkeys(table for table in tables if table))


def _label(ref: str, kind: str) -> str:
    return ref if kind in ("value", "clock") else in_words(ref)
