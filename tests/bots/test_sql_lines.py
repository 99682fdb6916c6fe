"""SQL laid out for people: only white space changes, and only outside quotes."""

from inline_snapshot import snapshot

from bots.conversation.sql_lines import in_lines

LONG = (
    'SELECT "a"."from it", SUM(x) AS s FROM "orders" AS a LEFT JOIN b ON a.id = b.id '
    "WHERE a.note = 'sold from stock, where it''s and or' AND (a.x = 1 AND a.y IN "
    "(SELECT y FROM c WHERE z = 2)) AND a.d BETWEEN 1 AND 5 GROUP BY 1 ORDER BY s DESC LIMIT 10"
)


def test_each_clause_stands_in_a_line_of_its_own() -> None:
    assert in_lines(LONG) == snapshot("""\
SELECT "a"."from it", SUM(x) AS s
FROM "orders" AS a
LEFT JOIN b ON a.id = b.id
WHERE a.note = 'sold from stock, where it''s and or'
AND (a.x = 1
  AND a.y IN (SELECT y FROM c WHERE z = 2))
AND a.d BETWEEN 1 AND 5
GROUP BY 1
ORDER BY s DESC
LIMIT 10\
""")


def test_nothing_but_white_space_changes() -> None:
    assert in_lines(LONG).split() == LONG.split()
    assert "'sold from stock, where it''s and or'" in in_lines(LONG)


def test_conditions_that_brackets_hold_together_are_set_in() -> None:
    sql = (
        "SELECT COUNT(*) FROM orders "
        "WHERE ((NOT is_test AND deleted_at IS NULL) AND status <> 'x') "
        "AND COALESCE(paid AND sent, FALSE) AND (a = 1 OR b BETWEEN 2 AND 3)"
    )
    assert in_lines(sql) == snapshot("""\
SELECT COUNT(*)
FROM orders
WHERE ((NOT is_test
    AND deleted_at IS NULL)
  AND status <> 'x')
AND COALESCE(paid AND sent, FALSE)
AND (a = 1 OR b BETWEEN 2 AND 3)\
""")


def test_what_is_short_laid_out_or_commented_stays_as_it_is() -> None:
    for sql in ("SELECT 1 FROM t", LONG.replace(" FROM", "\nFROM", 1), LONG + " -- from here"):
        assert in_lines(sql) == sql
