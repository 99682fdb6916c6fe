"""Stems: one form for the inflections of an English word."""

from functools import lru_cache

# The closed class of verbs whose past has no ending of its own.
_IRREGULAR_PASTS = {
    past: verb
    for line in """beat beaten|become became|begin began begun|break broke broken|breed bred
    bring brought|build built|buy bought|catch caught|choose chose chosen|come came|deal dealt
    draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed
    fight fought|fly flew flown|forget forgot forgotten|freeze froze frozen|give gave
    go went gone|grow grew grown|hide hid hidden|hold held|keep kept|know knew known|lead led
    leave left|lend lent|lose lost|make made|meet met|paid paid|ride rode ridden|rise rose risen
    run ran|see seen|sell sold|send sent|sing sang sung|sink sank sunk|sleep slept|speak spoken
    spend spent|stand stood|steal stole stolen|swim swam swum|take took taken|teach taught
    tell told|think thought|throw threw thrown|understand understood|wear wore worn|win won
    withdraw withdrew withdrawn|write wrote written""".replace("\n", "|").split("|")
    for verb, *pasts in [line.split()]
    for past in pasts
}
_IRREGULAR = _IRREGULAR_PASTS | {
    "people": "person", "ids": "id", "men": "man", "women": "woman", "children": "child",
    "hired": "hire", "stories": "story", "movies": "movie", "series": "series", "status": "status",
    "cities": "city", "bus": "bus", "class": "class", "address": "address", "news": "news",
    "lives": "live", "gas": "gas", "business": "business", "less": "less", "us": "us",
    "children's": "child", "shipping": "ship", "shipped": "ship", "born": "birth",
    "thieves": "thief", "shelves": "shelf", "indices": "index", "colour": "color",
    "colours": "color", "centre": "center", "centres": "center", "theatre": "theater",
    "theatres": "theater", "advisers": "advisor", "adviser": "advisor", "grey": "gray",
    "programme": "program", "programmes": "program", "kilos": "kilo", "losing": "lose",
    "making": "make", "giving": "give", "taking": "take", "media": "media", "data": "data",
    "staff": "staff", "analyses": "analysis",
}  # fmt: skip
_ROOT, _INFLECTED = 3, 4
_VOWELS = frozenset("aeiouy")


@lru_cache(50_000)
def stem(word: str) -> str:
    """The word without its plural, past or -ing ending."""
    if word in _IRREGULAR:
        return _base(_IRREGULAR[word])
    if len(word) < _INFLECTED or not word.isalpha():
        return word
    word = _singular(word)
    return _base(_IRREGULAR.get(word, word))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > _INFLECTED:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _base(word: str) -> str:
    for ending in ("ing", "ed"):
        root = word[: -len(ending)]
        if word.endswith(ending) and len(root) >= _ROOT and _VOWELS & set(root):
            return _closed(root)
    return word[:-1] if word.endswith("e") and len(word) > _INFLECTED else word


def _closed(root: str) -> str:
    """The root of a verb: `stopp` is stop, `publish` stays."""
    if len(root) > _ROOT and root[-1] == root[-2] and root[-1] not in "lsz":
        return root[:-1]
    if root.endswith("i"):
        return root[:-1] + "y"
    return root[:-1] if root.endswith("e") and len(root) > _INFLECTED else root
