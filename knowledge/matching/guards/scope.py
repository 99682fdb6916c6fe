"""Guards on small words of scope: past and present, all and any, offered and held."""

from itertools import pairwise

from knowledge.matching import clauses, lexicon, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.reading import Reading, once
from knowledge.matching.schema import Element
from knowledge.matching.tokens import Mark

_TENSES = {
    "past": frozenset({"was", "were", "did", "had"}),
    "present": frozenset({"is", "are", "do", "does", "has", "have"}),
}


def past_or_present(pair: Comparison) -> Failure | None:
    """What was owned is not what is owned."""
    before, now = _tenses(pair.stored), _tenses(pair.asked)
    if before and now and not before & now:
        return Failure("meaning", "one asks about the past, the other about now")
    for one, other in ((pair.stored, pair.asked), (pair.asked, pair.stored)):
        if _was(one) and not _says_when(other):
            return Failure("meaning", "one asks about the past")
    return None


_PAST = frozenset({"had", "was", "were"})
_OPENING = frozenset({"what", "who", "where", "when", "how", "which"})


def _was(reading: Reading) -> bool:
    """Whether anything is said to be over; `what was revenue` only asks."""
    words = clauses.texts(reading)
    return any(word in _PAST and before not in _OPENING for before, word in pairwise(["", *words]))


def _says_when(reading: Reading) -> bool:
    """Whether any verb shows its tense; `customers with orders` does not."""
    return bool(_tenses(reading)) or any(map(clauses.is_done, clauses.texts(reading)))


def _tenses(reading: Reading) -> set[str]:
    words = set(clauses.texts(reading))
    if words & {"did", "do", "does"}:
        words -= {"have"}  # `What did they have` is past.
    return {tense for tense, said in _TENSES.items() if words & said}


_QUANTITIES = frozenset({"all", "any"})
# After these, and beside an approved `all`, it says no more than the plural does.
_FREE = clauses.ASKING | wordlists.words(
    """of for from in across among over are is were was the me us do does have has had and
    there"""
)


def quantities(pair: Comparison) -> Failure | None:
    """Who cancelled all is not who cancelled any."""
    before, now = _bound_quantities(pair.stored), _bound_quantities(pair.asked)
    if before != now:
        said = (now or before)[0]
        return Failure("meaning", f"only one of them says “{said}”, which may change what is asked")
    return None


@once
def _bound_quantities(reading: Reading) -> tuple[str, ...]:
    """`All` and `any` where they are not free, sorted."""
    denied = "NOT" in reading.operators
    found = []
    for place, (token, other) in enumerate(pairwise(reading.tokens), start=2):
        word = other.text.lower()
        after = reading.tokens[place].text.lower() if place < len(reading.tokens) else ""
        free = token.text.lower() in _FREE and not _is_all_done(token.text.lower(), after)
        if word not in _QUANTITIES or free or token.key == "COUNT":
            continue
        if not (denied and word == "any"):
            found.append(word)
    return tuple(sorted(found))


def _is_all_done(before: str, after: str) -> bool:
    """`Are all paid`, unlike `are all the invoices`."""
    return before in clauses.BEING and (clauses.is_done(after) or after in _DONE_WORDS)


_DONE_WORDS = wordlists.words("open done due free full late")


# Verbs that add nothing in "made for each method", and everything in "the orders you made".
_LIGHT_VERBS = {
    form: forms.split()[0]
    for forms in (
        "offer offers offered offering",
        "hold holds held holding",
        "make makes made making",
        "need needs needed",
        "exist existed",
        "get gets got getting",
        "help helps helped",
        "want wants wanted",
        "given",
        "keep keeps kept",
        "provided",
        "obtain obtained",
    )
    for form in forms.split()
}


def light_verbs(pair: Comparison) -> Failure | None:
    """Orders held are not orders made."""
    before, now = _light(pair.stored), _light(pair.asked)
    # After `did`, it is what was done: votes they get are not votes they lose.
    does = {"did", "does", "do"} & {*clauses.texts(pair.stored), *clauses.texts(pair.asked)}
    new = sorted(now ^ before if does else now - before)
    if new:
        return Failure(
            "meaning", f"only one of them says “{new[0]}”, which may change what is asked"
        )
    return None


def _light(reading: Reading) -> set[str]:
    words = clauses.texts(reading)
    return {_LIGHT_VERBS[word] for word in words if word in _LIGHT_VERBS}


def the_most(pair: Comparison) -> Failure | None:
    """`Most people` are more than half; `the most people` are a record."""
    if _of_most(pair.stored) != _of_most(pair.asked):
        return Failure("aggregate", "“most” may be “the most”, or most of them")
    if _how_often(pair.stored) != _how_often(pair.asked) or _times(pair.stored) != _times(
        pair.asked
    ):
        return Failure("aggregate", "one asks how many, the other how often")
    return None


def _how_often(reading: Reading) -> bool | None:
    """Whether a superlative is of how often; None where there is none."""
    said = [token.text.lower() for token in reading.tokens if token.key in ("MOST", "FEWEST")]
    return any("often" in text or "times" in text for text in said) if len(said) == 1 else None


def _times(reading: Reading) -> bool:
    """Whether a count is of the times that something happened."""
    return any(token.key == "COUNT" and "times" in token.text.lower() for token in reading.tokens)


def _of_most(reading: Reading) -> bool:
    """Whether a plain `most` stands before a noun, without an article or a verb that leads it."""
    return any(
        other.key == "MOST" and other.text.lower() == "most" and token.text.lower() != "the"
        for token, other in pairwise(reading.tokens)
    )


def whose(pair: Comparison) -> Failure | None:
    """Their average is not ours."""
    if _opens_with_their(pair.stored) != _opens_with_their(pair.asked):
        return Failure("meaning", "“their” may mean something else")
    compares = lexicon.COMPARATORS & {*pair.stored.operators, *pair.asked.operators}
    if compares and _owns(pair.stored) != _owns(pair.asked):
        return Failure("meaning", "only one of them compares each with its own")
    if _by_their(pair.stored) != _by_their(pair.asked):
        return Failure("meaning", "only one of them says that it was done by each one's own")
    if (_opening(pair.stored) == "whose") != (_opening(pair.asked) == "whose"):
        return Failure("meaning", "one asks whose, the other who")
    if {_side(pair.stored), _side(pair.asked)} == {"we", "they"}:
        return Failure("meaning", "one asks about us, the other about others")
    return None


def _by_their(reading: Reading) -> bool:
    """Whether anything was done by somebody of theirs: `mentored by their manager`."""
    words = clauses.texts(reading)
    return any(
        clauses.is_done(one) and other == "by" and owner in _OWNERS
        for one, other, owner in zip(words, words[1:], words[2:], strict=False)
    )


_OWNERS = wordlists.words("their its his her")


def _owns(reading: Reading) -> bool:
    return bool({"their", "its", "his", "her"} & set(clauses.texts(reading)))


def _opening(reading: Reading) -> str:
    return next(iter(clauses.texts(reading)), "")


def _side(reading: Reading) -> str:
    words = set(clauses.texts(reading))
    ours, others = words & {"we", "our", "ours"}, words & {"they", "them", "their", "theirs"}
    return "we" if ours and not others else "they" if others and not ours else ""


def _opens_with_their(reading: Reading) -> bool:
    words = clauses.texts(reading)
    return next((word == "their" for word in words if word not in _BEFORE_THEIR), False)


_BEFORE_THEIR = wordlists.words("what is are was were the show list find give me which")


def distinct_in_groups(pair: Comparison) -> Failure | None:
    """Different courses of each student need SQL that counts them once."""
    says, said = "DISTINCT" in pair.asked.operators, "DISTINCT" in pair.stored.operators
    counts_once = pair.shape.distinct_rows or pair.shape.distinct_count
    if not says or said or counts_once or not pair.shape.grouped:
        return None
    grouped = {(item.table, item.column) for item in pair.shape.used if item.clause == "group"}
    for token, other in pairwise(pair.asked.tokens):
        if token.key == "DISTINCT" and not _names_one(pair.schema.named_by(other.key), grouped):
            return Failure("distinct", "the approved SQL may count some of them twice")
    return None


def _names_one(named: frozenset[Element], grouped: set[Element]) -> bool:
    return any(
        column == other and (not table or not owner or table == owner)
        for table, column in named
        for owner, other in grouped
    )


def groups_kept(pair: Comparison) -> Failure | None:
    """For each of them is not for all of them together."""
    if _by_each(pair.asked) and not _by_each(pair.stored) and not pair.shape.grouped:
        return Failure("grouping", "only one of them tells apart who did it")
    if "EACH" not in pair.stored.operators:
        return None
    if not _has_grains(pair.asked) and _done_by_many(pair.asked):
        return Failure("grouping", "one asks for each who did it, the other for all together")
    if _groups(pair.asked):
        return None
    if {"all", "any", "every"} & set(clauses.texts(pair.asked)):
        return Failure("grouping", "one asks for each, the other for all together")
    return None


def _groups(reading: Reading) -> bool:
    return _has_grains(reading) or "by" in clauses.texts(reading)


def _has_grains(reading: Reading) -> bool:
    return any(key == "EACH" or key.startswith("GRAIN") for key in reading.operators)


def _by_each(reading: Reading) -> bool:
    words = clauses.texts(reading)
    return any(
        clauses.is_done(one) and f"{other} {each}".startswith("by each")
        for one, other, each in zip(words, words[1:], (*words[2:], ""), strict=False)
    )


def _done_by_many(reading: Reading) -> bool:
    """Whether a `by` says who did it, which groups nothing: scores given by reviewers."""
    words = clauses.texts(reading)
    return any(clauses.is_done(one) and other == "by" for one, other in pairwise(words))


def measures_each(reading: Reading) -> bool:
    """Whether a question measures something, so that `for each` groups it."""
    kinds = lexicon.AGGREGATES | lexicon.SUPERLATIVES
    return any(token.key in kinds for token in reading.tokens if token.mark is Mark.OPERATOR)
