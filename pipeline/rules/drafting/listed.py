"""Items as they are listed: what is sorted is shown, and a name may say whose it is."""

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.text.words import lemma_of, name_words


def owner_within(item: Item) -> Item | None:
    """`id and status of orders`, where the orders belong to what their status is called."""
    _, of, owner = item.text.lower().rpartition(" of ")
    if item.letter != "C" or not of:
        return None
    table = item.candidates[0].table
    if [lemma_of(owner.split()[-1])] != [lemma_of(word) for word in name_words(table)[-1:]]:
        return None
    return Item("T", item.first, item.last, owner, candidates=[Candidate(table, "", 1.0)])


def with_sorted(items: list[Item]) -> list[Item]:
    """`Sort X by Y` shows X: put what was sorted back in the place of the order."""
    found: list[Item] = []
    for item in items:
        if item.letter == "O" and item.other is not None:
            found.extend(item.other.payload)
        found.append(item)
    return found
