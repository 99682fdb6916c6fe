"""Conditions with a part of a text: `starting with J`, `have 'M5' in their number`."""

from dataclasses import replace

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.stored_words import EXACT

_LIKE = {"contains": "%{}%", "lacks": "%{}%", "starts": "{}%", "ends": "%{}"}
_ENDS = frozenset(("starts", "ends"))
_LETTERS = 2
_KEYS = frozenset(("id", "ids", "key", "keys"))
# A column, `of`, and the rows that have it.
_OF_ROWS = 3


def parts_of_texts(stream: Stream) -> None:
    """Reduce every part of a text, with what holds it, to a condition."""
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


def condition(run: Run, **fields: object) -> Item:
    """A condition in the words of a run, in its place."""
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
    return item.letter == "V" and any(hit.score >= EXACT for hit in item.payload)


def _like_name(run: Run) -> Item:
    """`papers that contain the word "ML"`: in what the rows are called."""
    text = _LIKE[run["l"].payload].format(run["v"].text)
    named = _asked_of_rows(run) if run["l"].payload in _ENDS else None
    if named is not None:
        return condition(run, operator=_likeness(run), column=named, values=(text,))
    return condition(run, operator=_likeness(run), adjective="named", values=(text,))


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
    return condition(run, any_of=kept) if len(kept) == len(parts) else None


def _part_of(value: Item, column: Item, run: Run) -> Test | None:
    """A text as a part of what a column holds; what is stored elsewhere is no part of it."""
    named = {c.ref for c in column.candidates}
    exact = [hit for hit in value.payload or () if hit.score >= EXACT]
    elsewhere = exact and not any(f"{hit.table}.{hit.column}" in named for hit in exact)
    # A letter is a part of many a name, whatever grade it is.
    elsewhere = elsewhere and len(value.text) > _LETTERS
    if elsewhere or column.payload in ("number", "date", "year"):
        return None
    shape = _LIKE["contains"].format(value.text)
    return Test(
        column=column, operator="like", values=(shape,), words=run.text, first=value.first
    )  # fmt: skip
