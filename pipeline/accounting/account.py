"""The words of a question that no part of its statement stands for."""

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isclose

from sqlglot import exp

from knowledge.catalog import Column, Kind, Table
from knowledge.matching.stem import stem
from knowledge.matching.thesaurus import is_known
from knowledge.semantics.words import concepts_of
from pipeline.accounting.forms import (
    forms_of,
    forms_of_name,
    forms_of_text,
    is_near,
    is_same,
    kinds,
    words_of_name,
)
from pipeline.accounting.statement import (
    COMPUTED,
    GROUPED,
    NAMED,
    ORDERED,
    SHOWN,
    TABLE,
    TESTED,
    VALUE,
    Element,
    Statement,
)
from pipeline.reader.words import Token, is_function_word, tokens_of
from pipeline.rules.schema.known import Known
from pipeline.times.values import TimeSpan

_FEW, _NEAR, _SHORTEST, _INITIALS = 3, 4, 3, 2
_DEED = ("ed", "en")
# Words with these endings tell some rows from others.
_OF_STATES = ("ed", "en", "ive", "able", "ible")
_DOERS = ("er", "or", "ers", "ors")
_LONGEST_NAME = 2
_ALIKE = 0.8
_OLDEST, _NEWEST = 1800, 2200
_GROUPS = (GROUPED, SHOWN, ORDERED)
_CONDITIONS = (TESTED, VALUE)
_LESS_THAN = (exp.LT, exp.LTE)
_MORE_THAN = (exp.GT, exp.GTE)
_NO_DENIAL = "No row is left out for it."
_UNUSED = "No part of the answer stands for it."


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A word of a question that its statement does not use, and why that is held to be so.

    It is `sure` where the word names something of the data or of the form of an answer, or is
    written as a name.
    """

    word: str
    why: str
    at: int
    name: bool = False

    @property
    def sure(self) -> bool:
        return self.name or self.why != _UNUSED

    @property
    def reason(self) -> str:
        """Why it must have been used; empty where that is not known."""
        return "" if self.why == _UNUSED else self.why

    @property
    def turns(self) -> bool:
        """Whether a sentence says the opposite without the word, or another amount."""
        low, known = self.word.lower(), kinds()
        turning = ("denies", "part_of_whole", *_COMPUTED_BY)
        return low == "but" or low.endswith("n't") or any(low in known[k] for k in turning)


def left_out(
    question: str, sql: str, about: Known, times: Sequence[TimeSpan] = ()
) -> tuple[LeftOut, ...]:
    """The words that no part of the statement stands for, in their order.

    A statement that cannot be read explains nothing and is not judged here.
    """
    statement = Statement.of(sql, about)
    if statement is None:
        return ()
    return _Account(question, statement, tuple(times)).left_out


def is_joint(word: str) -> bool:
    """Whether a word holds a sentence together and says nothing by itself."""
    return is_function_word(word) or word in kinds()["joint"] | kinds()["says_nothing"]


def _sign(at: int) -> Token:
    """A percent sign that stands for a word."""
    return Token(
        text="%", low="%", lemma="%", stem="%", quoted=False, capital=False, number=None,
        dated=False, at=at,
    )  # fmt: skip


class _Account:
    """The words of one question beside the elements of one statement."""

    def __init__(self, question: str, statement: Statement, times: tuple[TimeSpan, ...]) -> None:
        self.question, self.statement, self.times = question, statement, times
        signs = (_sign(found.start()) for found in re.finditer(r"(?<![\w.])%", question))
        told = sorted((*tokens_of(question), *signs), key=lambda token: token.at)
        self.words = tuple(
            token for token in told
            if not any(span.at <= token.at < span.until for span in times)
        )  # fmt: skip

    @cached_property
    def left_out(self) -> tuple[LeftOut, ...]:
        found: dict[int, LeftOut] = {}
        for rule in _RULES:
            for at, why in rule(self):
                word = self.words[at]
                left = LeftOut(word=word.text, why=why, at=word.at, name=self.is_name(at))
                found.setdefault(at, left)
        return tuple(found[at] for at in sorted(found))

    @cached_property
    def stored(self) -> dict[int, str]:
        """The places of words that a stored value is made of, with its column."""
        about, found = self.statement.about, dict[int, str]()
        read = {table.key for table in self.statement.tables if not about.is_hushed(table.key)}
        for at, until, hit in about.values.spans(self.question):
            if hit.score == 1 and hit.table in read:
                for place, word in enumerate(self.words):
                    if at <= word.at < until:
                        found.setdefault(place, f"{hit.table}.{hit.column}")
        return found

    def is_name(self, at: int) -> bool:
        """Whether a word is written as a name, and not because a sentence begins or shouts."""
        word = self.words[at]
        before = self.words[at - 1].text if at else "."
        return word.capital and not word.text.isupper() and before not in ".?!:;" and at > 0

    @property
    def elements(self) -> tuple[Element, ...]:
        return self.statement.elements

    def is_(self, kind: str, at: int) -> bool:
        """Whether the lexicon has the word there under this kind."""
        return 0 <= at < len(self.words) and self.words[at].low in kinds()[kind]

    def says(self, text: str, at: int) -> bool:
        return 0 <= at < len(self.words) and self.words[at].low in text.split()

    def is_content(self, at: int) -> bool:
        """Whether a word may name something of the data."""
        word = self.words[at]
        if not word.is_word or word.quoted:
            return word.quoted
        if word.low in kinds()["says_nothing"] and self._is_value(word):
            return True
        if self.says("with", at + 1) and self.statement.has(exp.Like):
            return False
        low = word.low.removesuffix("'s")
        known = kinds()
        return not (
            is_function_word(low) or low.endswith("n't")
            or (len(low) < _SHORTEST and not word.capital)
            or any(low in known[kind] for kind in _PASSED_OVER)
        )  # fmt: skip

    def _is_value(self, word: Token) -> bool:
        return len(word.low) >= _SHORTEST and bool(_column_of_value(word, self.statement))

    def named_by(self, at: int, roles: Sequence[str] = ()) -> list[Element]:
        """The elements that a word names: by their names, else by what stands beside those."""
        low = self.words[at].low
        some = [each for each in self.elements if not roles or each.role in roles]
        direct = [each for each in some if is_same(low, each.forms)]
        direct = direct or [each for each in some if is_same(low, each.also)]
        # `F` of female, `Y` of yes.
        direct = direct or [e for e in some if e.role == VALUE and _is_initial(low, e.forms)]
        parts = low.split() if self.words[at].quoted and not direct else ()
        return direct or [e for e in some if parts and all(is_same(p, e.forms) for p in parts)]

    def after(self, at: int, most: int = _NEAR) -> list[int]:
        """The content words right behind a word."""
        return [place for place in range(at + 1, min(at + 1 + most, len(self.words)))
                if self.is_content(place)]  # fmt: skip

    @cached_property
    def denials(self) -> tuple[int, ...]:
        """The places of words by which rows are left out."""
        return tuple(
            at for at, word in enumerate(self.words)
            if word.low in kinds()["denies"] or word.low.endswith("n't")
            or (word.low == "but" and self._is_excepting(at))
            or (self.says("other", at) and self.says("than", at + 1))
        )  # fmt: skip

    def _is_excepting(self, at: int) -> bool:
        """`all but Spain`: rows of everything, and the value that they do not have."""
        before = [word.low for word in self.words[max(0, at - _FEW) : at]]
        every = kinds()["every"]
        then = self.words[at + 1].low if at + 1 < len(self.words) else ""
        return any(word in every for word in before) and not self.is_("denies", at + 1) and (
            then not in ("have", "has", "are", "is", "were", "was", "with", "only")
        )  # fmt: skip

    @cached_property
    def denied(self) -> tuple[Element, ...]:
        return tuple(each for each in self.elements if each.denied)

    @cached_property
    def is_denying(self) -> bool:
        """Whether the statement leaves rows out, or holds them to a no."""
        tree = self.statement.tree
        if self.denied or self.statement.has(exp.Not, exp.NEQ, exp.Except):
            return True
        opposite = [each for each in self.elements if each.role in _CONDITIONS]
        low = any(form.startswith(("un", "in", "non", "not", "dis", "no"))
                  for each in opposite for form in each.forms)  # fmt: skip
        return low or any(tree.find_all(*_LESS_THAN))


def _is_initial(word: str, forms: frozenset[str]) -> bool:
    return max(map(len, forms), default=9) <= _INITIALS and any(word[0] in form for form in forms)


def _words_by_themselves(account: _Account) -> Iterator[tuple[int, str]]:
    """Content words that name no element: one that is of no other use may be what they mean."""
    pending: list[tuple[int, str]] = []
    claimed: set[int] = set()
    for at, word in enumerate(account.words):
        if not account.is_content(at):
            continue
        named = account.named_by(at)
        held = [each for each in named if not each.denied or account.denials or _unheld(account)]
        if held:
            claimed |= {id(each) for each in named}
            continue
        if named:
            yield at, f"Rows with “{word.text}” are left out."
            continue
        if _is_all_the_same(account, at) or _holds_for_all(word, account.statement):
            continue
        near = [each for each in account.elements if is_near(word.low, each.forms)]
        near = near or _abbreviated(account, at) or _defined(account, word)
        unnamed = _of_unused(account, at)
        if unnamed and not near:
            yield at, unnamed
        elif not near and _is_slip(account, word):
            continue
        elif near:
            claimed |= {id(each) for each in near}
        elif account.is_name(at):
            yield at, _UNUSED
        else:
            pending.append((at, _UNUSED))
    yield from _unpaired(account, pending, claimed)


def _defined(account: _Account, word: Token) -> list[Element]:
    """What a name of the glossary is read as, where the statement has a part for it."""
    told = (
        token.low
        for each in account.statement.about.glossary.definitions
        if is_same(word.low, frozenset[str]().union(*map(forms_of_text, each.names)))
        for token in tokens_of(each.words)
    )
    words = [low for low in told if not is_joint(low)]
    return [e for e in account.elements if any(is_same(low, e.forms) for low in words)]


def _abbreviated(account: _Account, at: int) -> list[Element]:
    """`credit limit`, kept as `cr_limit`: short for it, beside a word that names the same."""
    low = account.words[at].low
    beside = [place for place in (at - 1, at + 1) if 0 <= place < len(account.words)]
    named = (e for place in beside if account.is_content(place) for e in account.named_by(place))
    return [e for e in named if any(_is_short_for(form, low) for form in e.forms)]


def _is_short_for(short: str, word: str) -> bool:
    """Whether the letters of a short name stand in a word in their order, the first one first."""
    letters = iter(word)
    few = 1 < len(short) <= _NEAR and len(short) < len(word) and short[0] == word[0]
    return few and all(letter in letters for letter in short)


def _is_slip(account: _Account, word: Token) -> bool:
    """Whether a word that is none of English is misspelled, and the right one is used."""
    if is_known(stem(word.low)) or len(word.low) < _NEAR:
        return False
    known = {form for each in account.elements for form in (*each.forms, *each.also)}
    known |= {w for kind in (*_PASSED_OVER, "function_word") for w in kinds()[kind]}
    return bool(difflib.get_close_matches(word.low, known, n=1, cutoff=_ALIKE))


def _is_all_the_same(account: _Account, at: int) -> bool:
    """`including void sales`, `regardless of status`: nothing is tested that would part them."""
    before = range(max(0, at - _NEAR), at)
    widened = any(account.is_("widens", place) for place in before)
    if not (widened or any(account.is_("disregards", place) for place in before)):
        return False
    held = _column_of_value(account.words[at], account.statement) or account.stored.get(at, "")
    tested = {each.ref for each in account.elements if each.role in _CONDITIONS}
    return held not in tested if held else not widened


def _unheld(account: _Account) -> bool:
    return any(word.low.startswith(("un", "non", "in")) for word in account.words)


def _unpaired(
    account: _Account, pending: Sequence[tuple[int, str]], claimed: set[int]
) -> Iterator[tuple[int, str]]:
    """What is left once each element that no word names stands for one phrase."""
    free = [each for each in account.elements if id(each) not in claimed and each.ref]
    tested = {each.ref for each in free if each.role in _CONDITIONS}
    refs = {each.ref for each in free if each.role in (TABLE, COMPUTED, GROUPED, SHOWN)} - tested
    last = -2
    for at, why in pending:
        if at == last + 1:
            last = at
            continue
        last = at
        low = account.words[at].low
        # `sea rates`: rows are held to it, or it is used by nothing.
        holds = account.is_content(at + 1) if at + 1 < len(account.words) else False
        holds = holds and bool(account.named_by(at + 1, (TABLE,)))
        if tested:
            tested.pop()
        elif refs and not (holds or low.endswith(_OF_STATES) or low.startswith("un")):
            refs.pop()
        else:
            yield at, why


def _of_unused(account: _Account, at: int) -> str:
    """Why a word must have been used: it names a value, a column or a table that is not."""
    word, statement = account.words[at], account.statement
    held = _column_of_value(word, statement) or account.stored.get(at, "")
    if held:
        return f"It is a value of {held}, which is not tested for it."
    for table in statement.tables:
        meaning = statement.model.table(table.key)
        for state in meaning.states if meaning is not None else ():
            if word.low in state.words:
                return f"It is a state of {table.name}, which is not tested."
    for table in statement.tables:
        for column in table.columns:
            if _names(word, column, table, statement):
                return f"It names {table.name}.{column.name}, which the answer does not use."
    for table in statement.about.catalog.tables:
        used = table in statement.tables or table.key not in statement.about.allowed
        used = used or any(
            k.to_table == table.key for t in statement.tables for k in t.foreign_keys
        )
        if not used and _is_called(account, word, table):
            return f"It names {table.name}, which the answer does not use."
    return ""


def _is_called(account: _Account, word: Token, table: Table) -> bool:
    """Whether a word names a table: alone, or beside the other words of its name."""
    parts = [forms_of(part.lower()) for part in words_of_name(table.name)]
    others = [part for part in parts if not is_same(word.low, part)]
    if len(others) == len(parts):
        return False
    said = [each.low for each in account.words]
    return all(any(is_same(low, part) for low in said) for part in others)


def _column_of_value(word: Token, statement: Statement) -> str:
    """A column of the rows that are read, of few known texts, one of which is the word."""
    for table in statement.tables:
        for column in table.columns if not statement.about.is_hushed(table.key) else ():
            known = column.complete and not column.pii and column.kind is Kind.TEXT
            if known and any(value.lower() == word.low for value in column.values):
                return f"{table.key}.{column.name}"
    return ""


def _holds_for_all(word: Token, statement: Statement) -> bool:
    """Whether a word names a date that every row has, or rows that each row belongs to."""
    for table in statement.tables:
        tied = {name for key in table.foreign_keys for name in key.columns}
        for column in table.columns:
            dated = column.kind.is_dated or bool(column.stored_time)
            held = dated and not (column.nullable and column.null_share != 0)
            if (held or column.name in tied) and any(
                is_same(word.low, forms_of(part)) for part in _own_parts(column)
            ):
                return True
    return False


def _names(word: Token, column: Column, table: Table, statement: Statement) -> bool:
    """Whether a word is what a column is called, and says something that not all rows have."""
    tied = {name for key in table.foreign_keys for name in key.columns}
    if column.primary_key or column.name in tied or column.pii:
        return False
    if f"{table.key}.{column.name}".lower() in statement.refs:
        return False
    if column.kind.is_dated and not (column.nullable and column.null_share != 0):
        return False
    own = _own_parts(column)
    if not 0 < len(own) <= _LONGEST_NAME:
        return False
    doer = not word.low.endswith(_DOERS)
    return any(
        is_same(word.low, forms_of(part)) and not (doer and part.endswith(_DOERS)) for part in own
    )


_GENERIC = frozenset().union(
    *map(forms_of, ("id", "key", "no", "number", "name", "code", "type", "date", "on", "at", "is",
                    "has", "value", "total", "year", "time", "kind", "first", "last", "of", "the",
                    "qty",
                    "quantity", "amount"))
)  # fmt: skip


def _numbers(account: _Account) -> Iterator[tuple[int, str]]:
    held = account.statement.numbers
    for at, word in enumerate(account.words):
        number = word.number
        if number is None or word.quoted or number == 1:
            continue
        behind = account.words[at + 1].low if at + 1 < len(account.words) else ""
        scaled = number * {"k": 1e3, "m": 1e6, "thousand": 1e3, "million": 1e6, "%": 0.01,
                           "percent": 0.01}.get(behind, 1)  # fmt: skip
        if word.text.endswith("%"):
            scaled = number / 100
        if behind in kinds()["unit_of_time"] and account.statement.keeps_dates:
            continue
        wanted = {number, scaled, number - 1, number + 1, scaled - 1, scaled + 1}
        if not wanted & held and not any(isclose(scaled, each) for each in held):
            yield at, "The answer has no such number."


def _denials(account: _Account) -> Iterator[tuple[int, str]]:
    """`not`, `without`, `except`: rows are left out by what stands behind."""
    for at in account.denials:
        if (
            account.is_("more", at + 1)
            or account.is_("less", at + 1)
            or account.says("later", at + 1)
        ):
            continue
        if not account.is_denying:
            yield at, _NO_DENIAL
        elif account.is_("excepts", at) or account.says("but", at):
            after = [e for place in account.after(at) for e in account.named_by(place, (VALUE,))]
            if after and not any(each.denied for each in after):
                yield at, _NO_DENIAL


def _only(account: _Account) -> Iterator[tuple[int, str]]:
    """`only` demands a condition on what it stands beside, or that all else is left out."""
    for at, _ in enumerate(account.words):
        if not account.is_("restricts", at):
            continue
        who = any(
            account.says("who that which whose", place) for place in range(max(0, at - _FEW), at)
        )
        if (
            who
            and account.statement.tables
            and not account.statement.has(exp.Not, exp.NEQ, exp.Except, exp.Having)
        ):
            yield at, "Rows that have others as well are not left out."
            continue
        beside = [
            *account.after(at, 3),
            *(p for p in range(max(0, at - 2), at) if account.is_content(p)),
        ]
        roles = (TESTED, VALUE, GROUPED, SHOWN, TABLE, COMPUTED)
        if beside and not any(account.named_by(place, roles) for place in beside):
            yield at, "No condition of the answer stands for it."


def _parts_of_wholes(account: _Account) -> Iterator[tuple[int, str]]:
    """`%`, `share`, `rate`: a part over a whole, or a column that keeps such a number."""
    statement = account.statement
    for at, word in enumerate(account.words):
        sign = word.text.endswith("%")
        if not (sign or account.is_("part_of_whole", at)) or statement.divides:
            continue
        kept = [ref for ref in statement.refs if "percent" in concepts_of(ref.rpartition(".")[2])]
        named = account.named_by(at) if not sign else []
        if not (kept or named):
            yield at, "The answer sets no part against a whole."


def _groups(account: _Account) -> Iterator[tuple[int, str]]:
    """`by customer and channel`: each of them is grouped by, or shown."""
    for at, _ in enumerate(account.words):
        each = account.says("each every", at)
        if not (account.says("by per", at) or each) or account.says("each every", at + 1):
            continue
        if (account.says("each", at) and account.says("other", at + 1)) or account.named_by(at):
            continue
        if account.says("by", at) and _is_doers(account, at):
            continue
        phrases = list(_listed(account, at))
        if account.says("by per", at) and phrases and _is_one_number(account.statement):
            if not any(account.named_by(place, _CONDITIONS) for place in phrases[0]):
                yield phrases[0][-1], "The answer is one number, and has no row for each of them."
            continue
        for phrase in phrases:
            place = phrase[-1]
            if _is_named_here(account, place) and not _is_grouped(account, phrase, per=not each):
                yield place, "The answer has no row for each of them."


def _is_one_number(statement: Statement) -> bool:
    return statement.aggregates and not statement.has(exp.Group, exp.Window, exp.Order, exp.Div)


def _is_doers(account: _Account, at: int) -> bool:
    """`covered by countries`, `written by the author`: who did it, and no group."""
    deed = at > 0 and account.words[at - 1].low.endswith(_DEED) and not account.is_("order", at - 1)
    deed = deed and not account.says("grouped broken divided", at - 1)
    behind = account.words[at + 1] if at + 1 < len(account.words) else None
    plural = behind is not None and behind.low != behind.lemma
    return deed and (plural or account.says("the a an our all", at + 1))


def _listed(account: _Account, at: int) -> Iterator[list[int]]:
    """The noun phrases behind `by`, which commas and `and` hold together."""
    phrase: list[int] = []
    for place in range(at + 1, len(account.words)):
        if account.is_content(place):
            phrase.append(place)
        elif account.says("and , the a its their each every", place) and len(phrase) <= _FEW:
            if phrase:
                yield phrase
            phrase = []
        else:
            break
        if (
            account.says("by per each every", at)
            and account.says("each every", at)
            and phrase
            and (place + 1 < len(account.words) and not account.says("and ,", place + 1))
            and not account.is_content(place + 1)
        ):
            break
    if phrase:
        yield phrase


def _is_named_here(account: _Account, at: int) -> bool:
    """Whether a word names a table or a column of the data."""
    low, about = account.words[at].low, account.statement.about
    return any(
        is_same(low, forms_of_name(table.name))
        or any(is_same(low, forms_of_name(c.name)) for c in table.columns)
        for table in about.catalog.tables if table.key in about.allowed
    )  # fmt: skip


def _is_grouped(account: _Account, phrase: Sequence[int], *, per: bool) -> bool:
    statement = account.statement
    roles = [*_GROUPS, *((COMPUTED,) if statement.has(exp.Order) else ())]
    roles += [NAMED] if statement.has(exp.Group, exp.Window) else []
    if not statement.aggregates:
        roles += [TABLE, COMPUTED]
    for place in phrase:
        if account.named_by(place, (*roles, VALUE)):
            return True
        low = account.words[place].low
        if any(is_near(low, e.forms | e.also) for e in account.elements if e.role in roles):
            return True
    return per and statement.has(exp.Div)


def _grains(account: _Account) -> Iterator[tuple[int, str]]:
    """`by month`, `monthly`: rows are cut by a date, or a number is divided."""
    for at, _ in enumerate(account.words):
        each = account.says("by per each every", at - 1) and account.is_("grain", at)
        if not (each or account.is_("grain_by_itself", at)) or account.named_by(at):
            continue
        if account.is_("order", at - 2) or account.statement.is_cut_by_date:
            continue
        if not account.statement.has(exp.Div):
            yield at, "The answer is not cut by it."


def _ends(account: _Account) -> Iterator[tuple[int, str]]:
    """`highest`, `latest`: an end of an order; `most expensive` ranks money."""
    statement = account.statement
    ranked = statement.has(exp.Max, exp.Min, exp.Window, exp.Order)
    words = kinds()
    for at, word in enumerate(account.words):
        if not (word.low in words["high_end"] or word.low in words["low_end"]):
            continue
        if account.says("at", at - 1) or account.named_by(at) or account.says("name names", at + 1):
            continue
        if account.says("and or", at + 1) and account.says("first last", at + 2):
            continue
        if not ranked:
            yield at, "The answer takes no end of an order."
        elif account.is_("of_price", at):
            ranks = [c for c in _ranked_by(statement) if "tax" in concepts_of(c)]
            if ranks and len(ranks) == len(_ranked_by(statement)):
                yield at, "The answer ranks by no price."


def _ranked_by(statement: Statement) -> list[str]:
    tree = statement.tree
    return [c.name for node in tree.find_all(exp.Ordered, exp.Max, exp.Min)
            for c in node.find_all(exp.Column)]  # fmt: skip


def _aggregates(account: _Account) -> Iterator[tuple[int, str]]:
    """`average`, `total`, `distinct`: computed, or kept under that name."""
    statement = account.statement
    for at, word in enumerate(account.words):
        wanted = _COMPUTED_BY.get(_computed(word.low))
        if wanted is None or statement.has(*wanted) or account.named_by(at):
            continue
        if account.says("of", at + 1) and statement.has(exp.Count):
            continue
        if not any(e.role == COMPUTED and not e.ref.count(".") for e in account.elements):
            yield at, "The answer computes none."


def _computed(word: str) -> str:
    """What a word wants computed; empty where it wants nothing."""
    return next((kind for kind in _COMPUTED_BY if word in kinds()[kind]), "")


_COMPUTED_BY: dict[str, tuple[type[exp.Expr], ...]] = {
    "average": (exp.Avg, exp.Div, exp.Median),
    "total": (exp.Sum, exp.Count, exp.Add),
    "median": (exp.Median, exp.PercentileCont, exp.Window, exp.Quantile),
    "amount": (exp.Sum, exp.Avg, exp.Max, exp.Min, exp.Mul),
    "growth": (exp.Div, exp.Sub, exp.Window),
    "distinct": (exp.Distinct, exp.Group, exp.Union, exp.Intersect, exp.Except),
}


def _comparisons(account: _Account) -> Iterator[tuple[int, str]]:
    """`more than 5`: a comparison with the number, in that direction."""
    tree = account.statement.tree
    for at, word in enumerate(account.words):
        if word.number is None or word.quoted:
            continue
        side = _direction(account, at)
        if not side or tree.find(exp.Not, exp.Between) is not None:
            continue
        tests = list(tree.find_all(*_LESS_THAN, *_MORE_THAN))
        if not tests:
            yield at, "The answer compares nothing with it."
            continue
        near = [t for t in tests for n in t.find_all(exp.Literal)
                if not n.is_string and abs(float(n.name) - word.number) <= 1]  # fmt: skip
        right = [t for t in near if isinstance(t, _MORE_THAN) is (side == "more")]
        turned = [t for t in near if isinstance(t.this, exp.Literal)]
        if near and not right and not turned:
            yield at, "The answer compares the other way round."


def _direction(account: _Account, at: int) -> str:
    before = [account.words[place].low for place in range(max(0, at - _FEW), at)]
    if "than" in before[-2:] or before[-1:] == ["over"] or before[-1:] == ["under"]:
        for word in reversed(before):
            if word in kinds()["more"]:
                return "more" if "no" not in before and "not" not in before else "less"
            if word in kinds()["less"]:
                return "less" if "no" not in before and "not" not in before else "more"
    if before[-2:] == ["at", "least"]:
        return "more"
    return "less" if before[-2:] == ["at", "most"] else ""


def _bounds(account: _Account) -> Iterator[tuple[int, str]]:
    """`issued by 2025`: until then, and not within it."""
    text = account.statement.tree.sql()
    for span in account.times:
        at = sum(word.at < span.at for word in account.words) - 1
        if not account.says("by", at) or span.start is None or at < 1:
            continue
        deed = account.words[at - 1].low.endswith(_DEED)
        starts = re.search(rf">=? '{span.start.isoformat()}|= '?{span.start.year}'?\b", text)
        if deed and starts:
            yield at, f"Only {span.words} is counted, and not what came before."


def _columns_named_whole(account: _Account) -> Iterator[tuple[int, str]]:
    """`stock above 50`, where the safety stock is tested and another column is the stock."""
    statement = account.statement
    said = [at for at in range(len(account.words)) if account.is_content(at)]
    for table in statement.tables:
        used = [c for c in table.columns if f"{table.key}.{c.name}".lower() in statement.refs]
        for column in table.columns:
            own = _own_parts(column)
            if column in used or not column.kind.is_number or len(own) != 1:
                continue
            at = next((p for p in said if forms_of(own[0]) & forms_of(account.words[p].low)), None)
            rivals = [c for c in used if c.kind.is_number and own[0] in _own_parts(c)[1:]]
            if at is not None and rivals and not any(
                part != own[0] and any(is_same(account.words[p].low, forms_of(part)) for p in said)
                for each in rivals for part in _own_parts(each)
            ):  # fmt: skip
                yield at, f"It names {table.name}.{column.name}, which the answer does not use."


def _own_parts(column: Column) -> list[str]:
    """The words of a column's name that say which of several it is."""
    return [part for part in words_of_name(column.name) if part not in _GENERIC]


def _years(account: _Account) -> Iterator[tuple[int, str]]:
    """`copies 2025`: a year, and not how many."""
    for test in account.statement.tree.find_all(exp.EQ):
        number, node = test.expression, test.this
        at = account.statement.column(node) if isinstance(node, exp.Column) else None
        if at is None or not isinstance(number, exp.Literal) or number.is_string:
            continue
        table, column = at
        key = column.primary_key or any(column.name in k.columns for k in table.foreign_keys)
        if key or not column.kind.is_number or not re.fullmatch("(19|20)\\d\\d", number.name):
            continue
        if not {"year", "yr"} & set(words_of_name(column.name)) and not _holds_years(column):
            for place, word in enumerate(account.words):
                if word.text == number.name and not account.is_("unit_of_time", place - 1):
                    yield place, f"It is compared with {column.name}, which holds no years."


def _holds_years(column: Column) -> bool:
    """Whether a number lies in the column's range, as far as that is known."""
    try:
        return float(column.low or 0) >= _OLDEST and float(column.high or 0) <= _NEWEST
    except ValueError:
        return True


def _widened(account: _Account) -> Iterator[tuple[int, str]]:
    """`regardless of status`: no condition on it."""
    for at, _ in enumerate(account.words):
        if account.is_("disregards", at):
            for place in account.after(at, _FEW):
                if account.named_by(place, _CONDITIONS):
                    yield at, f"The answer has a condition on “{account.words[place].text}”."


_PASSED_OVER = (
    "says_nothing", "denies", "restricts", "part_of_whole", "high_end", "low_end", "more", "less",
    "order", *_COMPUTED_BY, "joint", "widens", "every", "disregards", "function", "each", "number",
    "negation", "compare", "aggregate",
)  # fmt: skip
_Rule = Callable[[_Account], Iterator[tuple[int, str]]]
_RULES: tuple[_Rule, ...] = (
    _words_by_themselves, _numbers, _denials, _only, _parts_of_wholes, _groups, _grains, _ends,
    _aggregates, _comparisons, _bounds, _widened, _columns_named_whole, _years,
)  # fmt: skip
