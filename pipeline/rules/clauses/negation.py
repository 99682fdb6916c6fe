"""Relations that are denied: `without any order`, `never visited a museum opened after 2010`."""

import re
from dataclasses import replace

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Extreme, Relation, Test
from pipeline.rules.tagging.denied import leaves_out
from pipeline.rules.tagging.denied_links import denies_deeds
from pipeline.rules.text.words import is_plural


def negations(stream: Stream) -> None:
    """Reduce every denied relation to one item."""
    stream.rewrite(r"[hrp]*(?P<n>n)(?P<c>C)(?=[.&]|$)", _missing)
    stream.rewrite(r"[hrp]*(?P<n>n)(?P<c>C)(?=r[hf])", _missing_of_people)
    stream.rewrite(r"[hrp]*(?P<n>n)(?P<c>C)[pr]+(?P<t>T)(?=[.&]|$)", _missing_in)
    stream.rewrite(r"[hrp&]*(?P<n>n)[phr]*(?P<h>H)", _not_so_many)
    stream.rewrite(r"(?P<n>n)(?:[hrp]*T)?[hrp]*n[phr]*(?P<t>T)(?P<f>(?:[prh&]*f)*)", _not_without)
    stream.rewrite(
        r"[hrp]*(?P<n>n)[phry]*(?P<ts>T(?:p?T)*)(?P<f>(?:[prh&]*f)*)[hrp]*(?P<s>S)(?=[.&]|$)",
        _denied_extreme,
    )
    stream.rewrite(
        r"[hrp]*(?P<n>n)[phry]*(?P<d>T)?[phry]*(?P<s>S)(?P<t>T)(?=[.&]|$)", _denied_degree
    )
    _deny_each(stream)
    stream.rewrite(r"[hrp]*(?P<n>n)[phr]*T[hr]+(?P<t>T)(?P<f>(?:[prh&]*f)*)", _denied)
    stream.rewrite(r"[hrp]*(?P<n>n)[phry]*(?P<ts>T(?:p?T)*)(?P<f>(?:[prh&]*f)*)", _denied_chain)


def _deny_each(stream: Stream) -> None:
    """`without any call or usage in May`: without the one, and without the other."""
    found = re.search(r"n[phr]*T(?P<j>\|+)(?P<t>T)(?P<f>f*)", stream.code)
    if found is None:
        return
    denial = stream.items[found.start()]
    where = stream.items[found.start("f") : found.end("f")]
    copied = [replace(item, payload=replace(item.payload)) for item in where]
    again = replace(denial, first=stream.items[found.start("t")].first)
    stream.items[found.start("j") : found.end("j")] = [*copied, again]


def _not_without(run: Run) -> Item | None:
    """`ignore customers without any orders`: those that have some are left."""
    if not leaves_out(run["n"]):
        return None
    where = [item.payload for item in run.all("f", "f")]
    return Item("R", run.first, run.last, payload=Relation(table=run["t"], where=where))


_HAVE = ("have", "has")
_WITHOUT = frozenset(("no", "any", "without", "lack", "lacks", "lacking"))


def _not_so_many(run: Run) -> Item:
    """`except those with at least two regions`: also those that have none."""
    return Item("H", run.first, run.last, payload=replace(run["h"].payload, denied=True))


def _missing(run: Run) -> Item | None:
    """`owners who have no email`: the column is empty."""
    said = run["n"].text.lower().split()
    none = _WITHOUT & set(said) or (said[-1] in _HAVE and is_plural(run["c"].text))
    if not none or run["c"].verb:
        return None
    test = Test(operator="is null", column=run["c"], words=run.text, first=run.first, counted=True)
    return Item("f", run.first, run.last, payload=test)


def _missing_of_people(run: Run) -> Item | None:
    """`keepers without a phone who joined in May`: no phone is a `who`."""
    return _missing(run) if run.after[0].text.lower() == "who" else None


def _missing_in(run: Run) -> Item | None:
    """`parties that do not have delegates in elections`: no such row in which there is one."""
    named, rows = run["c"].candidates[0], run["t"].candidates[0]
    if named.table != rows.table or rows.column or denies_deeds(run["n"]):
        return None
    held = Test(
        operator="is not null", column=run["c"], words=run["c"].text, first=run["c"].first
    )  # fmt: skip
    relation = Relation(table=run["t"], where=[held], negated=True)
    return Item("R", run.first, run.last, payload=relation)


def _denied(run: Run) -> Item:
    where = [item.payload for item in run.all("f", "f")]
    relation = Relation(table=run["t"], where=where, negated=True)
    return Item("R", run.first, run.last, payload=relation)


def _denied_extreme(run: Run) -> Item | None:
    """`not working on the project with the highest hours`: on none that has so many."""
    extreme: Extreme = run["s"].payload
    plain = extreme.column is not None and extreme.measure is None and extreme.limit == 1
    if not plain or run.all("f"):
        return None
    most = Test(
        operator="=", column=extreme.column, function="max" if extreme.descending else "min",
        of=extreme.column, words=run["s"].text, first=run["s"].first,
    )  # fmt: skip
    return _relation(run, [*(item.payload for item in run.all("f", "f")), most])


def _denied_degree(run: Run) -> Item | None:
    """`never guided the longest tour`: none that is so long."""
    extreme, deed = run["s"].payload, run.get("d")
    plain = extreme.column is None and extreme.measure is None and extreme.limit == 1
    if not plain or not extreme.adjective or (deed is not None and not deed.verb):
        return None
    most = Test(
        operator="=", adjective=extreme.adjective, of=run["t"],
        function="max" if extreme.descending else "min", words=run["s"].text, first=run["s"].first,
    )  # fmt: skip
    also = (deed,) if deed is not None else ()
    relation = Relation(table=run["t"], also=also, where=[most], negated=True)
    return Item("R", run.first, run.last, payload=relation)


def _denied_chain(run: Run) -> Item:
    return _relation(run, [item.payload for item in run.all("f", "f")])


def _relation(run: Run, where: list[Test]) -> Item:
    tables = run.all("ts", "T")
    deed = tables[0] if tables[0].verb else None
    table = deed or (tables[0] if not where else tables[-1])
    also = tuple(one for one in tables if one is not deed) if deed else ()
    relation = Relation(table=table, also=also, where=where, negated=True)
    return Item("R", run.first, run.last, payload=relation)
