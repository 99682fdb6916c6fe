"""What somebody did to rows, told by the key to whoever did it: insured owners, assigned tasks."""

from collections.abc import Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Test
from pipeline.rules.text.words import name_words, stem_of

_AGENT = ("er", "or", "ee")
_ENDS, _ED = ".&", "ed"


def with_deeds_done(items: Sequence[Item], known: Known) -> list[Item]:
    """The items with a participle as a condition, where rows may have nobody who did it."""
    done = [_done(items, at, known) for at in range(len(items))]
    return [item for at, item in enumerate(done) if not _only_ties(done, at, known)]


def _only_ties(items: Sequence[Item], at: int, known: Known) -> bool:
    """`owners insured by Axa`: whoever did it is named."""
    letters = "".join(item.letter for item in items[at : at + 3])
    item = items[at]
    if letters != "CyV" or not item.text.lower().endswith(_ED):
        return False
    leads = {
        edge.right
        for c in item.candidates
        for edge in known.joins.edges(c.table)
        if not edge.multiplies and c.column in (left for left, _ in edge.pairs)
    }
    hits = items[at + 2].payload or ()
    return bool(hits) and all(hit.table in leads for hit in hits)


def _done(items: Sequence[Item], at: int, known: Known) -> Item:
    """`insured owners`, `owners who are insured`: those with an insurer."""
    item = items[at]
    behind = items[at + 1] if at + 1 < len(items) else None
    described = behind is not None and behind.letter == "T"
    said_of = (
        behind if described else next((i for i in reversed(items[:at]) if i.letter == "T"), None)
    )
    ended = behind is None or behind.letter in _ENDS
    if item.letter != "C" or said_of is None or not (described or ended):
        return item
    tables = {c.table for c in said_of.candidates[:1] if not c.column}
    named = [
        c for c in item.candidates if c.column and c.table in tables and _tells(c, item, known)
    ]
    if not item.text.lower().endswith(_ED) or len(named) != 1:
        return item
    column = Item("C", item.first, item.last, item.text, candidates=named)
    test = Test(operator="is not null", column=column, words=item.text, first=item.first)
    return Item("f", item.first, item.last, item.text, test)


def _tells(named: Candidate, item: Item, known: Known) -> bool:
    """Whether a column leads to whoever did it, for some of the rows only."""
    column = known.column(named.ref)
    agents = {stem_of(word.removesuffix(end)) for word in name_words(column.name) for end in _AGENT
              if word.endswith(end)}  # fmt: skip
    stems = {stem_of(item.text.lower()), stem_of(item.text.lower().removesuffix(_ED))}
    return bool(column.null_share) and bool(agents & stems)
