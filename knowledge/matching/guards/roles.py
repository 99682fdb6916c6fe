"""Guards on who does what to whom: the small word after a verb of exchange, and the voice."""

from collections.abc import Mapping, Sequence

from knowledge.matching import clauses, lexicon, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Reading, once
from knowledge.matching.thesaurus import Relation, relation
from knowledge.matching.tokens import Mark, Token

_ROLES = wordlists.words("for from to into onto toward towards via through by")
# Verbs of movement and exchange, as stems: what follows them says which end is meant.
_MOVES = wordlists.words(
    """leav leave depart arriv arrive ship send mail dispatch deliver return transfer mov move
    travel fly sail drive ride rid go com come bring carry import export rout route sell buy
    purchas purchase pay paid refund owe ow lend lent borrow rent leas lease giv give donat donate
    award issu issue hir hire bill invoic invoice charg charge submit forward post call writ write
    relocat relocate switch convert upgrad upgrade downgrad downgrade"""
)
# Their nouns say one end only where they name it.
_MOVEMENTS = wordlists.words(
    """transfer shipment delivery payment sal sale flight trip call messag message letter invoic
    invoice refund donation loan gift export import mov move ticket order return rout route"""
)
_FROM_ITSELF = wordlists.words("leav leave depart")
_OBJECTS_BETWEEN = 3


def ends_named(pair: Comparison) -> Failure | None:
    """Leaving for a port is not leaving it; what was sold by somebody was not sold to them."""
    before, now = _ends(pair.stored), _ends(pair.asked)
    for place, (key, role) in enumerate(now):
        twin = [other for other in before if relation(other[0], key) is Relation.SAME]
        if not twin and len(before) == len(now):
            twin = [before[place]]
        if twin and all(not _same_end(other, (key, role)) for other in twin):
            return Failure("roles", f"“{key}” names another end of it")
    told = _ends_of_nouns(pair.stored)
    for key, role in _ends_of_nouns(pair.asked).items():
        if told.get(key, role) != role:
            return Failure("roles", f"“{role}” names another end of it")
    return None


def _same_end(one: tuple[str, str], other: tuple[str, str]) -> bool:
    roles = {"" if key in _FROM_ITSELF and role == "from" else role for key, role in (one, other)}
    # Who did it may be said without `by`; the guard on the voice compares that.
    return len(roles) == 1 or roles == {"", "by"}


def _ends(reading: Reading) -> list[tuple[str, str]]:
    """Each verb of movement or exchange with the small word that leads its next end."""
    found = []
    for place, token in enumerate(reading.tokens):
        text = token.text.lower()
        if token.key == "SORT" and text in _ORDERED:
            # It was read as a way to sort, and may be what buyers do.
            role = "by" if text == "ordered by" else _role_after(reading.tokens, place, 0)
            found.append(("order", role))
        elif token.mark is Mark.WORD and token.key in _MOVES and _is_verb(reading, place):
            found.append((token.key, _role_after(reading.tokens, place, _OBJECTS_BETWEEN)))
    return found


_ORDERED = frozenset({"ordered", "ordered by"})


def moves(reading: Reading) -> bool:
    """Whether anything is moved or exchanged, so that it has a from and a to."""
    return any(
        token.mark is Mark.WORD and token.key in _MOVES | _MOVEMENTS for token in reading.tokens
    )


def _is_verb(reading: Reading, place: int) -> bool:
    word = reading.tokens[place].text.lower()
    did = {"did", "does", "do"} & set(clauses.texts(reading)[:place])
    return bool(did) or clauses.is_past(word) or word.endswith("ing")


@once
def _ends_of_nouns(reading: Reading) -> Mapping[str, str]:
    """Each noun of movement or exchange with the end that it names."""
    found = {}
    for place, token in enumerate(reading.tokens):
        if token.mark is Mark.WORD and token.key in _MOVEMENTS:
            role = _role_after(reading.tokens, place, 0)
            if role not in ("", "by"):
                found[token.key] = role
    return found


def _role_after(tokens: tuple[Token, ...], place: int, objects: int) -> str:
    """The role word after a verb, behind its object at most; one of a time is none."""
    names_a_thing = tokens[place].text.lower().endswith("ing")
    for at in range(place + 1, min(place + 2 + objects, len(tokens))):
        token, word = tokens[at], tokens[at].text.lower()
        if word in _ROLES:
            return "" if _is_when(tokens[at + 1 : at + 2]) else word
        noun = token.mark in (Mark.WORD, Mark.VALUE) and word not in clauses.PREPOSITIONS
        # `Selling prices` is a thing, `leaving Hamburg` is not.
        if names_a_thing and token.mark is not Mark.VALUE:
            return ""
        if not noun or word in _CLAUSES or clauses.is_done(word):
            return ""
    return ""


_CLAUSES = wordlists.words("who which that where when and but is are was were has have had did do")


def _is_when(following: tuple[Token, ...]) -> bool:
    return any(
        token.mark in (Mark.TIME, Mark.DATE, Mark.NUMBER)
        or token.key.startswith((*lexicon.RELATIVE_PREFIXES, "GRAIN"))
        for token in following
    )


_ALIKE = {"paid": "pay", "given": "give", "giv": "give", "gave": "give"}
# What they do by themselves is as well done to them: shipped, enrolled, closed.
_EITHER = wordlists.words(
    """enrol enroll register ship open clos close start end graduat graduate retir retire locat
    locate marry bas base associat associate relat relate involv involve complet complete finish
    expir expire"""
)


def done_or_doing(pair: Comparison) -> Failure | None:
    """What each did pay is not what each was paid; who teaches is not who is taught."""
    before, now = _parts(pair.stored), _parts(pair.asked)
    for key in before.keys() & now.keys():
        if before[key] != now[key]:
            return Failure("roles", f"“{key}” may be done by another")
    return None


@once
def _parts(reading: Reading) -> Mapping[str, bool]:
    """Each verb whose subject is plain, and whether that subject only suffers it."""
    words, parts = clauses.texts(reading), dict[str, bool]()
    for place, token in enumerate(reading.tokens):
        key = _ALIKE.get(token.key, token.key)
        if token.mark not in (Mark.WORD, Mark.VALUE) or key in _EITHER or place == 0:
            continue
        before = words[:place]
        if clauses.is_done(words[place]):
            suffers = _suffers(before)
            by = any(map(clauses.begins_by, reading.tokens[place + 1 : place + 2]))
            if suffers is not None and not by:
                parts[key] = suffers
        elif _does(token, before):
            parts[key] = False
    return parts


def _does(token: Token, before: Sequence[str]) -> bool:
    """Whether a verb in the present, or after `did`, is what its subject does."""
    if before[-1] in _WHO:
        return token.key not in wordlists.FUNCTION
    if token.text.lower().endswith("ing") and tuple(before[-2:]) in _DID_THE:
        return True
    asks = {"did", "does", "do"} & set(before[-_REACH:-1])
    return bool(asks) and not set(before[-_REACH:]) & _CLOSES


_REACH = 5
# Who did the training trained others.
_DID_THE = {(did, the) for did in ("did", "does", "do") for the in ("the", "all")}
_CLOSES = wordlists.words("who which that in for from with by have than")
_WHO = wordlists.words("who which that")
_HAVING = wordlists.words("has have had")
_BETWEEN = wordlists.words("not never also already ever")


def _suffers(before: Sequence[str]) -> bool | None:
    """Whether what stands before a participle makes its subject suffer it; None if not plain."""
    said = [word for word in before if word not in _BETWEEN]
    last = said[-1] if said else ""
    if last in _WHO or last in _HAVING:
        return False
    if last in clauses.BEING:
        # `What was paid` asks for the object, as `what did they pay` does.
        return None if said[-2:-1] in ([], ["what"], ["how much"]) else True
    if said[-2:-1] and said[-2] in ("which", "what", "how many"):
        return False
    for back, word in enumerate(reversed(said[-_REACH:])):
        if word in _CLOSES:
            return None
        if word in ("was", "were", "is", "are") and back:
            # `Was each member paid`, but not `what is the amount paid`.
            subject = said[len(said) - back]
            return True if subject in ("each", "every", "all") else None
    return None


def acted_on(pair: Comparison) -> Failure | None:
    """Whom the guides called is not who called the guides."""
    for one, other in ((pair.stored, pair.asked), (pair.asked, pair.stored)):
        objects = _objects(other)
        for key, subjects in _subjects(one).items():
            if any(clauses.has_same(noun, objects.get(key, [])) for noun in subjects):
                return Failure("roles", f"“{key}” may be done by another")
    return None


def given_or_giving(pair: Comparison) -> Failure | None:
    """Who was sent parcels is not who sent parcels."""
    before, now = _given(pair.stored), _given(pair.asked)
    for key in before.keys() & now.keys():
        if before[key] != now[key]:
            return Failure("roles", f"“{key}” may be done by another")
    return None


@once
def _given(reading: Reading) -> Mapping[tuple[str, str], bool]:
    """Each participle with the noun right behind it, and whether its subject is given that."""
    found: dict[tuple[str, str], bool] = {}
    words = clauses.texts(reading)
    for place, word in enumerate(words):
        if not clauses.is_done(word):
            continue
        before = [each for each in words[:place] if each not in _BETWEEN]
        key = reading.tokens[place].key
        for noun in _named_from(reading, place + 1):
            found[(_ALIKE.get(key, key), noun)] = bool(before) and before[-1] in clauses.BEING
    return found


@once
def _subjects(reading: Reading) -> Mapping[str, Sequence[str]]:
    """Each verb after `did` with the nouns between."""
    found: dict[str, list[str]] = {}
    words = clauses.texts(reading)
    for place, word in enumerate(words):
        if place and word in ("did", "does", "do"):
            named = _named_from(reading, place + 1)
            for at, key in enumerate(named[1:], start=1):
                found[_ALIKE.get(key, key)] = named[:at]
    return found


@once
def _objects(reading: Reading) -> Mapping[str, Sequence[str]]:
    """Each participle with the nouns right behind it."""
    found: dict[str, list[str]] = {}
    for place, word in enumerate(clauses.texts(reading)):
        if clauses.is_done(word):
            key = reading.tokens[place].key
            found[_ALIKE.get(key, key)] = _named_from(reading, place + 1)
    return found


def _named_from(reading: Reading, start: int) -> list[str]:
    """The nouns and verbs from a place on, up to a small word that begins something else."""
    found: list[str] = []
    for token in reading.tokens[start:]:
        article = token.text.lower() in ("the", "a", "an", "each", "every", "our", "their")
        if token.mark not in (Mark.WORD, Mark.VALUE) and not article:
            break
        if token.text.lower() in clauses.PREPOSITIONS | _CLAUSES:
            break
        found += [] if article else [token.key]
    return found


def done_for(pair: Comparison) -> Failure | None:
    """What was opened for each user is not what each user opened."""
    for one, other in ((pair.stored, pair.asked), (pair.asked, pair.stored)):
        for key in _done_for(one) & _subjects(other).keys():
            if key not in _done_for(other):
                return Failure("roles", f"“{key}” may be done by another")
    return None


@once
def _done_for(reading: Reading) -> frozenset[str]:
    """The participles that are said to be for somebody, and not for a time."""
    words = clauses.texts(reading)
    return frozenset(
        token.key
        for place, token in enumerate(reading.tokens)
        if clauses.is_done(words[place])
        and words[place + 1 : place + 2]
        and words[place + 1].split(" ")[0] == "for"
        and not _is_when(reading.tokens[place + 2 : place + 3])
    )
