"""What people already ask a database becomes a list to review, the most frequent first."""

import json

import pytest

from knowledge.validated.query import Status
from knowledge.validated.query_log import EmptyLogError, of_log

BY_DAY = "SELECT day, SUM(total) FROM orders WHERE region = 'North' GROUP BY day"
OTHER_DAY = BY_DAY.replace("North", "South")
STAFF = "SELECT COUNT(*) FROM employees"
POSTGRES = f"""\
2026-11-02 09:00:01.120 UTC [71] LOG:  statement: {STAFF}
2026-11-02 09:00:02.120 UTC [71] LOG:  execute <unnamed>: {BY_DAY}
2026-11-02 09:00:02.121 UTC [71] DETAIL:  parameters: none
2026-11-02 09:00:03.120 UTC [71] LOG:  duration: 3.1 ms  statement: SELECT day, SUM(total)
\tFROM orders WHERE region = 'South'
\tGROUP BY day
2026-11-02 09:00:04.120 UTC [71] LOG:  statement: UPDATE orders SET total = 0
"""
MYSQL = f"""\
2026-11-02T09:00:01.120Z\t   12 Connect\troot@localhost on shop
2026-11-02T09:00:01.120Z\t   12 Query\t{BY_DAY}
2026-11-02T09:00:01.120Z\t   12 Query\t{STAFF}
2026-11-02T09:00:01.120Z\t   12 Query\t{OTHER_DAY}
"""
LOGS = {
    "postgres": POSTGRES,
    "mysql": MYSQL,
    "plain": f"{BY_DAY};\n{STAFF};\n{OTHER_DAY};\nDELETE FROM orders;\n",
    "csv": f'query,calls\n"{STAFF}",3\n"{BY_DAY}",9\n',
    "json lines": "\n".join(json.dumps({"query": sql}) for sql in (BY_DAY, STAFF, OTHER_DAY)),
}


@pytest.mark.parametrize("name", LOGS)
def test_queries_of_one_fingerprint_are_one_and_the_frequent_ones_come_first(name: str) -> None:
    first, second = of_log(LOGS[name], workspace="shop", dialect="")
    assert "FROM orders" in first.sql
    assert first.usage.used > second.usage.used
    assert {first.status, second.status} == {Status.DEMOTED}
    assert second.sql == STAFF


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE orders",
        "SELECT 1",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM orders WHERE id = $1",
        "SELECT * FROM orders WHERE (",
        "",
    ],
)
def test_what_reads_no_table_or_lost_its_values_is_left_out(sql: str) -> None:
    with pytest.raises(EmptyLogError):
        of_log(sql, workspace="shop", dialect="postgres")
