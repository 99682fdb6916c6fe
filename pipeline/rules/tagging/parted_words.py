"""Numbers asked for by what they fall into: `break the loans down by city`, `add up the fines`."""

import re
from collections.abc import Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.text.rewording import POLITE, Knows, form, reworded
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary.phrases import BREAKDOWN

_PER = r"(?:by|into|per|according to|across|over|between|among|along)"
# `placed by phone` tells how; the parts come behind another word.
_ROWS = rf"(?P<rows>(?:(?!{_PER} )\S+ |\S+ed by )+?)"
_BEGIN = rf"(?:^|(?<=: )){POLITE}"
_PARTING = r"(?:split|group|divide|segment|categori[sz]e|classify|bucket|slice|cut|tally|cluster)"
_PARTED = (
    r"(?:distributed|spread(?: out)?|split(?: up)?|divided(?: up)?|broken (?:down|up|out)"
    r"|grouped|break down|split(?: up)?|divide(?: up)?)"
)
_COME_TO = (
    r"(?:add up to|come to|amount to|sum(?: up)? to|total up to|tot up to|run to|work out at)"
)
_IN_ALL = r"(?: (?:altogether|all told|all in all|in all|in total|overall))?"
_FORMS = (
    form(rf"{_BEGIN}break (?:up )?{_ROWS}(?:down|up|out) {_PER}", "breakdown of {rows} for each"),
    form(rf"{_BEGIN}break (?:down|up|out) {_ROWS}{_PER}", "breakdown of {rows} for each"),
    form(rf"{_BEGIN}{_PARTING} (?:up )?{_ROWS}(?:up |out )?{_PER}", "breakdown of {rows} for each"),
    form(
        rf"{_BEGIN}(?:(?:show|tell)(?: me| us)? )?how (?:(?:do|does|did|is|are|was|were) )?"
        rf"{_ROWS}{_PARTED} {_PER}(?: all)?",
        "breakdown of {rows} for each",
    ),
    form(r"(?:an? |the )?(?:breakdown|split|distribution|tally) of", "breakdown of"),
    form(
        rf"^(?:what|how much) (?:do|does|did|would) (?P<rows>.+?) {_COME_TO}{_IN_ALL}",
        "adding up {rows}",
    ),
    form(rf"{_BEGIN}(?:add|sum|tot|total) up", "adding up"),
    form(rf"{_BEGIN}count up", "number of"),
)
_MAY_PART = frozenset(
    ("break", "down", "up", "split", "group", "divide", "segment", "categorise", "categorize",
     "classify", "bucket", "slice", "cut", "tally", "cluster", "distributed", "spread", "breakdown",
     "distribution", "to", "at")
)  # fmt: skip
_MEASURED = frozenset("kaM%U")
_TOLD = re.compile(r"&?h?(?P<k>k)e?(?=\.|$)")


def with_parts_said(words: Sequence[Word], knows: Knows) -> tuple[Word, ...]:
    """The words, with such a sentence said as a number for each."""
    plain = tuple(words)
    return reworded(plain, _FORMS, knows) if _MAY_PART & {word.lower for word in words} else plain


def with_breakdowns(items: Sequence[Item]) -> list[Item]:
    """The items with a breakdown as the count of rows, unless it is of a number already."""
    found = [item for at, item in enumerate(items) if not _of_number(items, at)]
    return _told_once(found)


def _of_number(items: Sequence[Item], at: int) -> bool:
    """Whether a breakdown is of what is counted or added up anyway: `of the total fee by city`."""
    if items[at].payload != BREAKDOWN:
        return False
    behind = "".join(item.letter for item in items[at + 1 :])
    return bool(_MEASURED & set(behind[:1])) or behind[:2] in ("sC", "pa", "pk", "pM")


def _told_once(items: list[Item]) -> list[Item]:
    """`..., with a count for each`: said twice, or the one number that is asked for."""
    code = "".join(item.letter for item in items)
    told = _TOLD.search(code)
    if told is None or not {"e"} & set(code[: told.start()] + code[told.end() - 1 : told.end()]):
        return items
    rest = [*items[: told.start()], *items[told.end() :]]
    if _MEASURED & {item.letter for item in items[: told.start()]}:
        plain = all(item.letter != "k" or item is items[told.start("k")] for item in items)
        return items if plain else rest
    if re.fullmatch(r"wCh?[.]?", "".join(item.letter for item in rest)):
        # `which species do we have, and how many of each?`
        return [items[told.start("k")], items[told.end() - 1], rest[1]]
    rows = next((at for at, item in enumerate(rest) if item.letter == "T"), len(rest))
    grouped = next((at for at, item in enumerate(rest) if item.letter == "e"), -1)
    if not rows < grouped:
        return items
    return [*rest[:rows], items[told.start("k")], *rest[rows:]]
