"""One word of a question: a number, a form of an adjective, a value, a verb, or a filler."""

from abc import abstractmethod

from pipeline.rules.schema.items import Item
from pipeline.rules.tagging.aims import aimed_at
from pipeline.rules.tagging.lateness import late, names_the_deed, said_against_due, said_late
from pipeline.rules.tagging.stored_words import EXACT
from pipeline.rules.tagging.time_words import TimeWords
from pipeline.rules.text.places import COUNTRY_OF
from pipeline.rules.text.words import Word, stem_of
from pipeline.rules.vocabulary import (
    ADJECTIVES,
    ALL_COLUMNS,
    FILLERS,
    GRAINS,
    KEYWORDS,
    NUMBER_WORDS,
    PREPOSITIONS,
    RELATION_VERBS,
    VERB_FORMS,
)

_DASHES = frozenset("-–—")  # noqa: RUF001 - people type typographic dashes
_BEFORE_MANY = frozenset(("have", "has", "had", "with", "without", "of", "for", "by"))
_ARTICLES = frozenset(("a", "an", "the", "any", "no", "every", "each", "another", "many", "their"))
# Behind these a participle describes rows; behind who does something it may tell what they did.
_BEFORE_ROWS = frozenset(
    ("many", "of", "for", "from", "by", "all", "every", "each", "any", "no", "per", "without",
     "with", "the", "our", "list", "show", "find", "display", "me", "which", "what")
)  # fmt: skip
_AS = "as"
_COMPARING = frozenset(
    ("vs", "versus", "compared", "compare", "against", "comparison", "comparing")
)
# What is shown anyway where two periods are set against each other.
_MOVED = frozenset(("growth", "change", "difference", "increase", "decrease"))
# What rows are worth: a filler behind a column, another number behind the name of rows.
_WORTH = frozenset(("value", "values"))
# What may be counted so: how often, and rows of whatever was named, where no table is called so.
_OFTEN = {"times": "#", "record": "#K", "records": "#K", "entries": "#K"}
_TIMES_WORDS = {"once": 1, "twice": 2, "thrice": 3}
# So much of an average: `double the average`, `half of the mean`.
_MULTIPLES = {"half": 0.5, "double": 2, "twice": 2, "triple": 3, "thrice": 3, "quadruple": 4}
_BEFORE_STATES = frozenset(("in", "under", "off"))
_OF_WHAT = frozenset(("of", "the", "that", "their", "its"))


class SingleWords(TimeWords):
    """What one word, or a stretch that stands by itself, was recognised as."""

    def _single(self, at: int) -> int | None:
        word = self.words[at]
        asked = self.words[at + 1].lower if word.lower == "how" and at + 1 < len(self.words) else ""
        if asked in ADJECTIVES and asked not in ("late", "early", "good", "bad"):
            self._add("J", at, at + 2, asked)
            return at + 2
        compares = word.lower in _COMPARING or word.lower in _MOVED
        if compares and self._sets_periods_apart():
            return at + 1
        if self._introduces(at):
            self._add(".", at, at + 1)
            return at + 1
        until = self._phrase_of_all(at)
        if until:
            self._add("A", at, until)
            return until
        return (
            self._number(at, word)
            or self._form(at, word)
            or self._mark(at, word)
            or self._worth(at, word)
            or self._totals(at, word)
            or self._periods(at, word)
            or self._late(at)
            or self._plain(at, word)
        )

    def _late(self, at: int) -> int | None:
        """`shipped late`: after the day that was promised."""
        return self._made_late(at, said_late(self.words, at))

    def _overdue(self, at: int) -> int | None:
        """`paid after the due date`, whatever stands there in other words."""
        return self._made_late(at, said_against_due([word.lower for word in self.words[at:]]))

    def _made_late(self, at: int, found: tuple[str, int] | None) -> int | None:
        made = late(self.words, at, found, self.known) if found else None
        if made is None:
            return None
        if self.items and names_the_deed(self.items[-1], made):
            made.first = self.items.pop().first
        self.items.append(made)
        return made.last

    def _number(self, at: int, word: Word) -> int | None:
        before = self.items[-1].letter if self.items else ""
        number = word.number
        if number is None and self._may_be_number(at):
            number = NUMBER_WORDS.get(word.lower, 1)
        if number is not None:
            self._add("#", at, at + 1, number)
            return at + 1
        if word.lower in _TIMES_WORDS and before == "c":
            self._add("#", at, at + 1, _TIMES_WORDS[word.lower])
        elif before in ("c", "C", "T") and self._multiplies(at):
            self._add("#", at, at + 1, _MULTIPLES[word.lower])
        elif not (before and before in _OFTEN.get(word.lower, "")):
            return None
        self._add("i", at, at + 1)
        return at + 1

    def _multiplies(self, at: int) -> bool:
        """`more than double the average`: so many times a number that is found."""
        behind = at + 1
        while behind < len(self.words) and self.words[behind].lower in _OF_WHAT:
            behind += 1
        found = KEYWORDS.get(self.words[behind].lower) if behind < len(self.words) else None
        return self.words[at].lower in _MULTIPLES and found is not None and found[0] == "a"

    def _may_be_number(self, at: int) -> bool:
        lower = self.words[at].lower
        if lower == "single":
            return bool(self.items) and self.items[-1].letter == "c"
        if lower not in NUMBER_WORDS:
            return False
        if lower != "one":
            return True
        before = self.words[at - 1].lower if at else ""
        if [word.lower for word in self.words[at + 1 : at + 3]] == ["or", "more"]:
            return True
        return before in ("only", "exactly", "single", "just") or bool(
            self.items and self.items[-1].letter in "cb3"
        )

    def _introduces(self, at: int) -> bool:
        """`active leases - tenant, street and rent`: a dash before what is listed."""
        named = bool(self.items) and self.items[-1].letter not in "C#"
        if not named or self.words[at].lower not in _DASHES:
            return False
        return any(word.lower in (",", "and") for word in self.words[at + 1 :])

    def _phrase_of_all(self, at: int) -> int | None:
        for until in range(min(len(self.words), at + 3), at, -1):
            if " ".join(w.lower for w in self.words[at:until]) in ALL_COLUMNS:
                return until
        return None

    def _plain(self, at: int, word: Word) -> int | None:
        sexed = self._sexed(word.lower)
        if sexed:
            self._add("V", at, at + 1, sexed)
        elif word.lower in GRAINS:
            self._add("G", at, at + 1, GRAINS[word.lower])
        elif word.lower in COUNTRY_OF:
            hits = [h for h in self.known.values.find(COUNTRY_OF[word.lower]) if h.score >= EXACT]
            if not hits:
                return None
            self._add("V", at, at + 1, hits)
        elif word.lower in PREPOSITIONS:
            self._add("p", at, at + 1)
        elif is_verb(word) and not (
            self._is_thing(at, word) or self._is_listed(at) or self._tells_rows_apart(at, word)
        ):
            self.verbs.append(word.text)
            self._passive(at + 1)
        elif (
            (word.lower not in FILLERS or word.text in _COUNTRIES or self._tells_where(at))
            and word.lower not in ("one", "ones")
            and word.lower[:1].isalnum()
        ):
            return None
        return at + 1

    def _tells_where(self, at: int) -> bool:
        """`us customers`: right before the name of rows it is no word that says nothing."""
        found = self.known.lexicon.find(self.words[at + 1 : at + 2])
        return self.words[at].text == "us" and any(not each.column for each in found)

    def _worth(self, at: int, word: Word) -> int | None:
        """`order value` is no number of orders: behind the name of rows the word stays."""
        before = self.items[-1] if self.items else None
        if word.lower not in _WORTH or before is None or before.last != at:
            return None
        counts = before.letter == "M" and all(
            metric.expression.lower().lstrip().startswith("count(") for metric in before.payload
        )
        aggregated = before.letter == "a" and self._ends_or_names_rows(at + 1)
        if not counts and not aggregated and before.letter != "T":
            return None
        self._add("x", at, at + 1)
        return at + 1

    def _totals(self, at: int, word: Word) -> int | None:
        """`payment totals by month`: a noun behind what is added up, no verb."""
        before = self.items[-1] if self.items else None
        if word.lower != "totals" or before is None or before.letter not in "TC":
            return None
        if before.last != at:
            return None
        self.items.insert(-1, Item("a", before.first, at + 1, word.text, "sum"))
        return at + 1

    def _periods(self, at: int, word: Word) -> int | None:
        """`top 3 months by`, `which 3 days had`: so many periods are asked for."""
        grain = word.lower.removesuffix("s")
        letters = "".join(item.letter for item in self.items[-2:])
        if letters not in ("t#", "w#") or grain == word.lower or GRAINS.get(grain) != grain:
            return None
        self._add("G", at, at + 1, grain)
        return at + 1

    def _ends_or_names_rows(self, at: int) -> bool:
        """`average value`, `average value of the orders`: no `of` that names another number."""
        lower = [word.lower for word in self.words[at : at + 3]]
        if lower[:1] != ["of"]:
            return True
        behind = at + 1 + (lower[1:2] in (["the"], ["all"], ["our"], ["an"], ["a"]))
        found = self.known.lexicon.find(self.words[behind : behind + 1])
        return bool(found) and not found[0].column

    def _is_thing(self, at: int, word: Word) -> bool:
        """`won an award`: behind an article no verb stands, but a noun that the data may lack.

        `closed as won`, `listed as sold` tell how rows are.
        """
        if not at or word.lemma not in RELATION_VERBS:
            return False
        before = self.words[at - 1]
        # `out of order`, `in use`: what they are, and nothing that anybody did.
        if word.lower == word.lemma and self._leads_to_state(at - 1):
            return True
        many = word.lower.endswith("s") and (is_verb(before) or before.lower in _BEFORE_MANY)
        return many or before.lower in _ARTICLES or before.lower == _AS

    def _leads_to_state(self, at: int) -> bool:
        said, before = self.words[at].lower, self.words[at - 1].lower if at else ""
        return said in _BEFORE_STATES or (said == "of" and before == "out")

    @abstractmethod
    def _schema(self, at: int) -> Item | None:
        """The name of a table or a column that begins with a word."""

    def _tells_rows_apart(self, at: int, word: Word) -> bool:
        """`how many delivered orders`: of all orders only some, though nothing here says which."""
        if word.stem in BEGUN or not is_done(word):
            return False
        behind = self._schema(at + 1) if at + 1 < len(self.words) else None
        rows = behind is not None and behind.letter == "T"
        return rows and (not at or self.words[at - 1].lower in _BEFORE_ROWS)

    def _is_listed(self, at: int) -> bool:
        """`dates, places, and names`: between the joints of a list no verb stands."""
        before = [item.letter for item in self.items[-2:]]
        joints = [word.lower for word in self.words[at - 1 : at + 2 : 2]]
        return before == ["C", "&"] and len(joints) > 1 and set(joints) <= {",", "and"}

    def _passive(self, at: int) -> None:
        """`written by X` relates; only a `by` after a number groups."""
        if at < len(self.words) and self.words[at].lower == "by":
            self.passive.add(at)

    def _aimed(self, at: int) -> int | None:
        """`missed their target`: what was reached is set against it."""
        found = aimed_at(self.words[at:])
        if found is None:
            return None
        sign, count = found
        self._add("q", at, at + count, sign)
        return at + count


# Written in capitals these are countries, and no pronoun.
_COUNTRIES = frozenset(("US",))
# What every row once was, whatever it is now: `orders placed in May` may be paid by now.
BEGUN = frozenset(
    stem_of(verb) for verb in (
    "place", "create", "make", "submit", "open", "file", "request", "issue", "order", "register",
     "enroll", "enter", "book", "receive", "send", "record", "log", "start", "schedule", "add")
)  # fmt: skip
# Nouns that ask for another number than the word before them, and look like verbs.
_NUMBERS_OF = frozenset(("rate", "rates", "cost", "costs", "share", "shares"))


def is_done(word: Word) -> bool:
    """Whether a word is a participle: an `open` ticket was not opened just now."""
    return word.lower.endswith("ed") or word.lemma != word.lower


def is_verb(word: Word) -> bool:
    """Whether a word is a verb's form (directed, using), not a noun (director, refund rate)."""
    if word.lower in _NUMBERS_OF:
        return False
    return word.lower in VERB_FORMS or word.lemma in RELATION_VERBS
