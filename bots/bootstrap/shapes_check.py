"""What `countersign doctor` says of the shapes of a database, with lines for its glossary."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from bots.bootstrap.database_files import located
from bots.bootstrap.finding import Finding
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.shape_reading import read_shapes
from knowledge.catalog import Catalog
from knowledge.glossary import Glossary
from knowledge.shapes import ShapeKind, ShapeReport, told

MOST_LINES = 3
# What is good to know and asks for nothing.
_FOR_INFORMATION = frozenset((ShapeKind.DATA_EDGE, ShapeKind.UNDECLARED_KEY, ShapeKind.WIDE_TABLE))
_MORE = "… and {} more; --propose FILE writes all of them."


async def report_of(url: str, folder: Path) -> ShapeReport:
    """The shapes of a database that stands in no settings. Raises `KnowledgeError`."""
    place = located(url, folder)
    catalog = await asyncio.to_thread(read_catalog, place, workspace="database")
    return await asyncio.to_thread(read_shapes, place, catalog)


async def report_of_workspace(
    url: str, folder: Path, catalog: Catalog, glossary: Glossary
) -> ShapeReport:
    """The shapes of a workspace's database, as its catalog is known."""
    return await asyncio.to_thread(read_shapes, located(url, folder), catalog, glossary)


def shape_findings(what: str, report: ShapeReport) -> Iterator[Finding]:
    """A sentence for each kind of shape; nothing is broken, and much is better said."""
    for shape in told(report.shapes):
        lines = () if shape.kind in _FOR_INFORMATION else shape.lines
        shown = [*lines[:MOST_LINES]]
        if len(lines) > MOST_LINES:
            shown.append(_MORE.format(len(lines) - MOST_LINES))
        fix = "For the glossary: " + "\n    ".join(shown) if shown else ""
        yield Finding(what=what, well=True, said=shape.said, fix=fix)
    for sentence in report.not_looked_at:
        yield Finding(what=what, well=True, said=sentence, fix="Ask again when it is less busy.")
