"""Names with a dot in a glossary: people write them as the database does."""

from dataclasses import replace

from knowledge.catalog import Catalog
from knowledge.dotted_names import database_name
from knowledge.glossary import Glossary, Metric, Region, TableNote, Term, Union


def with_catalog_names(glossary: Glossary, catalog: Catalog) -> Glossary:
    """The glossary in which tables and columns are named as the catalog keeps them."""
    named = _Names(catalog)
    if not named.odd:
        return glossary
    return replace(
        glossary,
        metrics=tuple(map(named.metric, glossary.metrics)),
        terms=tuple(map(named.term, glossary.terms)),
        regions=tuple(map(named.region, glossary.regions)),
        unions=tuple(map(named.union, glossary.unions)),
        tables=tuple(map(named.note, glossary.tables)),
    )


class _Names:
    """The names of one catalog that hold a dot, by how people write them."""

    def __init__(self, catalog: Catalog) -> None:
        refs = [table.key for table in catalog.tables]
        refs += [f"{t.key}.{c.name}" for t in catalog.tables for c in t.columns]
        # A column may stand alone where its table is said already; a whole name comes first.
        alone = [column.name for table in catalog.tables for column in table.columns]
        plain = {ref.lower() for ref in refs}
        said = {database_name(ref).lower(): ref for ref in (*alone, *refs)}
        self.odd = {text: ref for text, ref in said.items() if text not in plain and text != ref}

    def of(self, text: str) -> str:
        return self.odd.get(text.lower(), text)

    def metric(self, metric: Metric) -> Metric:
        tables = tuple(map(self.of, metric.all_rows_of))
        time_column = self.of(metric.time_column)
        return replace(
            metric, table=self.of(metric.table), time_column=time_column, all_rows_of=tables
        )

    def term(self, term: Term) -> Term:
        return replace(term, means=self.of(term.means))

    def region(self, region: Region) -> Region:
        return replace(region, column=self.of(region.column), table=self.of(region.table))

    def union(self, union: Union) -> Union:
        return replace(union, tables=tuple(map(self.of, union.tables)))

    def note(self, note: TableNote) -> TableNote:
        return replace(
            note,
            table=self.of(note.table),
            time_column=self.of(note.time_column),
            deprecated={self.of(old): self.of(new) for old, new in note.deprecated.items()},
            time_zones={self.of(column): zone for column, zone in note.time_zones.items()},
            stored_times={self.of(column): form for column, form in note.stored_times.items()},
        )
