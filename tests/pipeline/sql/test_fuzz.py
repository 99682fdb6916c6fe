"""Whatever is thrown at it, the classifier answers, and what it lets run is a read."""

import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from pipeline.contract import Contract
from pipeline.sql import Tier, check_contract, check_permissions, classify, inspect
from pipeline.sql.names.grants import Grants
from pipeline.sql.text.dialects import DIALECT_NAMES
from tests.pipeline.sql.case_files import cases
from tests.pipeline.sql.catalogs import a_shop

STATEMENTS = [row for name in ("attacks.txt", "benign.txt") for row in cases(name)]
WRITES = (exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Create, exp.Drop, exp.Alter, exp.Copy)
SPLICES = st.sampled_from(
    [
        *[";", "--", "/*", "*/", "'", '"', "`", "$$", "{#", "#}", "\xa0", "\x00", "(", ")", "\\"],
        *["/*!", " UNION SELECT ", " DELETE FROM orders ", " pg_read_file('x') ", "EXEC ", "U&"],
    ]
)


@st.composite
def mutations(draw: st.DrawFn) -> tuple[str, str]:
    dialect, sql = draw(st.sampled_from(STATEMENTS))
    sql = sql.removeprefix("~")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(sql)))
        cut = draw(st.integers(0, 6))
        sql = sql[:at] + draw(st.one_of(SPLICES, st.just(""))) + sql[at + cut :]
    return dialect, sql


@given(mutations())
def test_a_mutated_statement_never_raises_and_never_hides_a_write(case: tuple[str, str]) -> None:
    dialect, sql = case

    inspection = inspect(sql, dialect)

    if inspection.tier == Tier.T0 and inspection.kind == "select":
        trees = sqlglot.parse(inspection.regenerated or "", read=dialect)
        assert len(trees) == 1
        assert trees[0] is not None
        assert trees[0].find(*WRITES) is None
        assert classify(inspection.regenerated or "", dialect) == Tier.T0


@given(st.text(max_size=60), st.sampled_from([*DIALECT_NAMES, "oracle", ""]))
def test_any_text_gets_an_answer(text: str, dialect: str) -> None:
    assert classify(text, dialect) in set(Tier)
    assert check_permissions(text, dialect, a_shop(), Grants()) is not None or text


@given(mutations())
def test_permissions_and_contract_never_raise(case: tuple[str, str]) -> None:

    dialect, sql = case

    check_permissions(sql, dialect, a_shop(dialect), Grants())
    check_contract(sql, dialect, Contract(tables=("orders",)), a_shop(dialect))
