"""`How old is each pet`, `days since their last visit`: from a date of rows until today."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipeline.intent import Intent, Measure
from pipeline.rules.linking.origins import origin_of
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.first_events import LAST, NTH, dates_of_events
from pipeline.rules.relatives.linked import readings_of
from pipeline.rules.relatives.probing import PROBE, ReadKnowing, by_rows, in_its_place, with_probe
from pipeline.rules.relatives.said import said_tables
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of
from pipeline.rules.vocabulary.lengths import FUNCTIONS

_UNIT = r"(?P<unit>day|week|month|year)s?"
_IN = rf"(?:\s*,?\s*\(?in\s+{_UNIT}\b\)?)?"
_FUNCTION = rf"(?P<function>{'|'.join(FUNCTIONS)})"
_AGES = (
    re.compile(rf"\b{_FUNCTION}\s+age\b{_IN}", re.IGNORECASE),
    re.compile(rf"\bhow\s+old\s+(?:is|are)\s+(?P<who>.+?){_IN}\s*[?.!]?\s*$", re.IGNORECASE),
    re.compile(rf"\b(?:the\s+)?ages?\b(?:\s+of)?{_IN}", re.IGNORECASE),
)  # fmt: skip
_IN_UNIT = re.compile(rf"\s*,?\s*\(?\bin\s+{_UNIT}\b\)?", re.IGNORECASE)
_WHO = r"(?:each|every|all|the|a|an|any|our)"
_EVENT = rf"{NTH}\s+(?P<event>[a-z]+)"
_PASSED = (
    r"(?:has\s+it\s+been|have\s+passed|has\s+passed|passed|have\s+gone\s+by|is\s+it|ago\s+was)?"
)
_SINCE = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"^\s*(?:how\s+many|(?:what\s+is\s+)?(?:the\s+)?(?:number\s+of)?)\s*{_UNIT}\s+{_PASSED}\s*"
        rf"(?:since|ago)?\s*(?P<who>{_WHO}\s+[a-z]+)(?:['\u2019]s|s['\u2019])\s+{_EVENT}(?P<more>.*?)[?.!]?\s*$",
        rf"^\s*(?:how\s+many|(?:what\s+is\s+)?(?:the\s+)?(?:number\s+of)?)\s*{_UNIT}\s+{_PASSED}\s*"
        rf"since\s+the\s+{_EVENT}\s+(?:of|by|for)\s+(?P<who>{_WHO}\s+[a-z]+)(?P<more>.*?)[?.!]?\s*$",
    )
)
# An age at another time than today.
_THEN = re.compile(
    r"\b(?:at|when|upon|while|before|by|as\s+of|on)\b|\bin\s+(?!days\b|weeks\b|months\b|years\b)"
    r"(?:\w+\s+)?\d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question with the date itself in the place of what has passed since."""

    rest: str
    measure: Measure


def until_today(question: str, about: Known, knowing: ReadKnowing) -> tuple[list[Planned], bool]:
    """The readings of a question for how old rows are, or how long ago something happened."""
    for since in _since(question, about):
        bases, sure = readings_of(since.rest, knowing(about))
        made = [
            replace(base, intent=intent)
            for base in bases
            if (intent := _turned(base.intent, since.measure)) is not None
        ]
        if made:
            return made, sure and len(made) == 1
    for aged in _ages(question, about):
        bases, sure = readings_of(aged.rest, knowing(with_probe(aged.measure, about)))
        made = [
            replace(base, intent=by_rows(intent, aged.measure.table, about), assumptions=())
            for base in bases
            if (intent := in_its_place(base.intent, aged.measure)) is not None
        ]
        if made:
            return made, sure and len(made) == 1
    return [], True


def _ages(question: str, about: Known) -> Iterator[_Asked]:
    """The age of the rows that say when they came to be, where no column keeps it."""
    found = next((place for form in _AGES if (place := form.search(question))), None)
    if found is None or _THEN.search(question):
        return
    # `the average age of dogs`: of the only rows whose birth is kept.
    born_ones = [table for table in sorted(about.allowed) if origin_of(table, about)]
    for table in said_tables(question, about) or born_ones[: len(born_ones) == 1]:
        born = origin_of(table, about)
        kept = any(column.name.lower() == "age" for column in about.table(table).columns)
        if born is None or kept:
            continue
        parts = found.groupdict()
        in_unit = parts.get("unit") or next(
            (said["unit"] for said in _IN_UNIT.finditer(question)), "year"
        )
        function = FUNCTIONS.get((parts.get("function") or "").lower(), "avg")
        most = {"min": "lowest ", "max": "highest "}.get(function, "")
        told = f"What is the {PROBE} of {parts['who']}" if parts.get("who") else ""
        head, tail = question[: found.start()], question[found.end() :]
        rest = told or f"{head} the {most}{PROBE} of {re.sub(r'^ *of ', '', tail)}"
        measure = Measure(
            function=function, table=table, column=born, unit=in_unit.lower(), age=True
        )
        yield _Asked(tidy(_IN_UNIT.sub("", rest)), measure)


def _since(question: str, about: Known) -> Iterator[_Asked]:
    """`how many days since each pet's last visit`: first, when that was."""
    found = next((place for form in _SINCE if (place := form.match(question))), None)
    if found is None:
        return
    events = [c.table for c in about.lexicon.find(words_of(found["event"]))[:1] if not c.column]
    for table in events:
        dates = dates_of_events(table, about)
        last = " ".join(found["nth"].lower().split()) in LAST
        who = re.sub(r"^(?:the|our|all|any|an?)\b", "each", found["who"], flags=re.IGNORECASE)
        for date in dates[:1] if len(dates) == 1 else ():
            name = date.rpartition(".")[2].replace("_", " ")
            rest = (
                f"What is the {'latest' if last else 'earliest'} {name} for {who}{found['more']}?"
            )
            yield _Asked(
                rest,
                Measure(
                    function="min" if last else "max", table=table, column=date,
                    unit=found["unit"].lower(), age=True,
                ),
            )  # fmt: skip


def _turned(intent: Intent, measure: Measure) -> Intent | None:
    """The intent with what has passed since the date in the place of the date itself."""
    ends = {"min": "max", "max": "min"}
    asked = [m for m in intent.measures if m.column == measure.column and not m.since]
    if len(intent.measures) != 1 or len(asked) != 1 or asked[0].function != ends[measure.function]:
        return None
    order = tuple(
        replace(sorting, descending=not sorting.descending) if sorting.by == 0 else sorting
        for sorting in intent.order
    )
    return replace(intent, measures=(replace(measure, where=asked[0].where),), order=order)
