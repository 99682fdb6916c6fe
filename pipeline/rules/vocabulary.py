"""General English that questions about data are asked in: no word here belongs to one schema."""

import re
from collections.abc import Mapping
from pathlib import Path


def _listed(name: str) -> frozenset[str]:
    return frozenset((Path(__file__).parent / name).read_text("utf8").split())


# Words that carry no meaning of their own: a question is fully explained without them.
FILLERS = _listed("fillers.txt")
# Verbs that only say that two things belong together; the schema says how.
RELATION_VERBS = _listed("verbs.txt")


def _forms_of(verb: str) -> set[str]:
    """The forms of a regular verb, good enough to recognise them."""
    stems = {verb, verb + verb[-1], verb.removesuffix("e")}
    forms = {verb, verb + "s", verb + "es", verb + "d"}
    forms |= {stem + ending for stem in stems for ending in ("ed", "ing")}
    if verb.endswith("y"):
        forms |= {verb[:-1] + "ied", verb[:-1] + "ies"}
    return forms


VERB_FORMS = frozenset(form for verb in RELATION_VERBS for form in _forms_of(verb))

PREPOSITIONS = frozenset(
    [
        "of",
        "in",
        "for",
        "from",
        "at",
        "on",
        "within",
        "inside",
        "under",
        "to",
        "during",
        "among",
        "into",
        "near",
    ]
)

_HEADER = re.compile(r"\[(\S)(?: (\S+))?(?: (\S+))?\]")


def _keywords() -> dict[str, tuple[str, object]]:
    """Phrase -> (letter, what it stands for), from the list beside this file."""
    found: dict[str, tuple[str, object]] = {}
    letter, payload = "", None
    for line in (Path(__file__).parent / "keywords.txt").read_text("utf8").splitlines():
        header = _HEADER.fullmatch(line)
        if header:
            letter, payload = header[1], _payload(header[2], header[3])
        elif line and not line.startswith("# "):
            found[line] = (letter, payload)
    return {**found, **_with_quantifiers(found)}


def _with_quantifiers(known: Mapping[str, tuple[str, object]]) -> dict[str, tuple[str, object]]:
    """`more than any`, `less than all`: which end of the others is compared with."""
    signs = {p: sign for p, (letter, sign) in known.items() if letter == "c" and p.endswith("than")}
    found: dict[str, tuple[str, object]] = {}
    for phrase, sign in signs.items():
        for word in ("any", "that of any", "those of any", "some", "that of some"):
            found[f"{phrase} {word}"] = ("Q", (sign, "any"))
        for word in (
            "all",
            "all the",
            "every",
            "each",
            "that of all",
            "that of every",
            "any other",
        ):
            found[f"{phrase} {word}"] = ("Q", (sign, "all"))
    return found


def _payload(first: str | None, second: str | None) -> object:
    if first is None or second is None:
        return first
    return first, "" if second == "-" else second


KEYWORDS: Mapping[str, tuple[str, object]] = _keywords()

ALL_COLUMNS = frozenset(
    (
        "all information",
        "all the information",
        "all details",
        "details",
        "everything",
        "all info",
        "all the details",
        "all about",
        "all columns",
        "all fields",
        "full details",
        "all attributes",
        "information",
        "all the info",
    )
)

# adjective -> (column words, +1 where more of the column is more of the adjective, else -1)
_AGE = (
    ("age", 1),
    ("birth", -1),
    ("birthday", -1),
    ("dob", -1),
    ("born", -1),
    ("founded", -1),
    ("established", -1),
    ("built", -1),
    ("opened", -1),
    ("year", -1),
    ("date", -1),
)
_YOUNG = tuple((word, -sign) for word, sign in _AGE)
_NEW = (
    ("date", 1),
    ("year", 1),
    ("time", 1),
    ("datetime", 1),
    ("timestamp", 1),
    ("created", 1),
    ("day", 1),
)
_OLD_EVENT = tuple((word, -sign) for word, sign in _NEW)
_SIZE = (
    ("size", 1),
    ("area", 1),
    ("capacity", 1),
    ("population", 1),
    ("acreage", 1),
    ("volume", 1),
)
_PRICE = (
    ("price", 1),
    ("cost", 1),
    ("amount", 1),
    ("rate", 1),
    ("fee", 1),
    ("rent", 1),
    ("fare", 1),
)
_LENGTH = (
    ("length", 1),
    ("duration", 1),
    ("distance", 1),
    ("runtime", 1),
    ("minutes", 1),
    ("time", 1),
)
_SHORT = (("height", -1), ("length", -1), ("duration", -1), ("distance", -1), ("runtime", -1))
_GOOD = (("rating", 1), ("score", 1), ("stars", 1), ("rate", 1), ("grade", 1), ("review", 1))


def _less(columns: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple((word, -sign) for word, sign in columns)


ADJECTIVES: Mapping[str, tuple[tuple[str, int], ...]] = {
    "old": _AGE,
    "elder": _AGE,
    "young": _YOUNG,
    "tall": (("height", 1), ("tall", 1)),
    "short": _SHORT,
    "heavy": (("weight", 1), ("mass", 1)),
    "light": (("weight", -1), ("mass", -1)),
    "expensive": _PRICE,
    "costly": _PRICE,
    "pricey": _PRICE,
    "cheap": _less(_PRICE),
    "new": _NEW,
    "recent": _NEW,
    "late": _NEW,
    "latest": _NEW,
    "early": _OLD_EVENT,
    "large": _SIZE,
    "big": _SIZE,
    "small": _less(_SIZE),
    "long": _LENGTH,
    "fast": (("speed", 1), ("velocity", 1), ("horsepower", 1)),
    "slow": (("speed", -1), ("velocity", -1)),
    "populous": (("population", 1),),
    "populated": (("population", 1),),
    "crowded": (("population", 1),),
    "rich": (("wealth", 1), ("money", 1), ("income", 1), ("gdp", 1), ("gnp", 1), ("worth", 1)),
    "good": _GOOD,
    "best": _GOOD,
    "bad": _less(_GOOD),
    "worst": _less(_GOOD),
    "rated": _GOOD,
    "experienced": (("experience", 1), ("year", 1)),
    "wide": (("width", 1),),
    "deep": (("depth", 1),),
    "dense": (("density", 1),),
    "profitable": (("profit", 1),),
    "productive": (("output", 1),),
    "far": (("distance", 1),),
    "near": (("distance", -1),),
    "close": (("distance", -1),),
}

# Forms of these adjectives: comparative and superlative, and which adjective they are of.
FORMS: Mapping[str, tuple[str, str]] = {
    **{
        form: ("more", adjective)
        for form, adjective in (
            ("older", "old"),
            ("elder", "old"),
            ("younger", "young"),
            ("taller", "tall"),
            ("shorter", "short"),
            ("heavier", "heavy"),
            ("lighter", "light"),
            ("cheaper", "cheap"),
            ("newer", "new"),
            ("faster", "fast"),
            ("slower", "slow"),
            ("richer", "rich"),
            ("longer", "long"),
            ("wider", "wide"),
            ("deeper", "deep"),
            ("denser", "dense"),
        )
    },
    **{
        form: ("most", adjective)
        for form, adjective in (
            ("oldest", "old"),
            ("eldest", "old"),
            ("youngest", "young"),
            ("tallest", "tall"),
            ("shortest", "short"),
            ("heaviest", "heavy"),
            ("lightest", "light"),
            ("cheapest", "cheap"),
            ("newest", "new"),
            ("latest", "new"),
            ("earliest", "early"),
            ("fastest", "fast"),
            ("slowest", "slow"),
            ("richest", "rich"),
            ("longest", "long"),
            ("widest", "wide"),
            ("deepest", "deep"),
            ("densest", "dense"),
            ("best", "good"),
            ("worst", "bad"),
            ("farthest", "far"),
            ("nearest", "near"),
            ("closest", "near"),
        )
    },
}

# Groups of words that may stand for each other in names.
SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("country", "nation"),
    ("shop", "store"),
    ("name", "title"),
    ("customer", "client", "buyer"),
    ("employee", "staff", "worker"),
    ("salary", "pay", "wage"),
    ("price", "cost"),
    ("car", "vehicle", "automobile"),
    ("film", "movie"),
    ("student", "pupil"),
    ("teacher", "instructor"),
    ("course", "class"),
    ("job", "occupation", "profession"),
    ("phone", "telephone"),
    ("email", "e-mail", "mail"),
    ("zip", "postcode", "postal"),
    ("kind", "type", "category"),
    ("gender", "sex"),
    ("population", "inhabitant", "people", "resident"),
    ("area", "size"),
    ("city", "town"),
    ("company", "firm", "business"),
    ("organization", "organisation"),
    ("amount", "sum"),
    ("revenue", "income", "earnings"),
    ("nationality", "citizenship", "nation", "country"),
    ("location", "place", "address"),
    ("year", "yr"),
    ("quantity", "amount"),
    ("score", "point"),
    ("rating", "rate", "grade"),
    ("description", "detail"),
    ("order", "purchase"),
    ("buy", "purchase", "acquire"),
    ("sell", "sale"),
    ("weigh", "weight"),
    ("earn", "salary"),
    ("pay", "payment"),
    ("send", "ship", "shipment"),
    ("visit", "attend"),
    ("hire", "employ"),
    ("lend", "loan"),
    ("borrow", "loan", "checkout"),
    ("revenue", "amount", "turnover"),
    ("product", "item", "article", "good"),
    ("supplier", "vendor"),
    ("picture", "image", "photo"),
    ("author", "writer"),
    ("song", "track"),
    ("singer", "artist"),
    ("flight", "journey"),
    ("airport", "airfield"),
    ("airline", "carrier"),
    ("player", "athlete"),
    ("match", "game"),
    ("team", "squad"),
    ("capacity", "seat"),
    ("hometown", "birthplace"),
    ("birthday", "birth", "born"),
    ("department", "division"),
    ("manager", "boss"),
    ("begin", "start"),
    ("end", "finish"),
    ("language", "tongue"),
    ("person", "people"),
    ("doctor", "physician"),
    ("hospital", "clinic"),
    ("child", "kid"),
    ("house", "home"),
    ("color", "colour"),
    ("neighborhood", "neighbourhood"),
    ("theater", "theatre"),
    ("center", "centre"),
    ("code", "symbol"),
    ("identifier", "id", "ids"),
    ("state", "province"),
    ("comment", "remark"),
    ("discount", "rebate"),
    ("party", "affiliation"),
    ("choice", "option"),
    ("user", "member"),
    ("maker", "manufacturer"),
    ("text", "content"),
)

ABBREVIATIONS: Mapping[str, str] = {
    "num": "number",
    "no": "number",
    "nbr": "number",
    "nr": "number",
    "cnt": "count",
    "qty": "quantity",
    "amt": "amount",
    "dt": "date",
    "ts": "timestamp",
    "addr": "address",
    "cust": "customer",
    "emp": "employee",
    "dept": "department",
    "tx": "transaction",
    "txn": "transaction",
    "trx": "transaction",
    "ccy": "currency",
    "desc": "description",
    "descr": "description",
    "pct": "percent",
    "perc": "percent",
    "org": "organization",
    "mgr": "manager",
    "prod": "product",
    "cat": "category",
    "loc": "location",
    "lat": "latitude",
    "lng": "longitude",
    "lon": "longitude",
    "fname": "first name",
    "lname": "last name",
    "pub": "publication",
    "conf": "conference",
    "univ": "university",
    "yr": "year",
    "mon": "month",
    "acct": "account",
    "inv": "invoice",
    "bal": "balance",
    "stu": "student",
    "std": "student",
    "instr": "instructor",
    "crs": "course",
    "doc": "document",
    "ref": "reference",
    "img": "image",
    "msg": "message",
    "tel": "telephone",
    "ph": "phone",
    "sal": "salary",
    "min": "minimum",
    "max": "maximum",
    "avg": "average",
    "dob": "date of birth",
    "gov": "government",
    "govt": "government",
    "int": "international",
    "info": "information",
    "temp": "temperature",
    "mgmt": "management",
    "attr": "attribute",
    "val": "value",
    "vol": "volume",
    "freq": "frequency",
    "cre": "created",
    "crtd": "created",
    "upd": "updated",
    "usr": "user",
    "cmt": "comment",
    "rx": "prescription",
    "drg": "drug",
    "ins": "insurance",
    "pat": "patient",
}

LINKING_VERBS = frozenset(
    ("is", "are", "was", "were", "been", "have", "has", "had", "who", "that", "which")
)

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)

NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "hundred": 100,
}

GRAINS = {
    "day": "day",
    "daily": "day",
    "week": "week",
    "weekly": "week",
    "month": "month",
    "monthly": "month",
    "quarter": "quarter",
    "quarterly": "quarter",
    "year": "year",
    "yearly": "year",
    "annual": "year",
    "annually": "year",
}
