"""Shares as numbers of the question's own: `the highest share of repairs that were insured`.

Both numbers of a share are planned as questions of their own; the question is then read with
the share as a number with a name, wherever it stands: ranked by, bounded, beside other numbers.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from knowledge.glossary import Metric
from knowledge.sentences import capital
from knowledge.sql_text import filled, write_sql
from pipeline.checkpoint import Option
from pipeline.intent import Intent, leaves
from pipeline.rules.asking.readings import NONE
from pipeline.rules.defining.operand_words import rows_in
from pipeline.rules.defining.operands import Operand, Read, number_in
from pipeline.rules.divisions.answering import placed
from pipeline.rules.divisions.cuts import cuts, ends
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.operators import literal
from pipeline.rules.telling.wording import read_as
from pipeline.times.values import TimeSpan

_WORD = r"(?P<word>percentage|percent|per\s+cent|pct|%|share|proportion|fraction|ratio)"
_SHARE = re.compile(
    rf"(?P<lead>\b(?:(?:what|which)(?:\s+(?:is|was)\s+the)?|how\s+(?:large|big|high)\s+an?|the|an?)\s+)?"
    rf"{_WORD}s?\s+of\s+(?P<said>[^.;?!]+)",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"(?P<lead>\b(?:where|in\s+which|for\s+which|of\s+which|with|having|(?:that\s+)?(?:have|has|had))\s+)"
    r"(?P<bound>(?:more|less|fewer|higher|lower)\s+than|at\s+least|at\s+most|over|under|above|below|"
    r"no\s+more\s+than|exactly)\s+(?P<number>\d+(?:\.\d+)?)\s*(?P<word>%|percent|per\s+cent|pct)\s+of\s+"
    r"(?P<said>[^.;?!]+)",
    re.IGNORECASE,
)
# `the number of orders and the number of them that were paid`: a part of the rows before.
_SOME = re.compile(
    r"(?P<word>)\b(?P<lead>(?:the\s+)?(?:number|count)\s+of|how\s+many(?:\s+of)?)\s+"
    r"(?P<said>(?:them|those|these)\s+(?:(?:who|that|which|with|without|having|have|has|had|are|is|"
    r"were|was)\s|[a-z]+ed\b)[^.;?!]+)",
    re.IGNORECASE,
)
# `the share of them that ...`, `of insured ones`: the rows that were named before.
_THEM = re.compile(r"^(?:them|these|those|which|it)\b|\bones\b", re.IGNORECASE)
_THEIR = re.compile(r"^(?:(?:all|of|the|their|its|our|his|her)\s+)+", re.IGNORECASE)
_OF_WHOLE = ":factor * :part / nullif(:whole, 0)"
_PERCENT = frozenset(("percentage", "percent", "pct", "%", "share"))
_SAID_AGAIN = re.compile(
    rf"\b(?P<end>highest|lowest|largest|smallest|biggest|greatest)\s+{_WORD}\s+first\b", re.I
)
SHARE = "share"
_MOST = 6
# What stands for the share in the question: no other word begins or ends like it.
_CALLED = "shareofrows"


# A whole question over what is known, with its times.
ReadWhole = Callable[[str, Known, Sequence[TimeSpan]], Outcome]


@dataclass(frozen=True, slots=True)
class _Shared:
    """A question with a share as a number with a name; not `sure` where its whole is open."""

    question: str
    about: Known
    name: str
    sure: bool


def bounds_share(question: str) -> bool:
    """Whether a share is bounded: `where more than 40 percent of orders were late`.

    Or whether a part of the rows is counted beside all of them.
    """
    return any(form.search(question) is not None for form in (_BOUND, _SOME))


def shared(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    choices: Mapping[str, str],
    reads: tuple[Read, ReadWhole],
) -> Outcome | None:
    """The outcome with the share as a number; None where the question has none that is read."""
    if choices.get(SHARE) == NONE:
        return None
    alone, whole = reads
    for found in _shares(question, about, alone):
        outcome = whole(found.question, found.about, placed(found.question, times))
        if isinstance(outcome, Planned) and _shows(outcome.intent, found.name):
            return outcome if found.sure or SHARE in choices else _asked_back(outcome)
    return None


def _asked_back(planned: Planned) -> Ask:
    """Whether a share is of the rows that it is told of, in each group of its own."""
    label = capital(read_as(planned.intent)).rstrip(".")
    options = (Option(id="own", label=label), Option(id=NONE, label="None of these"))
    prompt = "Is this what you mean?"
    return Ask(id=SHARE, kind="clarification", prompt=prompt, options=options, default="own")


def _shows(intent: Intent, name: str) -> bool:
    """Whether the number of that name is a part of what is answered."""
    return any(leaf.name == name for measure in intent.measures for leaf in leaves(measure))


def _shares(question: str, about: Known, read: Read) -> Iterator[_Shared]:
    """Every way in which the question may be read with its share as a number, likeliest first."""
    for form in (_BOUND, _SOME, _SHARE):
        found = form.search(question)
        if found is not None:
            yield from _read(found, about, read)
            return


def _read(found: re.Match[str], about: Known, read: Read) -> Iterator[_Shared]:
    tried = 0
    for until in ends(found["said"]):
        plain = _THEIR.sub("", found["said"][:until]).strip(" ,")
        rows = _THEIR.sub("", rows_in(found.string[: found.start()], about))
        said = _THEM.sub(rows, plain) if rows else plain
        for base, sure in cuts(said, about):
            tried += 1
            metric = _metric(found["word"].lower(), said, base, about, read)
            if metric is not None:
                yield _told(found, until, metric, about, sure=sure)
                return
            if tried >= _MOST:
                return


def _metric(word: str, said: str, base: str, about: Known, read: Read) -> Metric | None:
    """The rows that are told of over those that they are a part of."""
    part, whole = (_operand(text, about, read) for text in (said, base))
    if part is None or whole is None or part.table != whole.table or part.number == whole.number:
        return None
    if not word:
        name = f"number of {' '.join(said.split())}".lower()
        sql = write_sql(part.number, about.catalog.dialect)
        return Metric(name=name, synonyms=(_CALLED,), expression=sql, table=part.table)
    factor = 100.0 if word in _PERCENT or word.startswith("per") else 1.0
    name = f"{word} of {' '.join(said.split())}".lower()
    dialect = about.catalog.dialect
    share = filled(_OF_WHOLE, dialect, part=part.number, whole=whole.number, factor=literal(factor))
    sql = write_sql(share, dialect)
    called = (_CALLED, word, f"the {word}")
    return Metric(name=name, synonyms=called, expression=sql, table=part.table)


def _operand(said: str, about: Known, read: Read) -> Operand | None:
    outcome = read(f"How many {said}?", about)
    found = number_in(outcome, about) if isinstance(outcome, Planned) else None
    return found if found is not None and found.function == "count" else None


def _told(found: re.Match[str], until: int, metric: Metric, about: Known, *, sure: bool) -> _Shared:
    """The question with the name of the share in its place."""
    question = found.string
    before, behind = question[: found.start()], question[found.start("said") + until :]
    number = found.groupdict().get("number")
    if number is not None:
        said = f"whose {_CALLED} is {found['bound']} {number}"
        return _Shared(f"{before}{said}{behind}", about.defining((metric,)), metric.name, sure)
    asks = re.match(r"what|which|how", (found["lead"] or "").lower()) is not None
    opens = asks and (not before.strip() or before.rstrip().endswith(","))
    lead = "what is the " if opens else ""
    behind = _SAID_AGAIN.sub(lambda again: f"{again['end']} first", behind)
    return _Shared(f"{before}{lead}{_CALLED}{behind}", about.defining((metric,)), metric.name, sure)
