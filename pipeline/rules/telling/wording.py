"""How an intent reads in plain words."""

from pipeline.intent import Clause, Having, Intent, Sorting, Stated, leaves
from pipeline.rules.building.aligned import in_words
from pipeline.rules.telling.parts_in_words import (
    FUNCTIONS,
    OPERATORS,
    condition_in_words,
    measured,
    value_in_words,
)
from pipeline.rules.text.plain_words import listed, plain, plural
from pipeline.rules.text.words import lemma_of

_GRAINS = {"month_of_year": "month of the year", "hour_of_day": "hour of the day"}
_PLACES = {1: "second", 2: "third", 3: "fourth", 4: "fifth"}


def reading_of(intent: Intent) -> str:
    """`I read this as: ...`, everything that was understood."""
    return f"I read this as: {read_as(intent)}"


def read_as(intent: Intent) -> str:
    """Everything that was understood, without the words that lead up to it."""
    parts = [_shown(intent), *_conditions(intent), *_havings(intent), *_order(intent)]
    parts += _extras(intent)
    return ", ".join(part for part in parts if part) + "."


def _shown(intent: Intent) -> str:
    grouped = _grouped(intent)
    names = [
        plain(output) if isinstance(output, str) else measured(intent.measures[output])
        for output in intent.outputs
        if output not in grouped
    ]
    if not names:
        return " and ".join(dict.fromkeys(grouped.values()))
    what = listed(names)
    if intent.share:
        what = f"share of {what} in percent"
    of = f" of {plural(plain(intent.subject))}" if intent.subject and not intent.measures else ""
    apart = intent.within if intent.over else list(grouped)
    groups = listed(dict.fromkeys(grouped[ref] for ref in apart if ref in grouped))
    what = _of_levels(intent, what)
    if intent.over:
        rows = listed(dict.fromkeys(_grouped_by(intent)))
        each = f" for each {groups}" if groups else ""
        return f"{FUNCTIONS[intent.over]} {what} over every {rows} that has any{each}"
    return (
        f"{'each ' if intent.distinct else ''}{what}{of}{f' for each {groups}' if groups else ''}"
    )


def _of_levels(intent: Intent, what: str) -> str:
    """What is told of a number that moves from period to period."""
    if intent.running:
        return f"{what} and running {what}" if intent.beside else f"running {what}"
    if intent.compared and intent.change:
        return f"growth of {what} in percent"
    if intent.change == "previous":
        return f"{what} and that of the period before"
    if intent.change:
        way = {"percent": "change in percent", "fraction": "relative change"}
        told = f"{way.get(intent.change, 'change')} since the period before"
        moving = intent.moves
        of = "its" if moving is None else f"for {measured(intent.measures[moving])} its"
        return f"{what} and {of} {told}"
    return what


def _grouped_by(intent: Intent) -> list[str]:
    """What rows are grouped by, keys as the rows they stand for."""
    inner = [d for d in intent.dimensions if d.column not in intent.within]
    named = [
        d.grain
        or plain(d.column.rpartition(".")[0] if plain(d.column).endswith("id") else d.column)
        for d in inner[:1]
    ]
    return [" ".join((*name.split()[:-1], lemma_of(name.split()[-1]))) for name in named]


def _grouped(intent: Intent) -> dict[str, str]:
    """The columns that are shown for each group, in words."""
    return {
        d.column: in_words(intent, d) or _GRAINS.get(d.grain, d.grain) or plain(d.column)
        for d in intent.dimensions
        if d.grain or d.column in intent.outputs
    }


def _conditions(intent: Intent) -> list[str]:
    told = [condition_in_words(clause) for clause in intent.filters if not _belongs(clause, intent)]
    for branch in intent.both:
        told.append("once with " + listed([condition_in_words(c) for c in branch]))
    return [part for part in told if part]


def _belongs(clause: Clause, intent: Intent) -> bool:
    """Whether a condition is part of a metric's own definition."""
    names = {leaf.name for measure in intent.measures for leaf in leaves(measure)}
    return isinstance(clause, Stated) and clause.words in names


def _havings(intent: Intent) -> list[str]:
    return [f"only with {_having(intent, having)}" for having in intent.having]


def _having(intent: Intent, having: Having) -> str:
    bounds = having.either or tuple((having.operator, value) for value in having.values)
    told = [f"{OPERATORS[sign] or 'of'} {value_in_words(value)}" for sign, value in bounds]
    if having.overall:
        told = [f"{OPERATORS[having.operator]} that of all rows"]
    return f"{measured(intent.measures[having.measure])} {' or '.join(told)}"


def _order(intent: Intent) -> list[str]:
    grained = {d.column for d in intent.dimensions if d.grain}
    order = [s for s in intent.order if s.by not in grained or s.descending or intent.limit]
    if not order:
        return [f"only the first {intent.limit}"] if intent.limit else []
    if intent.limit:
        first = order[0]
        many = "the one" if intent.limit == 1 else f"the {intent.limit}"
        if intent.offset:
            many = f"the {_PLACES.get(intent.offset, f'number {intent.offset + 1}')} one, by rank,"
        end = _end(first)
        # The highest of the highest numbers is told once.
        return [f"{many} with the {end} {_by(intent, first).removeprefix(f'{end} ')}"]
    shown = [o for o in intent.outputs if isinstance(o, int)]
    if len(order) == 1 and order[0].by in shown and len(shown) == 1:
        return [f"{_end(order[0])} first"]
    return [f"sorted by {listed(f'{_by(intent, s)}, {_end(s)} first' for s in order)}"]


def _end(sorting: Sorting) -> str:
    return "highest" if sorting.descending else "lowest"


def _by(intent: Intent, sorting: Sorting) -> str:
    if isinstance(sorting.by, str):
        return plain(sorting.by)
    return measured(intent.measures[sorting.by])


def _extras(intent: Intent) -> list[str]:
    told = [" against ".join(period.label for period in intent.compared)]
    if intent.within and intent.limit is not None:
        told.append(f"apart for each {listed(plain(ref) for ref in intent.within)}")
    if intent.ties and intent.limit is not None:
        place = "first" if intent.limit == 1 else "the last"
        told.append(f"with all that tie for {place} place")
    if intent.digits is not None:
        places = "a whole number" if not intent.digits else f"{intent.digits} decimals"
        told.append(f"rounded to {places}")
    return [part for part in told if part]
