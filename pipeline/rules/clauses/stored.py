"""Conditions with stored values: `from France`, `named X`, `not "Russia"`."""

from dataclasses import replace

from knowledge.values import ValueHit
from pipeline.rules.clauses.denied_values import denied_value, never_so
from pipeline.rules.clauses.parts_of_texts import condition, parts_of_texts
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Relation, Test
from pipeline.rules.tagging.stored_words import EXACT
from pipeline.rules.text.words import is_plural

_NEARLY = 0.1


def stored_values(stream: Stream) -> None:
    """Reduce every stored value, with its column where one is named, to a condition."""
    stream.rewrite(r"(?P<c>C)[py]?(?P<d>D)", _time_of)
    parts_of_texts(stream)
    stream.rewrite(r"[pr]*(?P<v>V)n(?P<f>f)(?P<c>C)?", _not_such)
    stream.rewrite(r"[pr]?(?P<c>C)[phy]*(?P<v>V)(?=[&|]+[rphy]*(?P<c2>C)[phy]*V)", _stored_apart)
    stream.rewrite(
        r"[pr]?(?P<c>C)[phyr.]*(?P<n>n)[yp]?N?(?P<two>[23])?(?P<v>V)(?P<more>(?:[|&]+[pynC]*V)*)",
        _stored,
    )
    stream.rewrite(
        r"[pr]?(?P<c>C)[phyr.]*[yp]?N?(?P<two>[23])?(?P<v>V)(?P<more>(?:[|&]+[pyC]*V)*)", _stored
    )
    stream.rewrite(r"(?P<n>n)(?P<v>V)(?P<c>C)", _of_another_kind)
    stream.rewrite(r"[ph]?(?P<two>[23])?(?P<v>V)(?P<more>(?:[|&]+V)*)(?P<c>C)", _described)
    stream.rewrite(r"[hryp]*N(?P<v>#)(?![TCKi#])", _named_by_number)
    stream.rewrite(r"[hryp]*N(?P<n>n)?[rp]?(?P<v>V)(?P<more>(?:[|&]+N?V)*)", _named)
    stream.rewrite(r"(?<!n)[hpy]*(?P<v>V)(?=&[py]*(?P<v2>V))", _apart)
    stream.rewrite(r"[hpy]*(?P<n>n)?[py]?(?P<two>[23])?(?P<v>V)(?P<more>(?:[|&]+[py]*V)*)", _bare)
    stream.rewrite(r"(?P<n>n)[phr]*(?P<f>f)(?=[.]|$)", denied_value)
    stream.rewrite(r"(?<=[Tr])(?P<f>f)(?P<n>n)(?=[.]|$)", denied_value)
    stream.rewrite(r"[py]?(?P<n>n)?p?(?P<d>D)", _time)
    stream.rewrite(r"[pyh]*(?P<n>n)?p?(?P<v>F)", _written_down)


def _written_down(run: Run) -> Item | None:
    """A condition of the glossary; a region may be denied, SQL is taken as it stands."""
    test: Test = run["v"].payload
    if run.match.group("n"):
        if test.sql:
            return never_so(test, run)
        test = replace(test, operator="not in" if len(test.hits) > 1 else "!=")
    return Item("f", run.first, run.last, payload=test)


def _time_of(run: Run) -> Item | None:
    """`published after 1 May 2020`: the date column is named."""
    if run["c"].payload == "year" and run["c"].text.lower().endswith("ed"):
        run["c"].verb = True
        return condition(run, span=run["d"].payload)
    if run["c"].payload != "date":
        return None
    return condition(run, column=run["c"], span=run["d"].payload)


def _time(run: Run) -> Item | None:
    span = run["d"].payload
    if run.match.group("n"):
        return None
    return Item(
        "f", run.first, run.last, payload=Test(span=span, words=run["d"].text, first=run.first)
    )


def _apart(run: Run) -> Item | None:
    """`from the UK with an English song`: values of two columns are two conditions."""
    columns = [{(hit.table, hit.column) for hit in run[name].payload} for name in ("v", "v2")]
    if not all(columns) or columns[0] & columns[1]:
        return None
    return condition(run, operator="=", hits=_hits(run), values=_values(run))


def _hits(run: Run) -> tuple[tuple[ValueHit, ...], ...]:
    groups = run.match.groupdict()
    items = [run["v"], *(run.all("more", "V") if groups.get("more") else [])]
    return tuple(tuple(item.payload) for item in items)


def _values(run: Run) -> tuple[str, ...]:
    groups = run.match.groupdict()
    items = [run["v"], *(run.all("more", "V") if groups.get("more") else [])]
    return tuple(item.text for item in items)


def _operator(run: Run) -> str:
    groups = run.match.groupdict()
    many = len(_hits(run)) > 1
    if groups.get("n"):
        return "not in" if many else "!="
    return "in" if many else "="


def _both(run: Run) -> bool:
    groups = run.match.groupdict()
    joints = run.all("more") if groups.get("more") else []
    if any(item.letter == "|" for item in joints):
        return False
    two = run.get("two") if groups.get("two") else None
    return bool(joints) and (two is None or two.letter == "2")


def _misplaced(run: Run) -> bool:
    """Whether the values are known, but in no column that the word may mean."""
    named = {c.ref for c in run["c"].candidates}
    known = [hit for hits in _hits(run) for hit in hits if hit.score >= EXACT]
    if _is_asked_for(run) or run["c"].payload == "number":
        # `which titles does the Mill branch have`: only what titles are in so many words.
        # `the price of flex tickets`: a number has no names, though `fare class` may be meant too.
        first = run["c"].candidates[0].score
        named = {c.ref for c in run["c"].candidates if c.score > first - _NEARLY}
    return bool(known) and not any(f"{hit.table}.{hit.column}" in named for hit in known)


def _is_asked_for(run: Run) -> bool:
    """Whether the column stands first in the question, or right behind `which`, as many."""
    before = run.before[-1].letter if run.before else "w"
    return before == "w" and run.first == run["c"].first and is_plural(run["c"].text.lower())


def _stored(run: Run) -> Item | None:
    if _misplaced(run) and not run["v"].text.startswith(("'", '"')):
        return None
    if run.match.groupdict().get("n") and _groups(run):
        return None
    return condition(
        run,
        column=run["c"],
        operator=_operator(run),
        hits=_hits(run),
        values=_values(run),
        both=_both(run),
    )


def _groups(run: Run) -> bool:
    """Whether a number is asked for each value of the column: `by status excluding drafts`."""
    before = "".join(item.letter for item in run.before)
    asked = bool(set("kamM") & set(before))
    return run.match.group()[0] == "C" and (before[-1:] == "e" or (before[-1:] == "y" and asked))


def _stored_apart(run: Run) -> Item | None:
    """`first name Ana and last name Lopez`: two columns, a value each."""
    same = run["c"].candidates[0].ref == run["c2"].candidates[0].ref
    return None if same else _stored(run)


def _not_such(run: Run) -> Item | None:
    """`where English is not the official language`: no row says both."""
    other = run["f"].payload
    if other.column is None:
        return None
    table = other.column.candidates[0].table
    here = tuple(hit for hit in run["v"].payload if hit.table == table)
    if not here:
        return None
    named = Item("T", run.first, run.last, candidates=[Candidate(table, "", 1.0)])
    value = Test(hits=(here,), values=(run["v"].text,), words=run["v"].text, first=run.first)
    relation = Relation(table=named, where=[value, other], negated=True)
    return Item("R", run.first, run.last, payload=relation)


def _described(run: Run) -> Item | None:
    best, hits = run["c"].candidates[0], run["v"].payload
    named = {c.ref: best.score - c.score for c in run["c"].candidates}
    behind = min((named.get(f"{hit.table}.{hit.column}", 1.0) for hit in hits), default=1.0)
    # `garden tools`, where tools have a key of that name: gardens are their kind, and no tools.
    own = best.score >= EXACT and any(hit.table == best.table for hit in hits)
    apart = own and behind > _NEARLY
    return None if behind == 1.0 or apart else _stored(run)


def _of_another_kind(run: Run) -> Item | None:
    """`non-vegan food`."""
    return _described(run) if run["n"].text.lower() == "non" else None


def _named(run: Run) -> Item:
    return condition(
        run, adjective="named", operator=_operator(run), hits=_hits(run), values=_values(run)
    )


def _named_by_number(run: Run) -> Item:
    """`the account with the name 337`: a name may be digits."""
    return condition(run, adjective="named", values=(run["v"].text,))


def _bare(run: Run) -> Item:
    return condition(
        run, operator=_operator(run), hits=_hits(run), values=_values(run), both=_both(run)
    )
