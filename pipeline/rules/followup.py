"""Follow-ups: what a short next question changes in the last intent of its thread."""

import re
from collections.abc import Mapping
from dataclasses import replace

from pipeline.intent import Clause, Condition, Dimension, Intent, Measure, Related, Sorting
from pipeline.rules.drafting.assembly import Assembled, Assembly
from pipeline.rules.drafting.sketch import Sketch
from pipeline.rules.linking.clause_reading import is_of_metric, same_column
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.parts import Count
from pipeline.rules.tagging.tag import Tagged

_CUES = re.compile(
    r"^(and|now|only|just|also|but|then|what about|how about|same|the same|instead|by|per|as|sort|"
    r"order|rank|top|bottom|exclude|excluding|without|except|in|for|from|how many|make it|break|"
    r"split|group|filter|limit|show only|show me only|only show|keep|of those|of these|which of)\b",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(instead|(?:those|these)(?!\s+(?:with|who|that|whose|which|where|having))|them|"
    # `the same city as Ada` says itself what it is compared with, `the same as a table` does not.
    r"this|the same(?!\s+(?:\w+\s+){1,3}as\s+(?!an?\b))|as well(?! as\b)|too|also|that one|"
    r"(for|of|in|from) that)\b",
    re.IGNORECASE,
)
_WEAK = re.compile(r"\b(their|theirs|its|it|they|he|she|his|her|ones?)\b", re.IGNORECASE)
# `how many orders, and how many of them are open`: those that the question has named.
_OF_THEM = re.compile(r"\bhow many of (?P<them>them|those|these)\b", re.IGNORECASE)
_GROWING = re.compile(
    r"\b(also|as well|too|additionally|of those|of these|of them)\b", re.IGNORECASE
)
_ADDING = re.compile(r"\b(also|as well|too|additionally|add)\b|^and\b", re.IGNORECASE)
_ANOTHER = re.compile(r"(and|what about|how about)\b", re.IGNORECASE)
_FULL = 2


def sounds_like_a_follow_up(text: str) -> bool:
    """Whether the words begin, or point back, as words do that go on from something."""
    said = text.strip().lstrip("….,;- ")
    return any(words.search(said) for words in (_CUES, _STRONG, _WEAK))


def points_back(question: str, tags: Tagged) -> bool:
    """Whether a question speaks of something that it does not name itself."""
    times = [
        (tags.words[i.first].at, tags.words[i.last - 1].until)
        for i in tags.items
        if i.letter in "DB"
    ]
    named = [tags.words[item.first].at for item in tags.items if item.letter in "TMC"]
    counted = _OF_THEM.search(question)
    if counted and any(at < counted.start() for at in named):
        times.append((counted.start("them"), counted.end()))
    strong = _STRONG.finditer(question)
    if any(not any(at <= found.start() < until for at, until in times) for found in strong):
        return True
    weak = _WEAK.search(question)
    if weak is None:
        return False
    return not any(at < weak.start() for at in named)


def follows(question: str, tags: Tagged, sketch: Sketch) -> bool:
    """Whether a question changes the one before rather than standing by itself."""
    text = question.strip().lstrip("….,;- ")
    if points_back(text, tags):
        return True
    if _ANOTHER.match(text) and {item.letter for item in tags.items} <= set("&M.D"):
        return True
    stands = sum(item.letter in "TM" for item in tags.items)
    asks = bool(sketch.shown) or any(count.table or count.metrics for count in sketch.counts)
    if stands and asks and (len(tags.items) > _FULL or not _CUES.search(text)):
        return _CUES.search(text) is not None and not asks
    return not stands or _CUES.search(text) is not None


class FollowUp:
    """One edit of an intent."""

    def __init__(
        self,
        previous: Intent,
        tags: Tagged,
        sketch: Sketch,
        about: Known,
        choices: Mapping[str, str],
    ) -> None:
        self.previous, self.sketch, self.known = previous, sketch, about
        home = previous.subject or previous.measures[0].table
        self.made = Assembly(sketch, tags.items, about, choices, home)
        self.made.conditions.time_column = self._time_column()

    def _time_column(self) -> str:
        """The date column that the thread already uses."""
        for clause in self.previous.filters:
            if isinstance(clause, Condition) and clause.operator == "within":
                return clause.column
        names = {measure.name for measure in self.previous.measures if measure.name}
        for metric in self.known.metrics:
            if metric.name in names and metric.time_column:
                owned = metric.time_column
                return owned if "." in owned else f"{metric.table}.{owned}"
        return ""

    def run(self, question: str) -> Assembled:
        intent = self._filtered(self.previous, adding=bool(_GROWING.search(question)))
        intent = self._measured(intent)
        intent = self._grouped(intent, adding=bool(_ADDING.search(question)))
        intent = self._shown(intent, adding=bool(_ADDING.search(question)))
        intent = self._ordered(intent)
        intent = replace(intent, share=intent.share or self.sketch.share)
        made = self.made
        if (
            intent.measures
            and not intent.dimensions
            and any(isinstance(s.by, str) for s in intent.order)
        ):
            made.conditions.failed.append("sort")
        return Assembled(
            intent if intent.outputs and intent != self.previous else None,
            made.linker.doubts,
            made.conditions.failed,
            made.linker.scores,
            made.risks,
        )

    def _filtered(self, intent: Intent, *, adding: bool) -> Intent:
        self.made.tests()
        self.made.relations()
        kept = list(intent.filters)
        for clause in self.made.filters:
            same = [old for old in kept if same_column(old, clause)]
            if same and adding and self._many(clause):
                kept.append(self._some_row(clause))
                continue
            kept = [old for old in kept if old not in same]
            kept.append(clause)
        return replace(intent, filters=tuple(kept))

    def _many(self, clause: Clause) -> bool:
        """Whether the subject has many rows of what the condition is on."""
        if not isinstance(clause, Condition):
            return False
        table = clause.column.rpartition(".")[0]
        path = self.known.joins.path(self.made.subject, table) or ()
        return any(edge.multiplies for edge in path)

    def _some_row(self, clause: Clause) -> Clause:
        if not isinstance(clause, Condition):
            return clause
        return Related(table=clause.column.rpartition(".")[0], where=(clause,))

    def _measured(self, intent: Intent) -> Intent:
        counts = [c for c in self.sketch.counts if not self._bare(c)]
        if counts:
            before = len(self.made.filters)
            measures = tuple(m for m in (self.made.made(c) for c in counts) if m is not None)
            added = tuple(self.made.filters[before:])
            kept = (old for old in intent.filters if not is_of_metric(old, self.previous))
            filters = tuple(dict.fromkeys((*kept, *added)))
            return _with_measures(replace(intent, filters=filters), measures)
        if self.sketch.counts:
            counted = self._rows_shown(intent)
            return replace(
                intent,
                measures=(counted,),
                outputs=(0,),
                dimensions=(),
                order=(),
                limit=None,
                having=(),
                distinct=False,
            )
        return intent

    def _rows_shown(self, intent: Intent) -> Measure:
        """`how many?`: the rows that were shown, or the values where those were shown."""
        columns = [o for o in intent.outputs if isinstance(o, str)]
        table = intent.subject or intent.measures[0].table
        if len(columns) != 1 or intent.measures:
            return Measure(function="count", table=table)
        owner, _, name = columns[0].rpartition(".")
        known = self.known.table(owner)
        if name in display_columns(known) or name in known.primary_key:
            return Measure(function="count", table=owner)
        return Measure(function="count", table=owner, column=columns[0], distinct=True)

    def _bare(self, count: Count) -> bool:
        return count.table is None and count.column is None and not count.metrics

    def _grouped(self, intent: Intent, *, adding: bool) -> Intent:
        if not self.sketch.groups:
            return intent
        made = self.made
        made.measures = list(intent.measures) or [Measure(function="count", table=intent.subject)]
        made.outputs = list(range(len(made.measures)))
        for group in self.sketch.groups:
            made.group(group.item, group.grain, [])
        if not made.dimensions:
            return intent
        old = intent.dimensions if adding else ()
        shown = (
            [o for o in intent.outputs if adding and isinstance(o, str)] if intent.measures else []
        )
        return replace(
            intent,
            measures=tuple(made.measures),
            dimensions=tuple(dict.fromkeys((*old, *made.dimensions))),
            outputs=tuple(dict.fromkeys((*shown, *made.outputs))),
            order=_default(made),
            limit=None,
        )

    def _shown(self, intent: Intent, *, adding: bool) -> Intent:
        if self.sketch.counts:
            return intent
        if not self.sketch.shown:
            return self._asked(intent)
        self.made.outputs = []
        for shown in self.sketch.shown:
            self.made.show(shown)
        new = tuple(self.made.outputs)
        if not new:
            return intent
        old = intent.outputs if adding or intent.measures else ()
        dimensions = intent.dimensions
        if intent.measures:
            dimensions += tuple(Dimension(column=str(ref)) for ref in new)
        return replace(intent, outputs=tuple(dict.fromkeys((*old, *new))), dimensions=dimensions)

    def _asked(self, intent: Intent) -> Intent:
        """`which of these countries ...`: the named rows are shown, not what was shown before."""
        asked = self.sketch.asked
        table = self.made.linker.table(asked) if asked is not None else None
        shown = {o.rpartition(".")[0] for o in intent.outputs if isinstance(o, str)}
        if table is None or intent.measures or table in shown:
            return intent
        names = display_columns(self.known.table(table))
        return replace(intent, subject=table, outputs=tuple(f"{table}.{n}" for n in names))

    def _ordered(self, intent: Intent) -> Intent:
        made = self.made
        made.measures, made.outputs = list(intent.measures), list(intent.outputs)
        made.dimensions, made.order = list(intent.dimensions), []
        made.extremes()
        if len(made.measures) > len(intent.measures) and not made.dimensions:
            made.measures, made.outputs = made.measures[len(intent.measures) :], [0]
        made.orders()
        order = tuple(made.order) or intent.order
        limit = made.limit if made.limit is not None else intent.limit
        if self.sketch.limit is not None:
            limit = self.sketch.limit
            order = order or _first(intent, falling=not self.sketch.bottom)
        return replace(
            intent,
            order=order,
            limit=limit,
            measures=tuple(made.measures),
            outputs=tuple(dict.fromkeys(made.outputs)),
            dimensions=tuple(made.dimensions),
        )


def _with_measures(intent: Intent, measures: tuple[Measure, ...]) -> Intent:
    columns = tuple(o for o in intent.outputs if isinstance(o, str)) if intent.dimensions else ()
    order = tuple(s for s in intent.order if isinstance(s.by, str)) or (
        (Sorting(by=0, descending=True),) if intent.dimensions else ()
    )
    outputs = (*columns, *range(len(measures)))
    return replace(intent, measures=measures, outputs=outputs, order=order, having=())


def _default(made: Assembly) -> tuple[Sorting, ...]:
    made.order = []
    made.present()
    return tuple(made.order)


def _first(intent: Intent, *, falling: bool) -> tuple[Sorting, ...]:
    numbers = [o for o in intent.outputs if isinstance(o, int)]
    return (Sorting(by=numbers[-1], descending=falling),) if numbers else ()
