"""Adjectives: which columns they speak of, and their comparative and superlative forms."""

from collections.abc import Mapping

# adjective -> (column words, +1 where more of the column is more of the adjective, else -1)
_AGE = (
    ("age", 1),
    ("birth", -1),
    ("birthday", -1),
    ("birthdate", -1),
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
# Since when somebody is there: the longest serving ones came first.
_SERVING = tuple(
    (word, -1) for word in ("hired", "hire", "joined", "employed", "started", "start", "since")
)
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
    ("seconds", 1),
    ("milliseconds", 1),
    ("hours", 1),
    ("days", 1),
    ("time", 1),
    ("pages", 1),
)
_GOOD = (("rating", 1), ("score", 1), ("stars", 1), ("grade", 1), ("review", 1))


def _less(columns: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple((word, -sign) for word, sign in columns)


_SHORT = (("height", -1), *_less(_LENGTH))

ADJECTIVES: Mapping[str, tuple[tuple[str, int], ...]] = {
    "old": _AGE,
    "aged": (("age", 1),),
    "paid": (("salary", 1), ("wage", 1), ("income", 1), ("earnings", 1)),
    "elder": _AGE,
    "young": _YOUNG,
    "high": (("height", 1), ("elevation", 1), ("altitude", 1), ("level", 1)),
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
    "serving": _SERVING,
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
            ("dearer", "expensive"),
            ("pricier", "pricey"),
            ("costlier", "costly"),
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
            ("dearest", "expensive"),
            ("priciest", "pricey"),
            ("costliest", "costly"),
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
