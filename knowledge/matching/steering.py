"""Small words that turn a question into another one, outside what only asks for an answer."""

import re

from knowledge.matching import lexicon, wordlists
from knowledge.matching.reading import MAX_LENGTH, Reading, once
from knowledge.matching.stem import stem
from knowledge.matching.tokens import Mark, Token

# By kind: which of them say the same.
_KINDS = {
    "all but": "but bar barring minus save sans un ex anti",
    "another": "other others another else elsewhere",
    "out": "out across against opposite beyond within inside outside off up down via than",
    "me": "i me my mine myself",
    "you": "us your yours yourself you",
    "many": "many few lots numerous",
    "only": "only solely merely alone rather",
    "would": "would should could might may must can shall will ll ought hypothetically "
    "hypothetical supposedly potentially potential possible possibly probably likely",
    "being": "being",
    "want": "want wanted need needed wish wished hope hoped going",
    "if": "if unless assuming suppose supposing",
    "yet": "yet still already again ever never so longer anymore",
    "because": "because despite although though",
    "some": "some several certain someone anyone",
    "own": "own such very too whole",
    "nearly": "nearly almost approximately approx roughly barely hardly partly partially",
    "half": "half twice double triple thrice",
    "respectively": "respectively jointly together separately mutual",
    "former": "former formerly previously previous earlier ex historical historically",
    "now": "current currently now nowadays presently moment",
    "planned": "expected expect planned plan estimated estimate projected projection forecast "
    "forecasted predicted target targeted budget budgeted anticipated scheduled pending upcoming "
    "future tentative provisional preliminary",
    "new": "repeat repeated repeatedly consecutive consecutively recurring recent recently newly",
    "running": "cumulative cumulatively running rolling moving",
    "change": "change changed growth grew grow growing increase increased decrease decreased "
    "difference differ gap delta variance drop decline shrink shrinkage",
    "share": "share percentage percent proportion ratio rank ranking ranked portion fraction",
}
_KIND_OF = {
    form: kind
    for kind, words in _KINDS.items()
    for word in words.split()
    for form in (word, stem(word))
}
# Words that only look like one of them once their ending is gone.
_OWN_WORDS = frozenset(["plane", "planes", "project", "projects", "owned", "owns"])
# Words of a number: about 50 is not 50, but a list about customers is a list of customers.
_BEFORE_NUMBERS = frozenset({"about", "around", "circa", "some", "over", "under"})
_DEGREES = frozenset({"well", "slightly", "far", "much", "little", "shortly", "long", "soon"})
_AFTER_BUT = frozenset(
    {"are", "did", "do", "does", "had", "has", "have", "is", "that", "was", "were", "who", "which"}
)
_PHRASAL = frozenset(
    {"find", "figure", "carry", "check", "sort", "sign", "signs", "signed", "signing", "set"}
    | {"break", "broken", "back", "follow", "look", "pick", "picked", "dropped", "logged"}
)

_DENIED_MODALS = frozenset({"cannot", "can", "couldn", "won", "wouldn", "shouldn", "mustn"})

_VERBS = (
    r"(?:show|tell|give|let|get|find|send|fetch|list|provide|help|display|return|calculate|compute"
    r"|count|report|print|identify|name|retrieve|check|look|work|figure|pull|bring|explain)"
)
_POLITELY = r"(?: (?:please|kindly|just|also|quickly))*"
_HEAD = re.compile(
    r"(?:\W*\b(?:"
    r"hi|hello|hey|okay|ok|please|kindly|thanks|thank you|good (?:morning|afternoon|evening)"
    rf"|(?:could|can|would|will|may|might) (?:you|we|i|someone|anyone){_POLITELY}"
    rf"(?=,? (?:please|see|have|get|know|ask|like|mind|{_VERBS[3:-1]})\b)"
    r"|(?:i|we)(?:['\u2019]d| would)? (?:like|love|want|need|wish)"
    r"(?: to (?=know|see|get|have|find|ask))?"
    r"|(?:i|we)(?:['\u2019]m| am|['\u2019]re| are) (?:looking for|interested in)"
    r"|(?:i|we) (?:was|were) wondering|(?:i|we) wonder|do you know|would like"
    r"|to (?:know|see|get|have|find|learn|ask)|mind|(?:telling|showing|giving) (?:me|us)"
    rf"|{_VERBS}(?: out| up)?(?: (?:me|us))?(?: (?:know|see|have))?(?: for me)?(?: (?:if|whether))?"
    r"|see|know|have|ask|for me please"
    r")(?!['\u2019\w]))+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[,.?!\s]+(?:if (?:you (?:can|could|please)|possible)|please|thanks|thank you|will you|"
    r"would you|could you|can you)(?: please)?[.?!\s]*$",
    re.IGNORECASE,
)


@once
def steering_of(reading: Reading) -> tuple[tuple[int, str, str], ...]:
    """Each such word of a question: its place, its kind, and as written."""
    first, last = _within(reading.text[:MAX_LENGTH])
    inside = (
        (place, _kind(reading.tokens, place), token.text)
        for place, token in enumerate(reading.tokens)
        if first <= token.start and token.end <= last
    )
    return tuple(found for found in inside if found[1])


def _within(text: str) -> tuple[int, int]:
    """Where the question stands between what only asks for an answer."""
    head, tail = _HEAD.match(text), _TAIL.search(text)
    asks = head is not None and re.search(_VERBS, head.group(), re.IGNORECASE)
    last = tail.start() if tail else len(text)
    if asks and text[:last].lower().endswith(" for me"):
        last -= len(" for me")
    return head.end() if head else 0, last


def _kind(tokens: tuple[Token, ...], place: int) -> str:
    token, word = tokens[place], tokens[place].text.lower()
    if token.key == "NOT" and word.split(" ")[0] in _DENIED_MODALS:
        # What cannot be is not what is not.
        return "would"
    if token.mark is not Mark.WORD or _means_nothing_here(tokens, place):
        return ""
    beside = _kind_beside(tokens, place)
    if beside or (word in ("you", "me") and _is_asked(tokens, place)):
        return beside
    return _KIND_OF.get(word) or ("" if word in _OWN_WORDS else _KIND_OF.get(token.key, ""))


def _kind_beside(tokens: tuple[Token, ...], place: int) -> str:
    """The kind that a word is of only for what stands beside it."""
    word, before = tokens[place].text.lower(), tokens[place - 1] if place else None
    following = _mark(tokens, place + 1)
    if (word in _BEFORE_NUMBERS and following is Mark.NUMBER) or (
        word in _DEGREES and following is Mark.OPERATOR
    ):
        return "nearly"
    if word == "by" and _is_time(tokens, place + 1):
        return "by then"
    if before is None:
        return ""
    if word == "more" and before.key in ("howmuch", "COUNT"):
        return "more"
    return "would" if word == "be" and before.text.lower() == "to" else ""


def _is_asked(tokens: tuple[Token, ...], place: int) -> bool:
    """`Do you have`, `give me`: who asks and who answers."""
    before = tokens[place - 1].text.lower() if place else ""
    if tokens[place].text.lower() == "me":
        return before in ("give", "show", "tell")
    after = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
    return before in ("do", "did") and after in ("have", "know", "see")


def _means_nothing_here(tokens: tuple[Token, ...], place: int) -> bool:
    word = tokens[place].text.lower()
    if word in ("up", "out", "off", "down") and place:
        return tokens[place - 1].text.lower() in _PHRASAL
    month = tokens[place].key == wordlists.MAY
    return month or (word == "but" and _denies(tokens, place + 1))


def _mark(tokens: tuple[Token, ...], place: int) -> Mark | None:
    return tokens[place].mark if place < len(tokens) else None


def _is_time(tokens: tuple[Token, ...], place: int) -> bool:
    if _mark(tokens, place) in (Mark.TIME, Mark.DATE, Mark.NUMBER):
        return True
    return place < len(tokens) and tokens[place].key.startswith(lexicon.RELATIVE_PREFIXES)


def _denies(tokens: tuple[Token, ...], place: int) -> bool:
    """`But not`, `but did not`: the denial itself is compared, and `but` says no more."""
    while place < len(tokens) and tokens[place].text.lower() in _AFTER_BUT:
        place += 1
    return place < len(tokens) and tokens[place].key == "NOT"
