"""Words that look like a column or a comparison and are neither."""

from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.vocabulary import VERB_FORMS

_SURE = 0.7


def idle_words(stream: Stream) -> None:
    """Take such words out."""
    stream.rewrite(r"(?<=n)(?P<c>C)(?=V)", _denied_verb)
    stream.rewrite(r"(?P<x>x)(?=p[VTC])", _anything)
    stream.rewrite(r"(?P<c>c)(?=T|C?V)", _under)
    stream.rewrite(r"(?P<c>c)p(?=#u?T)", _enough_after_verb)
    stream.rewrite(r"(?P<c>c)(?=D)", _over_a_time)
    stream.rewrite(r"(?P<v>V)(?P<again>V)", _in_brackets)
    stream.rewrite(r"(?P<e>[ey])(?P<x>x)(?=T?C(?:[.&]|$))", _whether)


def _denied_verb(run: Run) -> Item | None:
    """`do not play tennis`: a verb that some column is named after is no part of the value."""
    said, score = run["c"].text.lower(), run["c"].candidates[0].score
    whose = any(item.letter == "T" for item in run.before)
    return (
        Item("p", run.first, run.last) if whose and said in VERB_FORMS and score < _SURE else None
    )


def _anything(run: Run) -> Item | None:
    """`ordered something from the Seeds category`: what follows says what it is."""
    said = run["x"].text.lower() in ("something", "anything")
    from_ = run.after[0].text.lower() in ("from", "of", "in", "by")
    return Item("p", run.first, run.last) if said and from_ else None


def _under(run: Run) -> Item | None:
    """`under the category “Seeds”` is no comparison: no number stands behind it."""
    said = run["c"].text.lower() == "under"
    return Item("p", run.first, run.last, run["c"].text) if said else None


def _over_a_time(run: Run) -> Item | None:
    """`over the past 6 months`: during them."""
    return Item("p", run.first, run.last) if run["c"].text.lower() == "over" else None


def _whether(run: Run) -> Item | None:
    """`split by whether the visit was under warranty`: by that column."""
    return run["e"] if run["x"].text.lower() == "whether" else None


def _in_brackets(run: Run) -> Item | None:
    """`Arizona (AZ)`: one value, said twice."""
    said, again = (
        {(hit.table, hit.column, hit.value) for hit in run[name].payload or ()}
        for name in ("v", "again")
    )
    return run["v"] if said and said == again else None


def _enough_after_verb(run: Run) -> Item | None:
    """`have at least taken part in two races`."""
    return run["c"] if run["c"].payload in (">=", "<=") else None
