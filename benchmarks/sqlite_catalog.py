"""A catalog and a value index read straight from an SQLite file."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from knowledge.catalog import Catalog, Column, ForeignKey, Kind, Table
from knowledge.column_kinds import kind_of_type, kind_of_values
from knowledge.values import ValueHit

MOST_VALUES = 5_000


def catalog_of(path: Path) -> Catalog:
    con = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    con.text_factory = lambda b: b.decode("utf8", "replace")
    names = [
        r[0]
        for r in con.execute("select name from sqlite_master where type in ('table','view') and name not like 'sqlite_%'")
    ]
    tables = tuple(_table(con, name) for name in names)
    con.close()
    return Catalog(workspace=path.stem, dialect="sqlite", tables=tables)


def _table(con: sqlite3.Connection, name: str) -> Table:
    rows = con.execute(f'select count(*) from "{name}"').fetchone()[0]
    columns = tuple(
        _column(con, name, r, rows) for r in con.execute(f'pragma table_info("{name}")').fetchall()
    )
    keys = [c for c in columns if c.primary_key]
    grouped: dict[int, list[tuple[str, str, str]]] = defaultdict(list)
    for r in con.execute(f'pragma foreign_key_list("{name}")').fetchall():
        target = r[4]
        if target is None:
            pk = [x[1] for x in con.execute(f'pragma table_info("{r[2]}")') if x[5]]
            target = pk[0] if pk else r[3]
        grouped[r[0]].append((r[2], r[3], target))
    real = {x[0].lower(): x[0] for x in con.execute("select name from sqlite_master where type='table'")}
    fks = tuple(
        ForeignKey(columns=tuple(p[1] for p in g), to_table=real.get(g[0][0].lower(), g[0][0]), to_columns=tuple(p[2] for p in g))
        for g in grouped.values()
    )
    _ = keys
    return Table(name=name, columns=columns, foreign_keys=fks, rows=rows, rows_exact=True)


def _column(con: sqlite3.Connection, table: str, info: tuple, rows: int) -> Column:
    name = info[1]
    sample = [r[0] for r in con.execute(f'select "{name}" from "{table}" where "{name}" is not null limit 500')]
    kind = kind_of_values(kind_of_type(info[2] or "text"), sample)
    distinct, filled = con.execute(f'select count(distinct "{name}"), count("{name}") from "{table}"').fetchone()
    values: tuple[str, ...] = ()
    if distinct <= 200:
        values = tuple(
            str(r[0])
            for r in con.execute(
                f'select "{name}", count(*) from "{table}" where "{name}" is not null group by 1 order by 2 desc'
            )
        )
    return Column(
        name=name, type=info[2] or "", kind=kind, nullable=not info[3], primary_key=bool(info[5]),
        unique=distinct == rows and rows > 0, values=values, complete=distinct <= 200, distinct=distinct,
        null_share=(1 - filled / rows) if rows else 0.0,
    )  # fmt: skip


class SqliteValues:
    """Text values of an SQLite file, in memory."""

    def __init__(self, path: Path, catalog: Catalog) -> None:
        con = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        con.text_factory = lambda b: b.decode("utf8", "replace")
        self._hits: dict[str, list[ValueHit]] = defaultdict(list)
        for table in catalog.tables:
            for column in table.columns:
                if column.kind is Kind.TEXT:
                    for (value,) in con.execute(
                        f'select distinct "{column.name}" from "{table.name}" where typeof("{column.name}")=\'text\' limit {MOST_VALUES}'
                    ):
                        if 0 < len(value) < 80:
                            self._hits[_plain(value)].append(
                                ValueHit(table=table.key, column=column.name, value=value, score=1.0)
                            )
        con.close()

    def find(self, text: str, *, limit: int = 8) -> Sequence[ValueHit]:
        plain = _plain(text)
        if plain in self._hits:
            return self._hits[plain][:limit]
        import difflib

        close = difflib.get_close_matches(plain, self._hits, n=3, cutoff=0.8)
        out = []
        for c in close:
            score = difflib.SequenceMatcher(None, plain, c).ratio()
            out += [ValueHit(table=h.table, column=h.column, value=h.value, score=score) for h in self._hits[c]]
        return out[:limit]

    def spans(self, question: str) -> Sequence[tuple[int, int, ValueHit]]:
        words = list(re.finditer(r"[^\W_]+(?:['-][^\W_]+)*", question))
        found = []
        for i in range(len(words)):
            for j in range(min(len(words), i + 8), i, -1):
                a, b = words[i].start(), words[j - 1].end()
                for hit in self._hits.get(_plain(question[a:b]), ()):
                    found.append((a, b, hit))
        return sorted(found, key=lambda f: f[0] - f[1])


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.lower()))
