"""Other ways to read the same intent: with the number, each value once, all ties."""

from collections.abc import Callable, Collection
from dataclasses import replace

from pipeline.intent import (
    Compared,
    Condition,
    Dimension,
    Intent,
    Related,
    Sorting,
    Stated,
)
from pipeline.rules.asking.added_up import added_up, came_to
from pipeline.rules.asking.counted_otherwise import (
    CHILDREN,
    by_the_rest,
    children_counted,
    every_tie,
    of_children,
    rows_counted,
    so_many,
    ties_by_name,
)
from pipeline.rules.asking.fewer_columns import FEWER, with_fewer, without
from pipeline.rules.asking.grouped_otherwise import (
    each_name,
    in_all,
    of_all,
    once,
    only_first,
    own_number,
)
from pipeline.rules.asking.kept_numbers import by_kept_number
from pipeline.rules.asking.levels_otherwise import each_period, of_all_rows
from pipeline.rules.asking.named_only import WAYS, as_named
from pipeline.rules.asking.one_table import of_one_table
from pipeline.rules.asking.otherwise_dated import DATED, dated_by, otherwise_dated
from pipeline.rules.asking.shared_otherwise import of_all_groups, of_each_group
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import shown_columns
from pipeline.rules.schema.operators import DENIED_VALUES, PLAIN_VALUES

READ_AS, ONLY_FIRST, WHOLE_LIST, IN_ALL = "as-read", "only-first", "whole-list", "in-all"
_PAIR = 2
_Variant = Callable[[Intent, Known], Intent | None]


def variants(
    intent: Intent, about: Known, said: Collection[str] | None = None
) -> list[tuple[str, str]]:
    """Ids and labels of the readings that apply, the plain one first.

    The columns that are `said` by words of their own are the last that may be too many.
    """
    found = [(READ_AS, "Yes, as read")]
    for key, (label, change) in _VARIANTS.items():
        if change(intent, about) is not None:
            found.append((key, label))
    found += children_counted(intent, about)
    return [*found, *otherwise_dated(intent, about), *with_fewer(intent, said)]


def varied(intent: Intent, key: str, about: Known) -> Intent:
    """The intent read that other way."""
    if key.startswith(WAYS):
        return as_named(intent, key, about) or intent
    if key.startswith(CHILDREN):
        return of_children(intent, key, about) or intent
    if key.startswith(DATED):
        return dated_by(intent, key, about) or intent
    if key.startswith(FEWER):
        return without(intent, key) or intent
    if key == READ_AS or key not in _VARIANTS:
        return intent
    return _VARIANTS[key][1](intent, about) or intent


def _with_number(intent: Intent, about: Known) -> Intent | None:
    """What it is ordered by is shown as well."""
    _ = about
    missing = [s.by for s in intent.order if s.by not in intent.outputs]
    return replace(intent, outputs=(*intent.outputs, *missing)) if missing else None


def _without_number(intent: Intent, about: Known) -> Intent | None:
    """Only the names of a ranking, without the number that it is ranked by."""
    _ = about
    ranked = [s.by for s in intent.order if s.by in intent.outputs]
    rest = tuple(o for o in intent.outputs if o not in ranked)
    return replace(intent, outputs=rest) if ranked and rest and intent.limit else None


def _every_match(intent: Intent, about: Known) -> Intent | None:
    """One row for every match in a related table."""
    if intent.measures or intent.dimensions:
        return None
    for clause in intent.filters:
        if isinstance(clause, Condition):
            table = clause.column.rpartition(".")[0]
            if intent.subject and about.joins.has_many(intent.subject, table):
                return replace(intent, matches=True)
    return None


def _all_ties(intent: Intent, about: Known) -> Intent | None:
    """Every row that reaches the highest or lowest value, not one of them."""
    _ = about
    if (
        intent.limit != 1
        or not intent.order
        or intent.dimensions
        or not isinstance(intent.order[0].by, str)
    ):
        return None
    by = intent.order[0]
    function = "max" if by.descending else "min"
    where = tuple(c for c in intent.filters if isinstance(c, Condition))
    tie = Compared(column=str(by.by), operator="=", function=function, of=str(by.by), where=where)
    return replace(intent, filters=(*intent.filters, tie), order=(), limit=None)


def _with_filter(intent: Intent, about: Known) -> Intent | None:
    """What rows are picked by is shown as well."""
    _ = about
    if intent.measures or intent.both:
        return None
    columns = [c.column for c in intent.filters if isinstance(c, Condition)]
    missing = tuple(dict.fromkeys(c for c in columns if c not in intent.outputs))
    return replace(intent, outputs=(*intent.outputs, *missing)) if missing else None


def _each_by_some(intent: Intent, about: Known) -> Intent | None:
    """`mountains above 5600 and below 5200`: each condition is met by some row."""
    _ = about
    if intent.measures or intent.both or not all(isinstance(o, str) for o in intent.outputs):
        return None
    plain = [c for c in intent.filters if isinstance(c, Condition)]
    columns = [c.column for c in plain]
    apart = [c for c in plain if columns.count(c.column) > 1]
    # A row of the subject has one value: only rows that belong to it may have several.
    listed = [c for c in plain if c.operator == "in" and _names_groups(c, intent, about)]
    if not apart and len(listed) == 1:
        apart = [replace(listed[0], operator="=", values=(v,)) for v in listed[0].values]
    if len(apart) < _PAIR:
        return None
    kept = tuple(c for c in intent.filters if c not in apart and c not in listed)
    return replace(intent, filters=kept, both=tuple((c,) for c in apart))


def _names_groups(one: Condition, intent: Intent, about: Known) -> bool:
    """Whether what is shown may stand for several rows that the condition picks."""
    table = one.column.rpartition(".")[0]
    if table != intent.subject:
        return True
    rows = about.table(table)
    own = {f"{table}.{name}" for name in (*rows.primary_key, *shown_columns(rows))}
    return not own & set(intent.outputs)


def _row_is_not(intent: Intent, about: Known) -> Intent | None:
    """`not made by Sony` of the row itself, not of all the rows that belong to it."""
    _ = about
    for place, clause in enumerate(intent.filters):
        if isinstance(clause, Related) and clause.negated and len(clause.where) == 1:
            one = clause.where[0]
            if not isinstance(one, Stated) and one.operator in DENIED_VALUES:
                said = replace(one, operator=DENIED_VALUES[one.operator])
                rest = (*intent.filters[:place], said, *intent.filters[place + 1 :])
                return replace(intent, filters=rest)
    return None


def _none_is(intent: Intent, about: Known) -> Intent | None:
    """`not using aspirin`: none of the rows that belong to it is so."""
    for place, clause in enumerate(intent.filters):
        if not isinstance(clause, Condition) or clause.operator not in PLAIN_VALUES:
            continue
        table = clause.column.rpartition(".")[0]
        if intent.subject and about.joins.has_many(intent.subject, table):
            meant = PLAIN_VALUES[clause.operator]
            without = Related(table=table, where=(replace(clause, operator=meant),), negated=True)
            rest = (*intent.filters[:place], without, *intent.filters[place + 1 :])
            return replace(intent, filters=rest)
    return None


def _whole_list(intent: Intent, about: Known) -> Intent | None:
    """All of a ranking, not only its head."""
    _ = about
    plain = intent.limit is not None and not intent.within and not intent.offset
    return replace(intent, limit=None) if plain and intent.order else None


def _with_key(intent: Intent, about: Known) -> Intent | None:
    """The key of what is listed is shown as well."""
    shown = [o for o in intent.outputs if isinstance(o, str)]
    owner = shown[0].rpartition(".")[0] if shown else ""
    keys = about.table(owner).primary_key if owner else ()
    ref = f"{owner}.{keys[0]}" if len(keys) == 1 else ""
    grouped = not intent.measures or ref in {d.column for d in intent.dimensions}
    if not ref or ref in shown or intent.distinct or not grouped:
        return None
    return replace(intent, outputs=(ref, *intent.outputs))


def _for_each(intent: Intent, about: Known) -> Intent | None:
    """`units per order`: the number of every order, not one number of all."""
    only = intent.measures[0] if len(intent.measures) == 1 else None
    per = only.parts[1] if only is not None and only.function == "divided" else None
    if only is None or per is None or intent.dimensions or per.table == only.table:
        return None
    table = about.table(per.table)
    names = shown_columns(table)
    shown = tuple(f"{table.key}.{name}" for name in names)
    keys = tuple(f"{table.key}.{name}" for name in table.primary_key) or shown
    groups = tuple(Dimension(column=ref) for ref in dict.fromkeys((*keys, *shown)))
    measure = only.parts[0] if per.function == "count" else only
    return replace(
        intent, measures=(measure,), dimensions=groups, outputs=(*shown, 0),
        order=(Sorting(by=0, descending=True),),
    )  # fmt: skip


_VARIANTS: dict[str, tuple[str, _Variant]] = {
    "kept-number": ("The number that each row keeps", by_kept_number),
    "of-all": ("One number of all of them", of_all),
    "for-each": ("For each of them, not one number", _for_each),
    "of-all-rows": ("Of all rows, not of what each period adds up to", of_all_rows),
    "each-period": ("One for each period", each_period),
    "of-each-group": ("The share of each group's own rows", of_each_group),
    "of-all-groups": ("The share of all rows that are so", of_all_groups),
    "with-number": ("Also show what it is ordered by", _with_number),
    "without-number": ("Only the names, without the number", _without_number),
    "once": ("Each value once", once),
    "by-the-rest": ("By what is left of each group", by_the_rest),
    "so-many": ("By how many there are", so_many),
    "own-number": ("The number that each of them has", own_number),
    "ties-by-name": ("Count every time that they belong together, by name", ties_by_name),
    "every-tie": ("Count every time that they belong together", every_tie),
    "one-table": ("All of it from the same table", of_one_table),
    IN_ALL: ("One number of all together", in_all),
    ONLY_FIRST: ("Only the first of them", only_first),
    "every-match": ("One row for every match", _every_match),
    "with-filter": ("Also show what it picks them by", _with_filter),
    "each-name": ("Put rows of the same name together", each_name),
    "all-ties": ("All that tie for first", _all_ties),
    "some-each": ("Each condition met by some row", _each_by_some),
    "none-is": ("Those that have none of it", _none_is),
    "row-is-not": ("Rows that are not so themselves", _row_is_not),
    "added-up": ("Added up, not counted", added_up),
    "came-to": ("What they came to in all, not each of them", came_to),
    "rows-counted": ("Count the rows, not the different values", rows_counted),
    WHOLE_LIST: ("The whole list in that order", _whole_list),
    "with-key": ("Also show the key", _with_key),
}
