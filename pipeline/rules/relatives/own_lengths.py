"""`The longest stay`, `days they were employed`: how long rows lasted, wherever it is said."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipeline.intent import Condition, Dimension, Intent, Measure
from pipeline.rules.linking.dates_of_deeds import forms_of_all, is_called_after
from pipeline.rules.linking.ends_of_rows import are_people, both_ends_of, has_extent, kept_lengths
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.linked import readings_of
from pipeline.rules.relatives.probing import (
    PROBE,
    ReadKnowing,
    asks_for_rows,
    by_rows,
    in_its_place,
    with_probe,
)
from pipeline.rules.relatives.said import called, said_tables
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import shown_columns
from pipeline.rules.vocabulary.lengths import FUNCTIONS, UNITS

_FUNCTION = (
    r"(?:(?:(?P<rank>longest|shortest|highest|lowest)\s+(?=average|avg|mean))?"
    r"(?P<function>average|avg|mean|longest|shortest|maximum|minimum|max|min)\s+)"
)
_HIGHEST = {"longest": "highest", "highest": "highest", "shortest": "lowest", "lowest": "lowest"}
_IN = r"(?:\s*\(?\bin\s+(?P<unit>days|hours|minutes)\b\)?)?"
_LENGTH = r"(?:length|duration|time|lengths|durations)"
_THE = r"(?:(?:the|their|its|his|her|an?|each|every|all)\s+)?"
_WHO = r"(?:they|he/she|he|she|it|(?:the|that|each)\s+\w+)"
_STAY = "stays?|hospital stays?"
_EMPLOYED = "employment|tenure|service"
# Whose rows are stays: how they are over.
_LEAVING = forms_of_all(("discharge", "check_out", "checkout", "depart", "leave"))
_FIRST = re.compile(r"\b(?P<end>longest|shortest)(?:\s+[a-z]+)?\s+first\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"\b(?:(?:the|that|this|by|average)\s+)+(?:number\s+of\s+(?:days|hours)|"
    rf"{_LENGTH})\b(?!\s+of\b){_IN}",
    re.IGNORECASE,
)
_MOST = 3


@dataclass(frozen=True, slots=True)
class _Said:
    """The question with a number in the place of the length, and what is known of the latter."""

    rest: str
    measure: Measure
    listed: bool
    sure: bool


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of rows that last, what they are called, and whether they are people."""

    table: str
    nouns: str
    are_people: bool = False


def own_lengths(question: str, about: Known, knowing: ReadKnowing) -> tuple[list[Planned], bool]:
    """The readings of a question for how long rows lasted."""
    for said in _said(question, about):
        bases, sure = readings_of(said.rest, knowing(with_probe(said.measure, about)))
        made = [
            replace(base, intent=intent, assumptions=())
            for base in bases
            if (intent := _with_length(base.intent, said, about)) is not None
        ]
        if made:
            return made, sure and len(made) == 1 and said.sure
    return [], True


def _with_length(intent: Intent, said: _Said, about: Known) -> Intent | None:
    made = in_its_place(intent, said.measure)
    if made is None:
        return None
    over = Condition(column=said.measure.column, operator="is not null")
    lowest = any(not sorting.descending for sorting in made.order)
    told = any(
        isinstance(clause, Condition)
        and (clause.column, clause.operator) == (over.column, over.operator)
        for clause in made.filters
    )
    if lowest and not told and about.column(over.column).null_share:
        made = replace(made, filters=(*made.filters, over))  # what goes on is not the shortest
    if said.listed and not made.dimensions:
        return _listed(made, said.measure.table, about)
    return by_rows(made, said.measure.table, about)


def _listed(intent: Intent, table: str, about: Known) -> Intent | None:
    """`list the doctors along with the days`: one number would be of all of them."""
    owner = about.table(table)
    names = tuple(f"{table}.{name}" for name in shown_columns(owner))
    keys = tuple(f"{table}.{name}" for name in owner.primary_key)
    if intent.outputs != (0,) or not keys or not names:
        return None
    apart = dict.fromkeys((*keys, *names))
    dimensions = tuple(Dimension(column=ref) for ref in apart)
    return replace(intent, outputs=(*names, 0), dimensions=dimensions)


def _said(question: str, about: Known) -> Iterator[_Said]:
    """The length of every kind of rows that may be meant, out of the question."""
    question = _FIRST.sub(lambda one: f"{_HIGHEST[one['end'].lower()]} first", question)
    for kind in _kinds(question, about):
        forms = _forms(kind)
        places = [found for form in forms if (found := form.search(question))]
        ends = _ends(kind.table, about)
        if not places or ends is None:
            continue
        found = min(places, key=lambda place: place.start())
        function, most = _asked(found, question)
        rest = f"{question[: found.start()]} the {most}{PROBE} {question[found.end() :]}"
        for form in forms:
            rest = form.sub(f" the {PROBE} ", rest)
        rest = _AGAIN.sub(f"the {PROBE}", rest)
        unit = next(iter(re.findall(r"\b(days|hours|minutes)\b", question.lower())), "days")
        measure = Measure(
            function=function, table=kind.table, column=ends[1], since=ends[0], unit=UNITS[unit]
        )
        listed = asks_for_rows(question)
        yield _Said(tidy(rest), measure, listed, sure=not most and not listed)


def _asked(found: re.Match[str], question: str) -> tuple[str, str]:
    """The function of the length, and which end of it rows are ranked by, if they are."""
    parts = found.groupdict()
    function = FUNCTIONS.get((parts.get("function") or "").lower(), "avg")
    if parts.get("rank"):
        return function, f"{_HIGHEST[parts['rank'].lower()]} "
    if function in ("min", "max") and asks_for_rows(question):
        return function, "lowest " if function == "min" else "highest "
    return function, ""


def _kinds(question: str, about: Known) -> Iterator[_Kind]:
    """The rows that may be meant."""
    if re.search(rf"\b(?:{_STAY})\b", question, re.IGNORECASE):
        stays = [table for table in sorted(about.allowed) if _is_stay(table, about)]
        yield from (_Kind(table, _STAY) for table in stays if len(stays) == 1)
    for table in said_tables(question, about)[:_MOST]:
        ends = _ends(table, about)
        people = ends is not None and are_people([_candidate(ends[0])])
        yield _Kind(table, _EMPLOYED if people else called(table, about), are_people=people)


def _is_stay(table: str, about: Known) -> bool:
    ends = _ends(table, about)
    name = ends[1].rpartition(".")[2] if ends else ""
    whose = ends is not None and not are_people([_candidate(ends[0])])
    return whose and is_called_after(name, _LEAVING)


def _candidate(ref: str) -> Candidate:
    table, _, name = ref.rpartition(".")
    return Candidate(table, name, 1.0)


def _ends(table: str, about: Known) -> tuple[str, str] | None:
    """The two dates that rows lie between, where these are plain and no number tells it."""
    if kept_lengths(table, about) or has_extent(table, about):
        return None
    return both_ends_of(table, about)


def _forms(kind: _Kind) -> tuple[re.Pattern[str], ...]:
    """How the length of such rows is said."""
    rows = rf"(?:{kind.nouns})"
    days = r"(?:number\s+of\s+)?(?P<unit>days|hours|minutes)"
    forms = [
        rf"\b{_THE}{_FUNCTION}?(?:{_LENGTH}){_IN}\s+of\s+{_THE}{rows}\b{_IN.replace('unit', 'of')}",
        rf"\b{_THE}{_FUNCTION}?{rows}\s+{_LENGTH}\b{_IN}",
        rf"\b{_THE}{_FUNCTION}{rows}\b{_IN}",
    ]
    if kind.are_people:
        worked = (
            r"(?:was|were|been|is|has\s+been)?\s*(?:employed|working|with\s+(?:us|the\s+\w+)|there)"
        )
        forms += [
            rf"\b{_THE}{days}\s+(?:that\s+|for\s+which\s+)?{_WHO}\s+{worked}(?:\s+for)?",
            rf"\b{_THE}{_FUNCTION}time\s+(?:from|between)\s+(?:being\s+)?hir(?:ed|ing)\s+(?:to|and)\s+"
            r"(?:(?:getting|being)\s+)?(?:fired|leaving|terminat(?:ed|ion)|laid\s+off|termination|"
            r"resign(?:ing|ation))",
        ]
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)
