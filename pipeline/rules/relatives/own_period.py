"""`Ordered in the month in which they joined`, `within 3 days of joining`: by another date."""

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.intent import AnyOf, Clause, Compared, Condition, Intent, Measure, Related, Stated
from pipeline.rules.linking.ends_of_rows import opened_dates
from pipeline.rules.outcomes import Planned
from pipeline.rules.relatives.deeds_said import dates_said
from pipeline.rules.relatives.linked import Read, is_of_plain_rows, readings_of
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.vocabulary.stretches import NUMBER, SIGNS, UNIT, Length, length_said
from pipeline.times.values import TimeSpan

# A year that nobody asks about: where the rest of the question puts it, the period belongs.
_YEAR = 1907
_PROBE = f"in {_YEAR}"
_VALUES = (f"{_YEAR}-01-01", f"{_YEAR + 1}-01-01")
_GRAIN = r"(?:calendar\s+)?(?P<grain>day|date|week|month|quarter|year)"
_WHO = r"(?:they|it|he|she|these|those|each|(?:that|the|this|each)\s+[a-z]+)"
_OWN = r"(?:their|its|his|her|(?:(?:the|that|each)\s+)?[a-z]+'s?)"
_TELLS = r"(?P<deed>[a-z][\w-]*(?:\s+(?!and\b|by\b|per\b|for\b|with\b|return\b)[\w-]+){0,3})"
_END = r"(?=\s*(?:[.;?!,]|$|\b(?:and|by|per|for|with|return|show)\b))"
_AS = r"(?:that|as|when|in\s+which|on\s+which|where|during\s+which)"
_DID = rf"(?:{_WHO}\s+|{_OWN}\s+|the\s+)"
_FIRST = r"(?:within|in|during)\s+(?:the|their|its)\s+(?:very\s+)?first"
_SO_FAR = rf"(?P<n>{NUMBER})\s+(?P<unit>{UNIT})s?"
_SO_LONG = rf"(?:within|{_FIRST})\s+{_SO_FAR}"
_BEYOND = rf"(?P<op>{'|'.join(SIGNS)})\s+{_SO_FAR}"
_SIDE = r"(?:of|after|from|following|(?P<back>before|prior\s+to))"
# Whoever has one has some, whatever else they have.
_ONE_OR_MORE = re.compile(r"\bat\s+least\s+(?:one|1|a)\b", re.IGNORECASE)
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:in|on|within|during)\s+(?:exactly\s+)?the\s+(?:very\s+)?same\s+{_GRAIN}\s+"
        rf"(?:{_AS}\s+{_DID}?|{_DID}){_TELLS}{_END}",
        rf"\b(?:in|on|during)\s+the\s+{_GRAIN}\s+(?:{_AS}\s+)?{_WHO}\s+{_TELLS}{_END}",
        rf"\b(?:in|on|during)\s+the\s+{_GRAIN}\s+of\s+{_OWN}\s+{_TELLS}{_END}",
        rf"\b{_SO_LONG}\s+{_SIDE}\s+(?:when\s+)?{_DID}?{_TELLS}{_END}",
        rf"\b{_BEYOND}\s+(?:after|following|(?P<back>before|prior\s+to))\s+"
        rf"(?:when\s+)?{_DID}?{_TELLS}{_END}",
        rf"\b{_FIRST}\s+{_SO_FAR}(?P<deed>){_END}",
    )
)
_MOST, _NOT_FAR = 4, Length()


@dataclass(frozen=True, slots=True)
class _Said:
    """The question with a period in the place of the words, and what these say."""

    rest: str
    deed: str
    grain: str = ""
    far: Length = _NOT_FAR
    operator: str = "<="
    back: bool = False


ReadTimed = Callable[[Sequence[TimeSpan]], Read]


def in_own_period(
    question: str, times: Sequence[TimeSpan], about: Known, timed: ReadTimed
) -> tuple[list[Planned], bool]:
    """The readings of a question for what happened near another date of the same rows."""
    said = next(_said(question), None)
    if said is None:
        return [], True
    at = said.rest.find(str(_YEAR))
    probe = TimeSpan(
        at=at, until=at + len(str(_YEAR)), words=str(_YEAR), start=dt.date(_YEAR, 1, 1),
        end=dt.date(_YEAR + 1, 1, 1), grain="year",
    )  # fmt: skip
    others = [time for time in times if time.words.lower() in said.rest.lower()]
    bases, sure = readings_of(said.rest, timed((*others, probe)))
    made: list[Planned] = []
    for base in bases:
        of = _dates(said.deed, base.intent, about)
        made += [
            replace(base, intent=intent)
            for ref in of
            if (intent := _Moved(said, ref).within(base.intent)) is not None
        ]
        sure = sure and len(of) == 1
    return made[:_MOST], sure


def _said(question: str) -> Iterator[_Said]:
    for form in _FORMS:
        found = form.search(question)
        if found is None:
            continue
        parts = found.groupdict()
        rest = tidy(f"{question[: found.start()]} {_PROBE} {question[found.end() :]}")
        if parts.get("grain"):
            grain = parts["grain"].lower()
            yield _Said(rest, parts["deed"], "day" if grain == "date" else grain)
        else:
            rest = _ONE_OR_MORE.sub("a", rest)
            sign = " ".join((parts.get("op") or "").lower().split())
            yield _Said(
                rest, parts["deed"], far=length_said(parts["n"], parts["unit"]),
                operator=SIGNS.get(sign, "<="), back=bool(parts.get("back")),
            )  # fmt: skip


def _dates(deed: str, intent: Intent, about: Known) -> list[str]:
    """The dates that the deed may mean, of the rows that the question is of."""
    dated = _probed(intent)
    if len(dated) != 1:
        return []
    event = dated[0].rpartition(".")[0]
    near = owners_of(event, about)
    if not deed:
        owners = [table for table in near if table in _asked_for(intent) and table != event]
        return [f"{one}.{name}" for one in owners for name in opened_dates(about.table(one))]
    found = [ref for ref in dates_said(deed, near, about) if ref != dated[0]]
    asked = [ref for ref in found if ref.rpartition(".")[0] in _asked_for(intent)]
    return asked or found


def owners_of(table: str, about: Known) -> list[str]:
    """A table and those that each of its rows belongs to one row of, the nearest first."""
    found = [table]
    for each in found:
        found += [
            edge.right for edge in about.joins.edges(each)
            if not edge.multiplies and edge.right not in found
        ]  # fmt: skip
    return found


def _asked_for(intent: Intent) -> set[str]:
    """The tables of what is listed, grouped by or counted."""
    groups = {dimension.column.rpartition(".")[0] for dimension in intent.dimensions}
    return {intent.subject, *groups, *(measure.table for measure in intent.measures)}


def _probed(intent: Intent) -> list[str]:
    """The dates on which the rest of the question puts the period."""
    found: list[str] = []
    clauses: list[Clause] = [*intent.filters, *(c for m in intent.measures for c in m.where)]
    while clauses:
        clause = clauses.pop()
        if isinstance(clause, Condition) and clause.values == _VALUES:
            found.append(clause.column)
        clauses += clause.where if isinstance(clause, Related | Compared) else ()
        clauses += clause.conditions if isinstance(clause, AnyOf) else ()
    return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class _Moved:
    """Puts the other date in the place of the period."""

    said: _Said
    of: str

    def within(self, intent: Intent) -> Intent | None:
        """The intent with it; None where the period is said of anything but plain rows."""
        made = replace(
            intent,
            filters=tuple(self._clause(clause) for clause in intent.filters),
            measures=tuple(self._measure(measure) for measure in intent.measures),
        )
        return made if is_of_plain_rows(intent) and made != intent and not _probed(made) else None

    def _measure(self, measure: Measure) -> Measure:
        return replace(measure, where=tuple(self._clause(clause) for clause in measure.where))

    def _clause(self, clause: Clause) -> Clause:
        if isinstance(clause, Related):
            inner = (self._inner(part) for part in clause.where)
            return replace(clause, where=tuple(inner))
        return self._inner(clause) if isinstance(clause, Condition) else clause

    def _inner(self, clause: Condition | Compared | Stated) -> Condition | Compared | Stated:
        if not isinstance(clause, Condition) or clause.values != _VALUES:
            return clause
        later, sooner = (clause.column, self.of)[:: -1 if self.said.back else 1]
        return Compared(
            column=later, operator="=" if self.said.grain else self.said.operator, function="own",
            of=sooner, grain=self.said.grain, days=self.said.far.days, months=self.said.far.months,
        )  # fmt: skip
