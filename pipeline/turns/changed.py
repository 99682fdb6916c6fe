"""One turn and the next: what a follow-up changed, and how the last answer came about."""

import re
from collections.abc import Sequence
from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.sql_text import read_sql
from pipeline.dates import describe
from pipeline.intent import Intent
from pipeline.rules.telling.parts_in_words import condition_in_words, measured
from pipeline.rules.telling.wording import read_as
from pipeline.rules.text.plain_words import listed, plain
from pipeline.sql.permitting.tables_read import tables_read
from pipeline.state import RunState
from pipeline.telling.plain_sql import conditions_said, join_said
from pipeline.times.values import TimeSpan

_WHY = re.compile(
    r"^\W*(?:but\s+)?(?:why|how\s+come|how\s+so|where\s+(?:does|do)\s+(?:that|this|it|these|those)\s+come\s+from"
    r"|how\s+(?:did|do)\s+you\s+(?:get|know|read|compute|calculate|work\s+out|arrive\s+at)\s+"
    r"(?:that|this|it)|warum|wieso|wie\s+kommst\s+du\s+darauf|por\s+qu[eé]|"
    r"c[oó]mo\s+has\s+llegado\s+a\s+eso|(?:please\s+)?explain(?:\s+(?:it|this|please))*"
    r"|(?:please\s+)?explain\s+(?:(?:this|the|your)\s+)?(?:answer|result|number|reading))"
    r"(?:\s+(?:is|was)\s+(?:that|this|it)(?:\s+so)?|\s+that|\s+so|\s+das|\s+eso)?\W*$",
    re.IGNORECASE,
)
_CHANGED = "Changed since your last question"


def asks_why(question: str) -> bool:
    """Whether it asks for nothing but how the last answer came about."""
    return _WHY.match(question) is not None


def how_it_came_about(state: RunState, dialect: str) -> str:
    """The last answer in sentences: how it was read, over which tables, days and conditions."""
    read = read_as(state.previous) if state.previous is not None else ""
    return " ".join(origin(read, state.previous_times, state.previous_sql, dialect))


def origin(
    reading: str, times: Sequence[TimeSpan], sql: str, dialect: str, approved: str = ""
) -> tuple[str, ...]:
    """How an answer was made, a sentence each; `approved` is the question it was kept under."""
    told = [f"I read the question as: {reading}"] if reading else []
    told += [f"“{span.words}” is {describe(span)}." for span in times]
    told += [f"Its query is the one that reviewers approved for “{approved}”."] if approved else []
    return (*told, *_said_of(sql, dialect))


@lru_cache(maxsize=1_000)
def _said_of(sql: str, dialect: str) -> tuple[str, ...]:
    """What a query reads, and under which conditions."""
    tree = _tree(sql, dialect)
    if tree is None:
        return ()
    tables = tables_read(sql, dialect)
    told = [f"The data comes from {listed(tables)}."] if tables else []
    joins = [join.args["on"] for join in tree.find_all(exp.Join) if join.args.get("on")]
    told += [f"The tables are joined: {listed(map(join_said, joins))}."] if joins else []
    found = [part for each in tree.find_all(exp.Where) for part in _each(each.this)]
    where = conditions_said(found)
    told += [f"Only these rows are counted: {listed(dict.fromkeys(where))}."] if where else []
    return tuple(told)


def what_changed(before: Intent, after: Intent) -> str:
    """What a follow-up made of the question before, as a sentence; nothing where it is another."""
    told = [
        *_swapped(_numbers(before), _numbers(after)),
        *_swapped(_groups(before), _groups(after)),
        *_conditions(before, after),
    ]
    if before.share != after.share:
        told.append("as a share" if after.share else "not as a share")
    if before.order != after.order and after.order:
        told.append(_order(after))
    if before.limit != after.limit:
        told.append(f"only {after.limit}" if after.limit else "all of them")
    return f"{_CHANGED}: {'; '.join(told)}." if told else ""


def _order(intent: Intent) -> str:
    first = intent.order[0]
    if isinstance(first.by, int):
        return "highest first" if first.descending else "lowest first"
    if any(each.grain and each.column == first.by for each in intent.dimensions):
        return "latest first" if first.descending else "in order of time"
    return f"in {'reverse ' if first.descending else ''}order of {plain(first.by)}"


def _numbers(intent: Intent) -> list[str]:
    return [measured(measure) for measure in intent.measures]


def _groups(intent: Intent) -> list[str]:
    return [f"by {each.grain or plain(each.column)}" for each in intent.dimensions]


def _conditions(before: Intent, after: Intent) -> list[str]:
    old = [condition_in_words(clause) for clause in before.filters]
    new = [condition_in_words(clause) for clause in after.filters]
    return _swapped([each for each in old if each], [each for each in new if each])


def _swapped(old: Sequence[str], new: Sequence[str]) -> list[str]:
    gone = [each for each in old if each not in new]
    come = [each for each in new if each not in old]
    if gone and come:
        return [f"{listed(come)} instead of {listed(gone)}"]
    if come:
        return [f"with {listed(come)}" if not come[0].startswith("by ") else listed(come)]
    return (
        [f"without {listed(gone)}" if not gone[0].startswith("by ") else f"not {listed(gone)}"]
        if gone
        else []
    )


def _tree(sql: str, dialect: str) -> exp.Expr | None:
    try:
        return read_sql(sql, dialect) if sql else None
    except SqlglotError:
        return None


def _each(condition: exp.Expr) -> list[exp.Expr]:
    """The conditions that must all hold, without the brackets around them."""
    whole = condition.unnest()
    if isinstance(whole, exp.And):
        return [*_each(whole.left), *_each(whole.right)]
    return [exp.paren(whole) if isinstance(whole, exp.Or) else whole]
