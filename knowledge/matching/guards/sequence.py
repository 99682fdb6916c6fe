"""Rules on the order in which things are said: a verb, or a word that nobody knows, stays in place.

It asks nothing of what a word means, so it holds for words that no other guard knows.
"""

from knowledge.matching import clauses, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.mentions import EACH, Mention, Mentions, led_by
from knowledge.matching.reading import Reading
from knowledge.matching.tokens import Mark

_Twins = tuple[Mention, Mention]


def kept_order(pair: Comparison, found: Mentions) -> Failure | None:
    """Renewed and later cancelled is not cancelled and later renewed."""
    if clauses.has_sentences(pair.stored) or clauses.has_sentences(pair.asked):
        return None
    for one, other in found.crossed():
        if not (_is_fixed(pair, one, other) or _is_fixed(pair, other, one)):
            continue
        if _is_listed(pair, one, other) or _says_the_same(pair, one, other):
            continue
        said = f"“{one[1].token.text}” and “{other[1].token.text}”"
        return Failure("roles", f"{said} changed places")
    return None


def kept_subjects(pair: Comparison, found: Mentions) -> Failure | None:
    """Per mile by vessels built then is not by vessels per mile built then."""
    if clauses.has_sentences(pair.stored) or clauses.has_sentences(pair.asked):
        return None
    pairs = found.pairs
    stored = {one.place: number for number, (one, _) in enumerate(pairs)}
    asked = {other.place: number for number, (_, other) in enumerate(pairs)}
    for one, other in pairs:
        if not clauses.does_at(pair.stored, one.place):
            continue
        before, now = stored.get(one.after), asked.get(other.after)
        if before is not None and now is not None and before != now:
            said = f"“{other.token.text}” is said of “{pairs[now][1].token.text}”"
            return Failure("roles", f"{said} instead of “{pairs[before][1].token.text}”")
    return None


# Operators that no other guard holds to what they stand beside.
_PLACED = frozenset({"SAME", "ONLY", "EVEN", "HALF", "MOST_OF", "USED_TO"})


def _is_fixed(pair: Comparison, twins: _Twins, beside: _Twins) -> bool:
    """Verbs, and words that are nothing of the database, are held in place by what they say."""
    token = twins[0].token
    if token.key == "NOT":
        # What is said in May, and not, is not what is not said in May.
        return bool(led_by(pair.stored, beside[0]) and led_by(pair.asked, beside[1]))
    if token.mark is Mark.OPERATOR:
        return token.key in _PLACED
    if token.mark is not Mark.WORD:
        return False
    return clauses.does_at(pair.stored, twins[0].place) or not pair.schema.named_by(token.key)


def _is_listed(pair: Comparison, one: _Twins, other: _Twins) -> bool:
    """Names and dates are dates and names, unless they are things done."""
    listed = "and" in {*other[0].leads} & {*one[1].leads}
    return listed and not any(clauses.does_at(pair.stored, each[0].place) for each in (one, other))


def _says_the_same(pair: Comparison, one: _Twins, other: _Twins) -> bool:
    """Whether what moved took along the small word that leads it, or is owned in both."""
    apart = not (_adjoin(pair.stored, one[0], other[0]) or _adjoin(pair.asked, other[1], one[1]))
    moves = [each for each in (one, other) if _moves_whole(pair, each, apart=apart)]
    does = any(_says_or_denies(pair.stored, each[0]) for each in (one, other))
    if moves and (not does or _is_fronted(*moves[0])):
        return True
    return _same_thing(pair, one, other)


def _says_or_denies(reading: Reading, mention: Mention) -> bool:
    return mention.token.key == "NOT" or clauses.does_at(reading, mention.place)


def _is_fronted(one: Mention, other: Mention) -> bool:
    """Whether a phrase opens one of the questions: for each town, in 2024."""
    return any(each.place <= len(each.leads) + 1 for each in (one, other))


def _moves_whole(pair: Comparison, twins: _Twins, *, apart: bool) -> bool:
    """In Oslo, by region: whatever it stands before or after, it says the same."""
    one, other = led_by(pair.stored, twins[0]), led_by(pair.asked, twins[1])
    if {one, other} <= EACH:
        return True
    # Of kilowatt hours, kilowatts cannot move alone.
    return apart and one == other and one not in ("", "and", "to", "than", "as")


def _adjoin(reading: Reading, first: Mention, last: Mention) -> bool:
    """Whether nothing leads away between two mentions, as in kilowatt hours."""
    between = reading.tokens[first.place + 1 : last.place]
    return all(token.mark is Mark.WORD and token.key not in wordlists.LIGHT for token in between)


def _same_thing(pair: Comparison, one: _Twins, other: _Twins) -> bool:
    """The gifts of members are the members' gifts, and invoices that are due the due invoices."""
    for column, reading, beside in ((0, pair.stored, pair.asked), (1, pair.asked, pair.stored)):
        first, last = (one, other) if column == 0 else (other, one)
        after, led, swapped = last[column], first[1 - column], last[1 - column]
        whole = _ends_a_name(reading, after.place)
        owns = "of" in after.leads and not set(led.leads) - {"s", "the"}
        owns = owns and whole and not clauses.does_at(reading, first[column].place)
        is_so = clauses.only_says_is(after.leads) and not clauses.does_at(reading, after.place)
        if owns or (is_so and _adjoin(beside, swapped, led) and not led.leads):
            return True
    return False


def _ends_a_name(reading: Reading, place: int) -> bool:
    """Whether nothing adjoins a word behind it: of a winning goal, winning cannot move alone."""
    following = reading.tokens[place + 1 : place + 2]
    return all(
        token.mark is not Mark.WORD or token.key in wordlists.LIGHT for token in following
    ) or clauses.does_at(reading, place + 1)
