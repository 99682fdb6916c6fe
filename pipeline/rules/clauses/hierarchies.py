"""Rows that answer to others of their table, and those that others answer to."""

from pipeline.rules.linking.other_rows import leading_up
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns, name_parts
from pipeline.rules.schema.parts import Test
from pipeline.rules.schema.roles import ABOVE
from pipeline.rules.text.words import lemma_of

_NOUNS = frozenset(("reports", "direct reports", "report"))
_VERBS = frozenset(("report", "reports", "reporting", "reported"))


def who_is_above(stream: Stream, known: Known) -> None:
    """Reduce `who does Ana report to` while the verb still stands behind its names."""
    stream.rewrite(
        r"^(?P<w>r|wT)(?P<v>V+)(?P<c>C)(?P<p>p?)(?=[.]|$)", lambda run: _who_is_above(run, known)
    )
    stream.rewrite(r"^r(?P<c>C)(?P<p>p?)(?P<whom>r)", lambda run: _to_whom(run, known))
    # `Ana's coach` is whoever coaches her: the noun may be taken for a verb.
    stream.rewrite(r"^(?P<v>V+)(?P<c>C)(?=[.]|$)", lambda run: _the_one_above(run, known))


def hierarchies(stream: Stream, known: Known) -> None:
    """Reduce what says who is above whom: `who report to Ana`, `the manager of Ana`."""
    stream.rewrite(r"(?<=[Trw])(?P<c>C)(?P<p>p?)(?=V)", lambda run: _verb(run, known))
    stream.rewrite(r"(?<=[snksa#h])(?P<c>C)", lambda run: _noun(run, known))
    stream.rewrite(
        r"^(?:(?P<w>r|wT)p?)?(?P<c>[xCV])p(?P<v>V+)(?=[.]|$)",
        lambda run: _the_one_above(run, known),
    )
    stream.rewrite(
        r"^(?:(?P<w>r|wT)p?)?(?P<v>V+)(?P<c>[xC])(?=[.]|$)", lambda run: _the_one_above(run, known)
    )
    # `the salary of the boss of Ana`: of the row above her, which has no other name here.
    stream.rewrite(
        r"(?<=C)p(?P<c>[xCV])p(?P<v>V+)(?=[.]|$)", lambda run: _the_one_above(run, known)
    )


def _noun(run: Run, known: Known) -> Item | None:
    """`the most reports`, `no reports`: those below, of whom the key says nothing by itself."""
    told = run["c"].text.lower() in _NOUNS and _leads_up(run["c"], known)
    return Item("x", run.first, run.last) if told else None


def _leads_up(item: Item, known: Known) -> bool:
    """Whether the best column of an item is the key to the row above."""
    best = item.candidates[0]
    return best.column in [left for left, _ in leading_up(best.table, known)]


def _is_reporting(run: Run, known: Known) -> bool:
    """Whether a column is said as the verb that the key to the row above is called after."""
    said = run["c"].text.lower().split()
    if said[0] not in _VERBS or not _leads_up(run["c"], known):
        return False
    return "to" in (said[-1], run["p"].text.lower() if run.get("p") else "")


def _verb(run: Run, known: Known) -> Item | None:
    if not _is_reporting(run, known):
        return None
    run["c"].letter, run["c"].text, run["c"].verb = "p", "to", True
    return run["c"]


def _who_is_above(run: Run, known: Known) -> Item | None:
    """`who does Ana Diaz report to`: the row that hers leads to, not hers."""
    best = run["c"].candidates[0]
    return _above(run, best.table, best.column, known) if _is_reporting(run, known) else None


def _the_one_above(run: Run, known: Known) -> Item | None:
    """`Ana Diaz's boss`, `the manager of Ana Diaz`, `the sire of Rex`, where he has a dam too."""
    noun = lemma_of(run["c"].text.lower())
    tables = sorted({hit.table for hit in run["v"].payload})
    found = [(table, up) for table in tables for up in _keys_up(noun, table, known)]
    return _above(run, *found[0], known) if len(found) == 1 else None


def _keys_up(noun: str, table: str, known: Known) -> list[str]:
    """The keys to the row above that go by a noun; by any such noun, where there is only one."""
    keys = [left for left, _ in leading_up(table, known)]
    called = [
        role.column for role in known.roles
        if role.itself and role.table == table and noun in role.nouns and role.column in keys
    ]  # fmt: skip
    return called or (keys if len(keys) == 1 and noun in ABOVE else [])


def _above(run: Run, table: str, up: str, known: Known) -> Item | None:
    rows = known.table(table)
    names = set(name_parts(rows) or display_columns(rows))
    values = run.all("v", "V")
    hits = [
        tuple(hit for hit in value.payload if hit.table == table and hit.column in names)
        for value in values
    ]
    if not names or not all(hits):
        return None
    led = [
        Test(hits=(found,), values=(value.text,), words=value.text, first=value.first)
        for found, value in zip(hits, values, strict=True)
    ]
    test = Test(led=tuple(led), up=up, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _to_whom(run: Run, known: Known) -> Item | None:
    """`who reports to whom`: each beside another row of the table, which no list here shows."""
    return Item("x", run.first, run.last) if _is_reporting(run, known) else None
