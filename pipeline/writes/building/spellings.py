"""Values of conditions that the rows write in several ways: all of them are meant, or one."""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from knowledge.catalog import Kind
from pipeline.checkpoint import Option, Question
from pipeline.hazards import TextCompared, column_of, texts_compared, ways_of_writing
from pipeline.rules.schema.known import Known
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import name_words
from pipeline.writes.building.unsettled import ask

_ALL, _MOST_TOLD = "all", 6
_EXACT = "exact:"


def settle_spellings(tree: exp.Expr, known: Known, choices: Mapping[str, str]) -> exp.Expr:
    """The statement with the ways of writing each value that the person means.

    A change never goes by one way of writing in silence. Raises `UnsettledError`.
    """
    for compared in list(texts_compared(tree)):
        found = column_of(compared.column, known)
        if found is None or found[1].kind is not Kind.TEXT or known.is_hushed(found[0].key):
            continue
        ways = ways_of_writing(compared.value, *found, known)
        if len(ways) > 1:
            meant = _meant(compared, ways, choices)
            _replace(compared, meant)
    return tree


def _meant(
    compared: TextCompared, ways: Sequence[str], choices: Mapping[str, str]
) -> tuple[str, ...]:
    key = f"write:ways:{compared.column}:{compared.value}"
    chosen = choices.get(key, "")
    if chosen == _ALL:
        return tuple(ways)
    at = chosen.removeprefix(_EXACT)
    if chosen.startswith(_EXACT) and at.isdigit() and int(at) < len(ways):
        return (ways[int(at)],)
    name = " ".join(name_words(compared.column.rpartition(".")[2]))
    shown = listed(f"“{way}”" for way in ways[:_MOST_TOLD])
    options = [
        Option(id=f"{_EXACT}{place}", label=f"Only “{way}”")
        for place, way in enumerate(ways[:_MOST_TOLD])
    ]
    if not _is_one_row(compared.test):
        options.insert(0, Option(id=_ALL, label=f"All of them: {shown}"))
    text = f"The {name} is written in several ways: {shown}. Which rows do you mean?"
    raise ask(Question(id=key, text=text, options=tuple(options), default=""))


def _is_one_row(test: exp.Expr) -> bool:
    """Whether the condition finds the one row whose key is set."""
    query = test.find_ancestor(exp.Subquery)
    return query is not None and not isinstance(query.parent, exp.In)


def _replace(compared: TextCompared, meant: Sequence[str]) -> None:
    texts = [exp.Literal.string(way) for way in meant]
    if isinstance(compared.test, exp.In):
        others = [text for text in compared.test.expressions if text is not compared.text]
        kept = {str(text.this) for text in others if isinstance(text, exp.Literal)}
        new = [text for text in texts if str(text.this) not in kept]
        compared.test.set("expressions", [*others, *new])
    elif len(texts) == 1:
        compared.text.replace(texts[0])
    else:
        inside: exp.Expr = exp.In(this=compared.test.this.copy(), expressions=texts)
        denied = isinstance(compared.test, exp.NEQ)
        compared.test.replace(exp.Not(this=inside) if denied else inside)
