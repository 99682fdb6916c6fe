"""Conditions with stored values: `from France`, `named X`, `not "Russia"`, `starting with J`."""

from dataclasses import replace

from knowledge.values import ValueHit
from pipeline.rules.clauses.denied_values import denied_value, never_so
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Relation, Test
from pipeline.rules.text.words import is_plural

_LETTERS = 2
_EXACT, _NEARLY = 0.95, 0.1
_LIKE = {"contains": "%{}%", "lacks": "%{}%", "starts": "{}%", "ends": "%{}"}
_ENDS = frozenset(("starts", "ends"))
_KEYS = frozenset(("id", "ids", "key", "keys"))
# A column, `of`, and the rows that have it.
_OF_ROWS = 3


def stored_values(stream: Stream) -> None:
    """Reduce every stored value, with its column where one is named, to a condition."""
    stream.rewrite(r"(?P<c>C)[py]?(?P<d>D)", _time_of)
    # `voucher codes that start with X` are codes, `vouchers with codes that do` are vouchers.
    stream.rewrite(r"(?<=^TC)r(?P<n>n)?(?P<l>l)(?P<v>[Vx#])(?P<more>(?:[|&]+V)*)", _like)
    stream.rewrite(
        r"(?P<c>C)[hr]?(?P<n>n)?(?P<l>l)(?P<v>[Vx#])(?P<more>(?:[|&]+[V])*)(?P<in>pC)?", _like
    )
    stream.rewrite(r"(?P<c>C)[hr]?(?P<n>n)?(?P<l>l)(?P<v>[Vx#])(?=&+V)", _like)
    stream.rewrite(r"(?P<f>f)(?P<j>[|&])[hr]?(?P<l>l)(?P<v>[Vx#])(?!pC)", _like_too)
    stream.rewrite(r"h?(?P<l>l)(?P<v>[Vx])(?P<more>(?:[|&]+V)*)p(?P<c>C)", _like)
    stream.rewrite(r"(?<=T)[hr]*(?P<n>n)?(?P<l>l)(?P<v>[Vx])(?=[.]|$)", _like_name)
    stream.rewrite(r"[hryp]*N(?P<n>n)?(?P<l>l)(?P<v>[Vx])(?=[.]|$)", _like_name)
    stream.rewrite(r"h(?P<v>V)p+(?P<c>C)\|[rh]*(?P<v2>V)p+(?P<c2>C)", _has_either)
    stream.rewrite(r"h(?P<v>V)p+(?P<c>C)", _has_in)
    stream.rewrite(r"(?P<c>C)h(?P<v>[Vx])p(?=[.&]|$)", _has_within)
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
        return _test(run, span=run["d"].payload)
    if run["c"].payload != "date":
        return None
    return _test(run, column=run["c"], span=run["d"].payload)


def _time(run: Run) -> Item | None:
    span = run["d"].payload
    if run.match.group("n"):
        return None
    return Item(
        "f", run.first, run.last, payload=Test(span=span, words=run["d"].text, first=run.first)
    )


def _test(run: Run, **fields: object) -> Item:
    test = Test(words=run.text, first=run.first, **fields)  # type: ignore[arg-type]
    return Item("f", run.first, run.last, payload=test)


def _like(run: Run) -> Item | None:
    groups = run.match.groupdict()
    more = run.all("more") if groups.get("more") else []
    if any(_is_exact(item) for item in more) and not any(item.letter == "|" for item in more):
        return None  # `starts with S and takes ACC-1`
    shape = _LIKE[run["l"].payload]
    texts = [run["v"].text, *(item.text for item in more if item.letter == "V")]
    column = run["c"] if groups.get("c") else replace(run.before[-1])
    tests = [
        Test(
            operator=_likeness(run),
            column=column,
            values=(shape.format(text),),
            words=run.text,
            first=run.first,
        )
        for text in texts
    ]
    payload = tests[0] if len(tests) == 1 else Test(any_of=tests, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=payload)


def _is_exact(item: Item) -> bool:
    return item.letter == "V" and any(hit.score >= _EXACT for hit in item.payload)


def _apart(run: Run) -> Item | None:
    """`from the UK with an English song`: values of two columns are two conditions."""
    columns = [{(hit.table, hit.column) for hit in run[name].payload} for name in ("v", "v2")]
    if not all(columns) or columns[0] & columns[1]:
        return None
    return _test(run, operator="=", hits=_hits(run), values=_values(run))


def _like_name(run: Run) -> Item:
    """`papers that contain the word "ML"`: in what the rows are called."""
    text = _LIKE[run["l"].payload].format(run["v"].text)
    named = _asked_of_rows(run) if run["l"].payload in _ENDS else None
    if named is not None:
        return _test(run, operator=_likeness(run), column=named, values=(text,))
    return _test(run, operator=_likeness(run), adjective="named", values=(text,))


def _asked_of_rows(run: Run) -> Item | None:
    """`the emails of owners that end in gmx.at`: it is the emails that end so."""
    column, of, rows = run.before[-3:] if len(run.before) >= _OF_ROWS else (None, None, None)
    if column is None or of is None or rows is None or (column.letter, of.letter) != ("C", "p"):
        return None
    owners = {c.table for c in rows.candidates if not c.column}
    own = [c for c in column.candidates if c.column and c.table in owners]
    text = not column.payload or (column.payload == "code" and column.text.lower() not in _KEYS)
    if not text or of.text.lower() != "of" or not own:
        return None
    return Item("C", column.first, column.last, column.text, candidates=own)


def _likeness(run: Run) -> str:
    denied = run.match.groupdict().get("n") or run["l"].payload == "lacks"
    return "not like" if denied else "like"


def _like_too(run: Run) -> Item | None:
    """`starts with J or ends with ez`: the same column once more."""
    first: Test = run["f"].payload
    if first.column is None or "like" not in first.operator:
        return None
    text = _LIKE[run["l"].payload].format(run["v"].text)
    other = replace(first, values=(text,), words=run.text)
    if run["j"].letter == "&":
        return None
    payload = Test(any_of=[first, other], words=run.text, first=first.first)
    return Item("f", run.first, run.last, payload=payload)


def _has_in(run: Run) -> Item | None:
    """`that have 'M5' in their number`: the text is a part of it."""
    part = _part_of(run["v"], run["c"], run)
    return Item("f", run.first, run.last, payload=part) if part else None


def _has_within(run: Run) -> Item | None:
    """`whose name has a “q” in it`."""
    last = run.items[run.match.end() - 1]
    return _has_in(run) if last.text.lower().startswith("in") else None


def _has_either(run: Run) -> Item | None:
    """`that have 'Ford' in their make or 'Mustang' in the model`."""
    parts = [_part_of(run["v"], run["c"], run), _part_of(run["v2"], run["c2"], run)]
    kept = [part for part in parts if part is not None]
    return _test(run, any_of=kept) if len(kept) == len(parts) else None


def _part_of(value: Item, column: Item, run: Run) -> Test | None:
    """A text as a part of what a column holds; what is stored elsewhere is no part of it."""
    named = {c.ref for c in column.candidates}
    exact = [hit for hit in value.payload or () if hit.score >= _EXACT]
    elsewhere = exact and not any(f"{hit.table}.{hit.column}" in named for hit in exact)
    # A letter is a part of many a name, whatever grade it is.
    elsewhere = elsewhere and len(value.text) > _LETTERS
    if elsewhere or column.payload in ("number", "date", "year"):
        return None
    shape = _LIKE["contains"].format(value.text)
    return Test(
        column=column, operator="like", values=(shape,), words=run.text, first=value.first
    )  # fmt: skip


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
    known = [hit for hits in _hits(run) for hit in hits if hit.score >= _EXACT]
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
    return _test(
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
    own = best.score >= _EXACT and any(hit.table == best.table for hit in hits)
    apart = own and behind > _NEARLY
    return None if behind == 1.0 or apart else _stored(run)


def _of_another_kind(run: Run) -> Item | None:
    """`non-vegan food`."""
    return _described(run) if run["n"].text.lower() == "non" else None


def _named(run: Run) -> Item:
    return _test(
        run, adjective="named", operator=_operator(run), hits=_hits(run), values=_values(run)
    )


def _named_by_number(run: Run) -> Item:
    """`the account with the name 337`: a name may be digits."""
    return _test(run, adjective="named", values=(run["v"].text,))


def _bare(run: Run) -> Item:
    return _test(
        run, operator=_operator(run), hits=_hits(run), values=_values(run), both=_both(run)
    )
