"""Which rows alone count, told in a remark: `Only delivered parcels count`."""

import re

from pipeline.rules.clauses.excluding import are_asked_for
from pipeline.rules.schema.items import Run, Stream

_REMARK = re.compile(r"v(?:[hrp]*(?P<f>f+)(?P<t>T)?|(?P<rows>T)[hrp]*(?P<g>f+))(?=[.&]|$)")


def counted_alone(stream: Stream) -> None:
    """Leave the conditions of such a remark: they are on the rows that were named before."""
    while True:
        found = _REMARK.search(stream.code)
        if found is None or not _is_of_those(Run(stream.items, found)):
            return
        group = "f" if found["f"] else "g"
        kept = stream.items[found.start(group) : found.end(group)]
        stream.items[found.start() : found.end()] = kept


def _is_of_those(run: Run) -> bool:
    return are_asked_for(run, run.get("t") or run.get("rows"))
