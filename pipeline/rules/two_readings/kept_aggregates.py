"""`the average mark by house`, where a column is called so: one number for each group."""

import itertools
import re

from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item, Run
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Count
from pipeline.rules.vocabulary.lengths import FUNCTIONS

# The number is asked for, not compared and not one of a list; its rows are put together.
_BEFORE = re.compile(r"(?:[py&]*e[TC][&.]*)?[wph]*")
_BEHIND = re.compile(r"(?:p[TC]?[fV]*)?(?:[py&]*e|y)[TC]|p?T?[fV]*(?:\.|$)|&[ak]")


def aggregated_again(run: Run, known: Known) -> Item | None:
    """Each row keeps an average of its own; of a group of rows that is the average of those."""
    number = run["c"]
    function = FUNCTIONS.get(number.text.lower().split()[0])
    group = _group(run)
    if function is None or group is None or not is_measured(number) or not _is_asked(run):
        return None
    if not _is_of_several(number.candidates[0], group, known):
        return None
    return Item("m", number.first, number.last, payload=[Count(function=function, column=number)])


def _is_asked(run: Run) -> bool:
    before, behind = ("".join(item.letter for item in side) for side in (run.before, run.after))
    return _BEFORE.fullmatch(before) is not None and _BEHIND.match(behind) is not None


def _group(run: Run) -> Candidate | None:
    """What the rows are put together by: right behind `each` or `by`."""
    items = (*run.before, *run.after)
    for said, item in itertools.pairwise(items):
        if said.letter in "ey" and item.letter in "TC" and item.candidates:
            return item.candidates[0]
    return None


def _is_of_several(number: Candidate, group: Candidate, known: Known) -> bool:
    """Whether a group has several rows of that number."""
    if group.table == number.table:
        return bool(group.column) and not known.is_unique(group.ref)
    return known.joins.has_many(group.table, number.table)
