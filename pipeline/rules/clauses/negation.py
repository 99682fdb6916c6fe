"""Relations that are denied: `without any order`, `never visited a museum opened after 2010`."""

from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.parts import Relation


def negations(stream: Stream) -> None:
    """Reduce every denied relation to one item."""
    stream.rewrite(r"[hrp]*(?P<n>n)[phr]*T[hr]+(?P<t>T)(?P<f>(?:[prh&]*f)*)", _denied)
    stream.rewrite(r"[hrp]*(?P<n>n)[phry]*(?P<ts>T(?:p?T)*)(?P<f>(?:[prh&]*f)*)", _denied_chain)


def _denied(run: Run) -> Item:
    where = [item.payload for item in run.all("f", "f")]
    relation = Relation(table=run["t"], where=where, negated=True)
    return Item("R", run.first, run.last, payload=relation)


def _denied_chain(run: Run) -> Item:
    where = [item.payload for item in run.all("f", "f")]
    tables = run.all("ts", "T")
    relation = Relation(table=tables[0] if not where else tables[-1], where=where, negated=True)
    return Item("R", run.first, run.last, payload=relation)
