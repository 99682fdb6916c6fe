"""Words that a list says once for all its columns: `arrival and departure times`."""

from collections.abc import Callable, Iterator, Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import lemma_of, lemmas_of

_FULL, _NAMED, _MOST_WORDS = 0.97, 0.9, 2
_ANDS = frozenset(("", "and", "or", "the", "&"))
Names = Iterator[list[str]]
Way = Callable[[list[str], list[str], list[str]], Names]


def with_shared_words(items: Sequence[Item], known: Known) -> list[Item]:
    """The items with each column of such a list read as the sibling of the one said in full."""
    found = list(items)
    for at in range(2, len(found)):
        for before in range(at - 2, -1, -2):
            if not _lists(found[before + 1]):
                break
            found[before] = _completed(found[before], found[at], known, _ending_so)
        if _lists(found[at - 1]):
            whole = found[at - 2]
            way = _of_another if " of " in whole.text else _beginning_so
            found[at] = _completed(found[at], whole, known, way)
    return found


def _lists(item: Item) -> bool:
    return item.letter in "&|" and {word.strip(",") for word in item.text.lower().split()} <= _ANDS


def _ending_so(said: list[str], whole: list[str], _: list[str]) -> Names:
    """`arrival` of `arrival and departure times`."""
    yield from (said + whole[at:] for at in range(1, len(whole)))


def _beginning_so(said: list[str], whole: list[str], _: list[str]) -> Names:
    """`description` of `tariff class code and description`."""
    yield from (whole[:at] + said for at in reversed(range(2, len(whole))))


def _of_another(said: list[str], whole: list[str], words: list[str]) -> Names:
    """`guests` of `the age of hosts and guests`."""
    owner = words[words.index("of") + 1 :]
    places = [at for at in range(len(whole)) if whole[at : at + len(owner)] == owner]
    yield from (whole[:at] + said + whole[at + len(owner) :] for at in places[:1])


def _completed(item: Item, whole: Item, known: Known, way: Way) -> Item:
    """The item as the column that it names together with words of the other, if there is one."""
    best = whole.candidates[0] if whole.letter == "C" and whole.candidates else None
    words = [lemma_of(word) for word in item.text.lower().split()]
    said = [lemma_of(word) for word in whole.text.lower().split()]
    sure = best is not None and bool(best.column) and best.score >= _FULL and len(said) > 1
    if best is None or not sure or item.letter not in "Cx" or len(words) > _MOST_WORDS:
        return item
    if _is_own(item, words, best.table, way):
        return item
    tables = {c.table for c in whole.candidates if c.column and c.score >= best.score}
    for names in way(words, lemmas_of(best.column), said):
        found = [
            Candidate(table, column.name, best.score)
            for table in sorted(tables)
            for column in known.table(table).columns
            if lemmas_of(column.name) == names
        ]
        if found:
            return Item("C", item.first, item.last, item.text, candidates=found)
    return item


def _is_own(item: Item, words: list[str], table: str, way: Way) -> bool:
    """Whether the word is the name of a column by itself, of the rows that the list is about."""
    if way is _beginning_so:
        return any(c.table == table and lemmas_of(c.column) == words for c in item.candidates)
    return any(c.score >= _NAMED for c in item.candidates)
