"""Small nouns around names: `staff members`, `types of governments`, `country of origin`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import FULL
from pipeline.rules.vocabulary.nouns import KINDS, MEMBERS

_NUMBERS = frozenset(("number", "numbers"))
_COUNTS = frozenset(("count", "counts"))
_DATES = frozenset(("date", "dates", "day", "time", "when"))
_NAMES = frozenset(("name", "names"))
_RESULTS = frozenset(("result", "results"))
_AMOUNTS = _RESULTS | {"amount", "price", "value", "values", "total", "revenue", "sales"}
_ADDRESSES, _WRITTEN_TO = ("address", "addresses"), ("email", "emails", "e-mail")
_TIED, _OWN = 0.01, 0.9
_JOINED = frozenset(("combination", "combinations", "pair", "pairs"))


def nouns(stream: Stream) -> None:
    """Take out nouns that say nothing beside the name that they stand with."""
    stream.rewrite(r"u?(?P<x>x)(?:p?(?=C)|p(?=TC))", _kinds)
    stream.rewrite(r"u?(?P<x>C)p(?=C)", _kinds_of_column)
    stream.rewrite(r"(?<!&)(?P<x>x)p(?P<t>T)", _kinds_of_rows)
    stream.rewrite(r"(?P<x>x)(?P<c>C)(?:C&C)?", _full_name)
    stream.rewrite(r"(?P<c>C)(?P<p>p)?(?P<x>x)", _members)
    stream.rewrite(r"(?P<x>x)p(?=[TCk])", _combinations)
    stream.rewrite(r"(?P<x>x)(?=e[TC])", _number_each)
    stream.rewrite(r"&(?P<x>x)(?=[.]|$)|(?<=[.])(?P<y>x)&(?=C)", _number_again)
    stream.rewrite(r"(?P<n>#)a(?P<t>T)", _in_total)
    stream.rewrite(r"(?P<p>p)(?P<a>a)(?=[.&]|$)", _altogether)
    stream.rewrite(r"(?P<d>[Cx])[rp]*(?P<c>C)", _date_when)
    stream.rewrite(r"a(?P<t>T)(?=k)", lambda run: run["t"])
    stream.rewrite(r"(?P<c>C)(?P<c2>C)", _told_again)
    stream.rewrite(r"(?P<d>C)p(?P<c>C)(?=#)", _year_when)
    stream.rewrite(r"(?<=C)r(?P<c>C)(?=n?l)", _name_itself)
    stream.rewrite(r"(?P<c>C)(?P<p>p)(?P<c2>C)", _same_again)
    stream.rewrite(r"k(?P<c>C)(?=[hrp]*n?[cb])", _number_kept)
    stream.rewrite(r"(?<=C)(?P<k>k)(?=[TCV])", _numbers_of)


def _kinds(run: Run) -> Item | None:
    """`types of governments` are the different forms of government."""
    if run["x"].text.lower() not in KINDS:
        return None
    return Item("u", run.first, run.last)


def _kinds_of_column(run: Run) -> Item | None:
    """`the least popular kind of decor`, where something else has a type: no type is meant."""
    noun, of = run["x"], run.items[run.match.end() - 1].text.lower()
    if noun.text.lower() not in KINDS or noun.candidates[0].score >= _OWN or of != "of":
        return None
    ranked = bool(run.before) and run.before[-1].letter == "s"
    noun.verb = True
    return Item("p" if ranked else "u", run.first, run.last)


def _kinds_of_rows(run: Run) -> Item | None:
    """`more than one kind of device`: each row is one."""
    return run["t"] if run["x"].text.lower() in KINDS else None


def _full_name(run: Run) -> Item | None:
    """`full names`, `full name (first and last)`: both parts, where there are two."""
    named = run["c"].text.lower() in ("name", "names")
    if run["x"].text.lower() not in ("full", "complete") or not named:
        return None
    run["c"].payload = FULL
    return run["c"]


def _members(run: Run) -> Item | None:
    said = run["x"].text.lower()
    origin = said == "origin" and run.match.group("p")
    staff = said in MEMBERS and not run.match.group("p")
    called = said in _NUMBERS and not run.match.group("p") and run["c"].payload != "number"
    return run["c"] if origin or staff or called else None


def _numbers_of(run: Run) -> Item | None:
    """`the phone numbers of all employees` are what is listed: nothing is counted."""
    beside = run.before[-1]
    called = run["k"].text.lower().split()[0] in _NUMBERS and beside.payload != "number"
    return Item("p", run.first, run.last) if called else None


def _combinations(run: Run) -> Item | None:
    """`combinations of state and type`."""
    return Item("p", run.first, run.last) if run["x"].text.lower() in _JOINED else None


def _altogether(run: Run) -> Item | None:
    """`how many orders are there in total`."""
    return run["p"] if run.text.lower() == "in total" else None


def _date_when(run: Run) -> Item | None:
    """`the date they were hired`: the verb names the date."""
    done = run["c"].verb or run["c"].text.lower().endswith("ed")
    if run["d"].text.lower() not in _DATES or not done or run["c"].payload != "date":
        return None
    run["d"].verb, run["c"].verb = True, False
    return run["c"]


def _year_when(run: Run) -> Item | None:
    """`built in the year 2005`: the verb names the year."""
    done = {c.ref for c in run["d"].candidates} if run["d"].verb else set()
    meant = [c for c in run["c"].candidates if c.ref in done]
    if not meant:
        return None
    run["c"].candidates = meant
    return run["c"]


def _name_itself(run: Run) -> Item | None:
    """`publishers whose name contains Penguin`, where a publisher is no more than its name."""
    named = run.before[-1]
    if run["c"].text.lower() not in _NAMES or named.payload or named.verb:
        return None
    run["c"].verb = True
    if len(run.before) > 1 and run.before[-2].letter in "py":
        # `books by a publisher whose ...`: it is only said whose they are.
        named.letter = "p"
    return Item("C", run.first, run.last, named.text, named.payload, candidates=named.candidates)


def _told_again(run: Run) -> Item | None:
    """`closing price`, `revenue amount`: the second noun only says that it is an amount."""
    said = run["c2"].text.lower()
    if said.split()[0] in _ADDRESSES and run["c"].text.lower() in _WRITTEN_TO:
        run["c2"].verb = True
        return run["c"]
    if said not in _AMOUNTS or (run["c"].payload != "number" and said not in _RESULTS):
        return None
    tables = {c.table for c in run["c"].candidates[:1]}
    apart = not any(c.table in tables for c in run["c2"].candidates)
    if not apart and run["c"].text.lower() not in _AMOUNTS:
        return None
    run["c2"].verb = True
    return run["c"]


def _same_again(run: Run) -> Item | None:
    """`damage in millions`: both words name one column."""
    best, meant = run["c"].candidates[0], run["c2"].candidates[0]
    if run["p"].text.lower() == "in":
        tied = [c for c in run["c"].candidates if c.score >= best.score - _TIED]
        kept = [c for c in tied if c.ref == meant.ref]
        best, run["c"].candidates = (kept[0], kept) if kept else (best, run["c"].candidates)
    if best.ref != meant.ref:
        return None
    run["c2"].verb = True
    return run["c"]


def _number_kept(run: Run) -> Item | None:
    """`whose number of seats is above 5`, where the seats are a number themselves."""
    tables = {c.table for item in run.before if item.letter == "T" for c in item.candidates[:1]}
    total = "total" in run.text.lower() and run["c"].candidates[0].table not in tables
    return run["c"] if run["c"].payload == "number" and not total else None


def _number_each(run: Run) -> Item | None:
    """`Report the number for each type`: how many there are."""
    return Item("k", run.first, run.last) if run["x"].text.lower() in _NUMBERS else None


def _number_again(run: Run) -> Item | None:
    """`How many visits had each pet? List the name and the number`: it is asked for already."""
    said = (run.get("x") or run["y"]).text.lower()
    counted = any(item.letter == "k" for item in run.before)
    return Item("p", run.first, run.last) if counted and said in _NUMBERS | _COUNTS else None


def _in_total(run: Run) -> Item | None:
    """`at least 5 total orders`: the number of orders is a total anyway."""
    total = run.items[run.match.start() + 1]
    return run["n"] if total.payload == "sum" else None
