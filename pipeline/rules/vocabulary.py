"""General English that questions about data are asked in: no word here belongs to one schema."""

from collections.abc import Mapping

# Words that carry no meaning of their own: a question is fully explained without them.
FILLERS = frozenset(
    ["the", "a", "an", "all", "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "done", "can", "could", "would", "will", "should", "may", "might", "must", "shall", "list", "show", "find", "give", "tell", "me", "us", "i", "we", "you", "my", "our", "your", "please", "provide", "display", "return", "get", "retrieve", "fetch", "compute", "calculate", "determine", "identify", "select", "report", "present", "output", "print", "enumerate", "name's", "what's", "want", "know", "see", "need", "like", "there", "here", "it", "its", "they", "them", "their", "theirs", "he", "she", "his", "her", "him", "this", "that's", "these", "those", "some", "any", "such", "only", "just", "also", "as", "well", "too", "so", "then", "ever", "currently", "current", "now", "'s", "'re", "'ve", "'ll", "'m", "database", "records", "record", "data", "table", "tables", "dataset", "information", "info", "row", "rows", "entries", "entry", "every", "respectively", "corresponding", "associated", "existing", "available", "various", "specific", "particular", "given", "following", "overall", "together", "own", "than", "then", "now", "who's", "if", "to", "up", "out", "off", "about", "into", "over-all", "let", "hello", "hi", "hey", "thanks", "thank", "okay", "ok", "exactly", "actually", "really", "already", "yet", "still", "system", "result", "results", "value", "values", "term", "terms", "each's", "regardless", "including", "include", "listed", "world", "globe", "how-much", "much-of", "along", "side", "among", "across", "within", "throughout"]
)  # fmt: skip

# Verbs that only say that two things belong together; the schema says how.
RELATION_VERBS = frozenset(
    ["have", "own", "possess", "hold", "contain", "belong", "relate", "associate", "connect", "link", "tie", "perform", "play", "participate", "take", "part", "attend", "visit", "work", "live", "reside", "stay", "locate", "situate", "base", "come", "go", "happen", "occur", "take", "place", "use", "employ", "hire", "serve", "provide", "offer", "supply", "sell", "buy", "purchase", "order", "make", "create", "produce", "write", "direct", "publish", "release", "win", "earn", "receive", "get", "give", "teach", "study", "enroll", "register", "join", "run", "manage", "lead", "operate", "speak", "own", "pay", "spend", "cost", "book", "reserve", "rent", "borrow", "lend", "ship", "deliver", "send", "post", "review", "rate", "appear", "feature", "include", "involve", "treat", "prescribe", "diagnose", "fly", "depart", "arrive", "travel", "leave", "assign", "allocate", "report", "support", "handle", "process", "complete", "cover", "host", "hold", "sign", "found", "establish", "open", "start", "begin", "end", "finish", "close", "bear", "raise", "grow", "weigh", "measure", "compete", "act", "star", "record", "sing", "air", "broadcast", "watch", "follow", "like", "comment", "submit", "cite", "present", "graduate", "major", "award", "bring", "carry", "keep", "cover", "consider", "call", "know", "say", "think", "show", "use", "store", "place", "put", "enter", "exist", "become", "consist", "total", "share", "originate", "require"]
)  # fmt: skip


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

# phrase -> (letter, what it stands for); the letters are explained in `tagging`.
KEYWORDS: Mapping[str, tuple[str, object]] = {
    # counting
    **dict.fromkeys(
        ("how many", "number of", "total number of", "count of", "count the number of", "total count of",
         "how many total", "what number of", "the number of", "count", "numbers of", "amount of times",
         "how often", "number of times", "count how many", "how many of"),
        ("k", None),
    ),
    # aggregates
    **dict.fromkeys(("average", "mean", "avg", "on average", "average of", "typical"), ("a", "avg")),
    **dict.fromkeys(
        ("sum", "total", "sum of", "total amount of", "combined", "total of", "total sum of", "summed"),
        ("a", "sum"),
    ),
    **dict.fromkeys(("maximum", "max", "maximal"), ("a", "max")),
    **dict.fromkeys(("minimum", "min", "minimal"), ("a", "min")),
    # each
    **dict.fromkeys(
        ("each", "every", "per", "for each", "for every", "in each", "in every", "of each", "from each",
         "by each", "each of", "every single", "each different", "each distinct", "for all different",
         "grouped by", "group by", "broken down by", "split by", "across each", "at each", "on each",
         "for each of", "within each", "to each", "with each", "under each", "broken out by",
         "divided by each", "group them by", "grouped according to"),
        ("e", None),
    ),
    # distinct
    **dict.fromkeys(("distinct", "different", "unique", "various different"), ("u", None)),
    # limits
    **dict.fromkeys(("top", "first", "leading"), ("t", "top")),
    **dict.fromkeys(("bottom", "last"), ("t", "bottom")),
    # ordering
    **dict.fromkeys(
        ("ordered by", "order by", "sorted by", "sort by", "ranked by", "rank by", "sorted in", "ordered in",
         "in order of", "ordered according to", "sorted according to", "arranged by", "in the order of",
         "order them by", "sort them by", "order the results by", "sort the results by", "order results by",
         "order the result by", "sort the result by", "sort results by", "listed by", "listed in",
         "ordered from", "sorted from", "order it by", "sort the list by", "order the list by", "sort",
         "sorted", "ordered", "ranked", "sort in", "order in", "sequenced by", "ordered on",
         "starting from", "starting with the", "in order", "ordered based on", "arranged in", "rank",
         "listed from", "order the rows by", "order from", "sort from", "sort them in", "arranged from"),
        ("o", None),
    ),
    **dict.fromkeys(
        ("descending", "in descending order", "descending order", "in descending order of", "from high to low",
         "from highest to lowest", "from largest to smallest", "from most to least", "desc", "decreasing",
         "in decreasing order of", "decreasing order", "in decreasing order", "descending order of", "descendingly",
         "high to low", "highest to lowest", "highest first", "largest first", "in reverse alphabetical order",
         "from best to worst", "from the highest to the lowest", "from the largest to the smallest",
         "in reverse order", "from z to a", "in reverse order of", "from most to fewest", "from big to small",
         "descending by", "from the most to the least", "biggest first", "most first",
         "in reversed lexicographical order", "in descending alphabetical order",
         "descending order by", "in descending order by", "decreasing order of"),
        ("d", "desc"),
    ),
    **dict.fromkeys(
        ("ascending", "in ascending order", "ascending order", "in ascending order of", "from low to high",
         "from lowest to highest", "from smallest to largest", "asc", "increasing", "in increasing order of",
         "increasing order", "in increasing order", "alphabetically", "in alphabetical order", "alphabetical order",
         "alphabetical order of", "in alphabetical order of", "in ascending alphabetical order of",
         "in alphabetic order", "low to high", "lowest to highest", "lowest first", "smallest first",
         "in lexicographical order", "in lexicographic order", "lexicographically", "in ascending alphabetical order",
         "ascending order of", "alphabetic order", "from the lowest to the highest", "from a to z",
         "in alphabetical order by", "chronologically", "in chronological order", "from least to most",
         "in ascending order by", "ascending by", "in alphabetic order of", "from small to big",
         "in lexicographical order of", "alphabetic order of", "lexicographical order", "increasing order of",
         "from the smallest to the largest", "from fewest to most"),
        ("d", "asc"),
    ),
    **dict.fromkeys(
        ("from the oldest to the youngest", "from oldest to youngest", "from old to young", "oldest first",
         "oldest to youngest", "from the oldest", "from older to younger"),
        ("d", "oldest"),
    ),
    **dict.fromkeys(
        ("from the youngest to the oldest", "from youngest to oldest", "from young to old", "youngest first",
         "youngest to oldest", "from the youngest"),
        ("d", "youngest"),
    ),
    **dict.fromkeys(
        ("from newest to oldest", "newest first", "latest first", "most recent first", "from latest to earliest",
         "from the latest to the earliest", "from most recent to oldest", "from most to least recent",
         "from the most recent"),
        ("d", "newest"),
    ),
    **dict.fromkeys(
        ("earliest first", "from earliest to latest", "from the earliest to the latest", "from oldest to newest",
         "oldest to newest", "from the earliest"),
        ("d", "earliest"),
    ),
    # comparisons
    **dict.fromkeys(
        ("more than", "greater than", "larger than", "higher than", "bigger than", "above", "over", "exceeding",
         "exceeds", "exceed", "is above", "better than", "in excess of", "beyond", "longer than", "strictly more than",
         "further than", "more", "greater", "strictly greater than", ">", "surpassing", "surpass", "larger", "higher"),
        ("c", ">"),
    ),
    **dict.fromkeys(
        ("less than", "fewer than", "lower than", "smaller than", "below", "under", "worse than", "shorter than",
         "strictly less than", "<", "beneath", "lower", "smaller", "lesser than"),
        ("c", "<"),
    ),
    **dict.fromkeys(
        ("at least", "no less than", "not less than", "no fewer than", "greater than or equal to", "minimum of",
         "a minimum of", "more than or equal to", "not lower than", "larger than or equal to", ">=", "not below",
         "higher than or equal to", "greater or equal to", "no lower than", "no smaller than", "above or equal to"),
        ("c", ">="),
    ),
    **dict.fromkeys(
        ("at most", "no more than", "not more than", "less than or equal to", "up to", "a maximum of", "maximum of",
         "not higher than", "not greater than", "not larger than", "smaller than or equal to", "<=", "not above",
         "fewer than or equal to", "lower than or equal to", "no greater than", "no higher than", "no larger than",
         "not exceeding", "below or equal to"),
        ("c", "<="),
    ),
    **dict.fromkeys(
        ("equal to", "equals", "equal", "=", "exactly", "is exactly", "same as", "is equal to"), ("c", "="),
    ),
    **dict.fromkeys(("not equal to", "!=", "<>", "other than", "different from", "not equals"), ("c", "!=")),
    **dict.fromkeys(("after", "later than", "since after"), ("c", "after")),
    **dict.fromkeys(("before", "earlier than", "prior to"), ("c", "before")),
    **dict.fromkeys(("since", "starting in", "from year", "as of", "on or after"), ("c", "since")),
    **dict.fromkeys(("until", "on or before", "no later than", "by the end of"), ("c", "until")),
    **dict.fromkeys(("or more", "or above", "or after", "or later", "or higher", "or greater", "or over", "and above",
                     "or older", "or larger", "and up", "or taller", "or longer", "or bigger", "and after", "+"), ("K", ">=")),
    **dict.fromkeys(("or less", "or below", "or before", "or earlier", "or lower", "or fewer", "or under",
                     "and below", "or younger", "or smaller", "or shorter", "and before"), ("K", "<=")),
    **dict.fromkeys(("between", "in between", "ranging from", "in the range of", "in the range", "ranging between",
                     "that ranges from"), ("b", None)),
    # text
    **dict.fromkeys(("containing", "contains", "contain", "includes", "including the word", "contain the word",
                     "containing the word", "contains the word", "contain the substring", "contains the substring",
                     "with the substring", "contain the letter", "contains the letter", "containing the letter",
                     "has the substring", "containing the substring", "includes the word", "include the word",
                     "with the word", "with the letter", "having the word", "has the word", "have the word",
                     "has the letter", "including the letter", "including the substring", "includes the letter",
                     "with the letters", "contain the letters", "containing the phrase", "contains the phrase",
                     "that has the word", "has the word"), ("l", "contains")),
    **dict.fromkeys(("starting with", "starts with", "start with", "begins with", "beginning with", "begin with",
                     "starting with the letter", "starts with the letter", "start with the letter", "begin with the letter",
                     "beginning with the letter", "begins with the letter", "starting with letter", "starts with letter",
                     "with the prefix", "has the prefix", "have the prefix"), ("l", "starts")),
    **dict.fromkeys(("ending with", "ends with", "end with", "ending in", "ends in", "end in", "ending with the letter",
                     "ends with the letter", "end with the letter", "ending in the letter", "with the suffix",
                     "ends in the letter"), ("l", "ends")),
    # negation
    **dict.fromkeys(("not", "no", "never", "without", "without any", "n't", "except", "except for", "excluding", "neither",
                     "nor", "other than those", "lack", "lacks", "lacking", "not any", "do not have any", "apart from",
                     "does not have any", "did not have any", "do not have", "does not have", "have no", "has no",
                     "had no", "with no", "not have any", "have not", "has not", "did not have", "not have", "have never",
                     "has never", "cannot", "not yet", "exclude", "exclude the", "but not"), ("n", None)),
    # shares
    **dict.fromkeys(("share of total", "share of the total", "percentage of total", "percent of total", "percentage of the total",
                     "as a share", "as a percentage", "as percentages", "as shares", "proportion of the total", "share of",
                     "as a share of total", "as a share of the total", "as a percentage of the total", "as a percentage of total",
                     "proportion of", "percentage of", "percent of", "what share of", "what percentage of", "what percent of",
                     "what proportion of", "fraction of", "percentage share of"), ("%", None)),
    # joints
    **dict.fromkeys(("and", "&", ",", ";", "along with", "together with", "as well as", "and also", "plus", "and the",
                     ", and", "followed by", "and their", "in addition to"), ("&", None)),
    **dict.fromkeys(("or", "or the", "or else"), ("|", None)),
    **dict.fromkeys(("both", "both the", "in both"), ("2", None)),
    **dict.fromkeys(("either", "either the"), ("3", None)),
    **dict.fromkeys((".", "?", "!", ":"), (".", None)),
    **dict.fromkeys(("what", "which", "how much", "how", "what kind of", "what kinds of", "which kind of", "which of", "whichever"), ("w", None)),
    **dict.fromkeys(("who", "whom", "where", "when", "that", "whose", "in which", "for which", "to which", "of which",
                     "at which", "from which", "on which", "with which", "by whom"), ("r", None)),
    **dict.fromkeys(("have", "has", "had", "having", "with", "there are", "there is", "there were"), ("h", None)),
    **dict.fromkeys(("by", "according to", "based on", "in terms of", "by the", "when considering"), ("y", None)),
    **dict.fromkeys(("named", "called", "titled", "name is", "with name", "with the name", "with title", "with the title",
                     "whose name is", "known as", "entitled", "of name", "with name of", "by the name of"), ("N", None)),
    **dict.fromkeys(("most common", "most popular", "most frequent", "commonest", "most frequently", "most commonly",
                     "most frequently used", "most commonly used", "most often", "most used", "most prevalent",
                     "most widely", "most frequently occurring"), ("s", ("desc", "common"))),
    **dict.fromkeys(("least common", "least popular", "least frequent", "rarest", "least used", "least frequently",
                     "least commonly", "least often"), ("s", ("asc", "common"))),
    **dict.fromkeys(("most", "the most number of", "most number of", "largest number of", "highest number of",
                     "greatest number of", "the largest number of", "maximum number of", "biggest number of",
                     "most of", "the most number"), ("s", ("desc", "count"))),
    **dict.fromkeys(("most times", "the most times", "most number of times", "largest number of times"), ("s", ("desc", "times"))),
    **dict.fromkeys(("least", "fewest", "least number of", "smallest number of", "lowest number of", "fewest number of",
                     "minimum number of"), ("s", ("asc", "count"))),
    **dict.fromkeys(("highest", "largest", "greatest", "biggest", "maximum", "most high", "top most"), ("s", ("desc", ""))),
    **dict.fromkeys(("lowest", "smallest", "minimum"), ("s", ("asc", ""))),
}  # fmt: skip
for _plain, _kind in (("maximum", "max"), ("minimum", "min")):
    KEYWORDS[_plain] = ("a", _kind)  # type: ignore[index]

ALL_COLUMNS = frozenset(
    ("all information", "all the information", "all details", "details", "everything", "all info",
     "all the details", "all about", "all columns", "all fields", "full details", "all attributes",
     "information", "all the info")
)  # fmt: skip

# adjective -> (column words, +1 where more of the column is more of the adjective, else -1)
_AGE = (("age", 1), ("birth", -1), ("birthday", -1), ("dob", -1), ("born", -1), ("founded", -1),
        ("established", -1), ("built", -1), ("opened", -1), ("year", -1), ("date", -1))  # fmt: skip
_YOUNG = tuple((word, -sign) for word, sign in _AGE)
_NEW = (("date", 1), ("year", 1), ("time", 1), ("datetime", 1), ("timestamp", 1), ("created", 1),
        ("day", 1))  # fmt: skip
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
    "old": _AGE, "elder": _AGE, "young": _YOUNG, "tall": (("height", 1), ("tall", 1)),
    "short": _SHORT, "heavy": (("weight", 1), ("mass", 1)), "light": (("weight", -1), ("mass", -1)),
    "expensive": _PRICE, "costly": _PRICE, "pricey": _PRICE, "cheap": _less(_PRICE),
    "new": _NEW, "recent": _NEW, "late": _NEW, "latest": _NEW, "early": _OLD_EVENT,
    "large": _SIZE, "big": _SIZE, "small": _less(_SIZE), "long": _LENGTH,
    "fast": (("speed", 1), ("velocity", 1), ("horsepower", 1)), "slow": (("speed", -1), ("velocity", -1)),
    "populous": (("population", 1),), "populated": (("population", 1),), "crowded": (("population", 1),),
    "rich": (("wealth", 1), ("money", 1), ("income", 1), ("gdp", 1), ("gnp", 1), ("worth", 1)),
    "good": _GOOD, "best": _GOOD, "bad": _less(_GOOD), "worst": _less(_GOOD), "rated": _GOOD,
    "experienced": (("experience", 1), ("year", 1)), "wide": (("width", 1),), "deep": (("depth", 1),),
    "dense": (("density", 1),), "profitable": (("profit", 1),), "productive": (("output", 1),),
    "far": (("distance", 1),), "near": (("distance", -1),), "close": (("distance", -1),),
}  # fmt: skip

# Forms of these adjectives: comparative and superlative, and which adjective they are of.
FORMS: Mapping[str, tuple[str, str]] = {
    **{form: ("more", adjective) for form, adjective in (
        ("older", "old"), ("elder", "old"), ("younger", "young"), ("taller", "tall"),
        ("shorter", "short"), ("heavier", "heavy"), ("lighter", "light"), ("cheaper", "cheap"),
        ("newer", "new"), ("faster", "fast"), ("slower", "slow"), ("richer", "rich"),
        ("longer", "long"), ("wider", "wide"), ("deeper", "deep"), ("denser", "dense"))},
    **{form: ("most", adjective) for form, adjective in (
        ("oldest", "old"), ("eldest", "old"), ("youngest", "young"), ("tallest", "tall"),
        ("shortest", "short"), ("heaviest", "heavy"), ("lightest", "light"), ("cheapest", "cheap"),
        ("newest", "new"), ("latest", "new"), ("earliest", "early"), ("fastest", "fast"),
        ("slowest", "slow"), ("richest", "rich"), ("longest", "long"), ("widest", "wide"),
        ("deepest", "deep"), ("densest", "dense"), ("best", "good"), ("worst", "bad"),
        ("farthest", "far"), ("nearest", "near"), ("closest", "near"))},
}  # fmt: skip

# Groups of words that may stand for each other in names.
SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("country", "nation"), ("shop", "store"), ("name", "title"), ("customer", "client", "buyer"),
    ("employee", "staff", "worker"), ("salary", "pay", "wage"), ("price", "cost"),
    ("car", "vehicle", "automobile"), ("film", "movie"), ("student", "pupil"), ("teacher", "instructor"),
    ("course", "class"), ("job", "occupation", "profession"), ("phone", "telephone"),
    ("email", "e-mail", "mail"), ("zip", "postcode", "postal"), ("kind", "type", "category"),
    ("gender", "sex"), ("population", "inhabitant", "people", "resident"), ("area", "size"), ("city", "town"),
    ("company", "firm", "business"), ("organization", "organisation"), ("amount", "sum"),
    ("revenue", "income", "earnings"), ("nationality", "citizenship", "nation", "country"),
    ("location", "place", "address"), ("year", "yr"), ("quantity", "amount"), ("score", "point"),
    ("rating", "rate", "grade"), ("description", "detail"), ("order", "purchase"),
    ("product", "item", "article", "good"), ("supplier", "vendor"), ("picture", "image", "photo"),
    ("author", "writer"), ("song", "track"), ("singer", "artist"), ("flight", "journey"),
    ("airport", "airfield"), ("airline", "carrier"), ("player", "athlete"), ("match", "game"),
    ("team", "squad"), ("capacity", "seat"), ("hometown", "birthplace"), ("birthday", "birth", "born"),
    ("department", "division"), ("manager", "boss"), ("begin", "start"), ("end", "finish"),
    ("language", "tongue"), ("person", "people"), ("doctor", "physician"), ("hospital", "clinic"),
    ("child", "kid"), ("house", "home"), ("color", "colour"), ("neighborhood", "neighbourhood"),
    ("theater", "theatre"), ("center", "centre"), ("code", "symbol"), ("identifier", "id", "ids"),
    ("state", "province"), ("comment", "remark"), ("discount", "rebate"), ("party", "affiliation"),
    ("choice", "option"), ("user", "member"), ("maker", "manufacturer"), ("text", "content"),
)  # fmt: skip

ABBREVIATIONS: Mapping[str, str] = {
    "num": "number", "no": "number", "nbr": "number", "nr": "number", "cnt": "count", "qty": "quantity", "amt": "amount",
    "dt": "date", "ts": "timestamp", "addr": "address", "cust": "customer", "emp": "employee",
    "dept": "department", "tx": "transaction", "txn": "transaction", "trx": "transaction",
    "ccy": "currency", "desc": "description", "descr": "description", "pct": "percent",
    "perc": "percent", "org": "organization", "mgr": "manager", "prod": "product",
    "cat": "category", "loc": "location", "lat": "latitude", "lng": "longitude", "lon": "longitude",
    "fname": "first name", "lname": "last name", "pub": "publication", "conf": "conference", "univ": "university",
    "yr": "year", "mon": "month", "acct": "account", "inv": "invoice", "bal": "balance",
    "stu": "student", "std": "student", "instr": "instructor", "crs": "course", "doc": "document",
    "ref": "reference", "img": "image", "msg": "message", "tel": "telephone", "ph": "phone",
    "sal": "salary", "min": "minimum", "max": "maximum", "avg": "average", "dob": "date of birth",
    "gov": "government", "govt": "government", "int": "international", "info": "information",
    "temp": "temperature", "mgmt": "management", "attr": "attribute", "val": "value", "vol": "volume",
    "freq": "frequency", "cre": "created", "crtd": "created", "upd": "updated", "usr": "user",
    "cmt": "comment", "rx": "prescription", "drg": "drug", "ins": "insurance", "pat": "patient",
}  # fmt: skip

MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september",
          "october", "november", "december")  # fmt: skip

NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
    "fifty": 50, "hundred": 100,
}  # fmt: skip

GRAINS = {
    "day": "day", "daily": "day", "week": "week", "weekly": "week", "month": "month",
    "monthly": "month", "quarter": "quarter", "quarterly": "quarter", "year": "year",
    "yearly": "year", "annual": "year", "annually": "year",
}  # fmt: skip
