"""Which stretch of words is a name in the schema, and where it ends."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from typing_extensions import override

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import LINKING_WORDS, LONGEST_PHRASE, Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.tagging.address_words import AddressWords
from pipeline.rules.tagging.single_words import is_verb
from pipeline.rules.tagging.sorting_words import SORTING
from pipeline.rules.tagging.verb_names import agents, doing, events, incidental
from pipeline.rules.tagging.written_names import written_name
from pipeline.rules.text.words import Word, is_plural, name_words
from pipeline.rules.vocabulary import FILLERS, FORMS, GRAINS, KEYWORDS, PREPOSITIONS

SURE, SURE_NAME = 0.85, 0.95
_LONGEST_KEYWORD = 9
# By first word, how many words the phrases may have: most words begin none.
_LENGTHS: dict[str, int] = {}
for _phrase in map(str.split, KEYWORDS):
    _LENGTHS[_phrase[0]] = min(max(len(_phrase), _LENGTHS.get(_phrase[0], 0)), _LONGEST_KEYWORD)
_BEFORE_NOUNS = frozenset(("the", "of", "each", "every", "a", "an", "per", "many", "any", "no"))
_MAY_BE_NAMES = frozenset(
    ("value", "values", "result", "results", "record", "records", "term", "current", "present",
     "existing", "system", "report", "status", "output", "world", "side")
)  # fmt: skip
_COUNTED = frozenset(("number", "num", "nr", "no", "count", "total", "amount", "quantity", "size"))
_FIRST_OR_LAST = frozenset(("first", "last"))
_BEFORE_ORDERS = frozenset((".", "?", ",", ";", "and", "please", "then", "to"))


class Stretches(AddressWords):
    """Finds the names that begin at a word of the question."""

    def _written(self, at: int) -> int | None:
        """A name as the schema writes it."""
        found = written_name(self.words, at, self.known)
        if found is None:
            return None
        until, meant = found
        text = " ".join(word.text for word in self.words[at:until])
        letter = "C" if meant[0].column else "T"
        self.items.append(Item(letter, at, until, text, candidates=meant))
        return until

    def _keyword_end(self, at: int) -> int:
        # What is said in other words may be several in one.
        longest = _LENGTHS.get(self.words[at].lower.partition(" ")[0], 0)
        for until in range(min(len(self.words), at + longest), at, -1):
            words = self.words[at:until]
            if self._sorts_nothing(at, until) or self._compares_again(until):
                continue
            if until > at + 1 and self._is_of_name(until):
                continue
            if not any(w.quoted for w in words) and " ".join(w.lower for w in words) in KEYWORDS:
                return until
        return at if at else 0

    def _is_of_name(self, until: int) -> bool:
        """`the most common first name`: the last word of the phrase begins a name."""
        if self.words[until - 1].lower not in _FIRST_OR_LAST or until >= len(self.words):
            return False
        schema = self._schema(until - 1)
        return schema is not None and schema.last > until

    def _sorts_nothing(self, at: int, until: int) -> bool:
        """`units per order by country`."""
        return until > at + 1 and self.words[at].lower in SORTING and self._is_noun(at)

    def _compares_again(self, until: int) -> bool:
        """`above 1500 or smaller than 500`."""
        lower = [word.lower for word in self.words[max(until - 2, 0) : until + 1]]
        return lower[:1] == ["or"] and lower[2:] == ["than"]

    def _counts_them(self, keyword: int, schema: Item) -> bool:
        """`the number of guests of each country`, though parties keep one: of guests from there."""
        noun = self._schema(keyword) if self.words[schema.first].lower == "number" else None
        until = self._keyword_end(schema.last) if schema.last < len(self.words) else 0
        each = " ".join(word.lower for word in self.words[schema.last : until])
        if noun is None or noun.letter != "T" or KEYWORDS.get(each, ("",))[0] != "e":
            return False
        group = self._schema(until)
        kept, counted = schema.candidates[0].table, noun.candidates[0].table
        told = group is not None and group.letter == "C" and group.candidates[0].table == counted
        return told and kept != counted

    def _named_longer(self, at: int, until: int) -> bool:
        """`the number of hosts`, where a column is called so."""
        schema = self._schema(at + 1)
        if schema is None or schema.last <= until or schema.candidates[0].score < SURE_NAME:
            return False
        named = expanded(name_words(schema.candidates[0].column))
        return named[:1] == (self.words[at + 1].lower,)

    def _is_number_itself(self, at: int, keyword: int) -> bool:
        """`the total attendance number of all matches`: a number that is added, none is counted."""
        letters = "".join(item.letter for item in self.items[-2:])
        beside = bool(self.items) and self.items[-1].last == at
        return keyword == at + 2 and self.words[at].lower == "number" and beside and letters == "aC"

    def _numbers_them(self, at: int, schema: Item) -> bool:
        """`the room numbers of all patients`: a number that rooms have, not how many they are."""
        before = self.items[-1] if self.items else None
        if self.words[at].lower != "numbers" or before is None or before.letter != "T":
            return False
        owners = {c.table for c in before.candidates if not c.column}
        return before.last == at and any(c.table in owners for c in schema.candidates)

    @override
    def _schema(self, at: int) -> Item | None:
        first = self.words[at]
        if first.lower in LINKING_WORDS or first.quoted:
            return None
        for until in range(self._end_of_names(at), at, -1):
            words = self.words[at:until]
            if words[-1].lower in LINKING_WORDS:
                continue
            if until == at + 1 and first.number is not None:
                continue
            if len(words) > 1 and self._is_written_so(until - 1):
                continue  # `status PAID`, of a `pay_status`
            found = self._meant_by(at, until)
            if found and self._plausible(at, words, found[0]):
                asked = self.words[0].lower in ("who", "whom")
                found = agents(words, found) if asked else events(words, found)
                letter = "C" if found[0].column else "T"
                last = until + self._goes_on(words, until, found[0])
                text = " ".join(w.text for w in self.words[at:last])
                whole = self.words[at : until + 1]
                verb = len(words) == 1 and (incidental(whole, found[0]) or self._is_asked(at))
                return Item(letter, at, last, text, candidates=found, verb=verb)
        return None

    def _end_of_names(self, at: int) -> int:
        """How far a name from here may go: to a mark, or to where words for a time begin."""
        until, most = at, min(len(self.words), at + LONGEST_PHRASE)
        while until < most and self.words[until].lower[:1].isalnum():
            # `customer name last month`
            if until > at and self.words[until].at in self._begun:
                break
            until += 1
        return until

    def _is_written_so(self, at: int) -> bool:
        """Whether a word in capitals is a stored value just as it is written."""
        text, (until, hits) = self.words[at].text, self.values.get(at, (at, []))
        code = len(text) > 1 and text.isupper() and until == at + 1
        return code and any(hit.value == text for hit in hits)

    def _goes_on(self, words: Sequence[Word], until: int, best: Candidate) -> int:
        """`checked in`, of `checked_in_at`: how many little words behind belong to the verb."""
        behind = "".join(word.lower for word in self.words[until : until + 1])
        names = name_words(best.column)
        told = len(words) == 1 and words[0].lower in names and behind in PREPOSITIONS
        return int(told and (words[0].lower, behind) in pairwise(names))

    @cached_property
    def _begun(self) -> frozenset[int]:
        """Where words for a time begin, if they are several."""
        return frozenset(span.at for span in self.times if " " in span.words.strip())

    def _meant_by(self, at: int, until: int) -> list[Candidate]:
        """What a stretch of words may mean; nothing where it ends inside of a longer name."""
        words = self.words[at:until]
        if any(word.quoted for word in words) or self._cuts_a_name(at, until):
            return []
        found = _kept_numbers(words, self.known.lexicon.find(words))
        if len(words) == 1 and is_verb(words[0]):
            found = doing(found, self.items)
        return [] if found and self._is_of_rows(words, found[0]) else found

    def _is_of_rows(self, words: Sequence[Word], best: Candidate) -> bool:
        """`the name of the airline`: of a row where airlines are kept, not where they are noted."""
        of = next((n for n, word in enumerate(words) if word.lower == "of"), 0)
        if not of or not best.column or best.score >= SURE_NAME:
            return False
        rows = self.known.lexicon.find(words[of + 1 :])[:1]
        owners = {c.table for c in rows if not c.column and c.score >= SURE_NAME} - {best.table}
        told = self.known.lexicon.find(words[:of])
        return any(c.column and c.table in owners and c.score >= SURE_NAME for c in told)

    def _cuts_a_name(self, at: int, until: int) -> bool:
        """`the names of product characteristics`: the noun goes with the one behind it."""
        of = next((n for n in range(until - 1, at, -1) if self.words[n].lower == "of"), 0)
        if not of or until >= len(self.words):
            return False
        told = [n for n in range(of + 1, until) if self.words[n].lower not in LINKING_WORDS]
        if len(told) != 1:
            return False
        whole = self.words[told[0] : until + 1]
        longer = [] if whole[-1].lower in LINKING_WORDS else self.known.lexicon.find(whole)
        return bool(longer) and not longer[0].column and longer[0].score >= SURE_NAME

    def _is_asked(self, at: int) -> bool:
        """`how many sales did each shop make`: the verb that `did` asks for."""
        lower = [word.lower for word in self.words]
        start = max((n for n in range(at) if lower[n] in ".?!"), default=0)
        asked = bool({"did", "do", "does"} & set(lower[start:at])) and "when" not in lower[start:at]
        named = bool(self.items) and self.items[-1].letter in "TCVn" and self.items[-1].last == at
        return asked and named and is_verb(self.words[at]) and lower[at] == self.words[at].lemma

    def _is_aggregated(self, at: int, schema: Item) -> bool:
        """`the average price`, where some reason is `price`: of a value there is no average."""
        before = self.items[-1] if self.items else None
        if before is None or before.letter != "a" or before.last != at:
            return False
        best = schema.candidates[0]
        return bool(best.column) and self.known.column(best.ref).kind.is_number

    def _is_noun(self, at: int) -> bool:
        """Whether a word stands where only a noun may stand: `the show`, `each report`."""
        return at > 0 and self.words[at - 1].lower in _BEFORE_NOUNS

    def _plausible(self, at: int, words: Sequence[Word], best: Candidate) -> bool:
        score = best.score
        if len(words) > 1 or (not best.column and self._is_asked(at)):
            return len(words) > 1
        word = words[0]
        if word.lower in GRAINS and word.lower.endswith("ly"):
            return False
        if score < SURE and word.lower in ("times", "time", "once"):
            return False
        if word.lower == "return" and at and self.words[at - 1].lower not in _BEFORE_ORDERS:
            return True
        if word.lower in FILLERS or word.lower in PREPOSITIONS:
            named = word.lower in _MAY_BE_NAMES or self._is_noun(at)
            # `the records of Ben`, where a table keeps the records of makers.
            rows = word.lower in _MAY_BE_NAMES and not best.column and is_plural(word.lower)
            return named and score >= (SURE if rows else 1.0)
        # `best_of` is no `best`, though it begins so.
        named = score >= 1.0 and list(name_words(best.column or best.table)) == [word.lower]
        return word.lower not in FORMS or named


def _kept_numbers(words: Sequence[Word], found: list[Candidate]) -> list[Candidate]:
    """`the number of phones` is how many there are, though a phone may be called a number too."""
    if [word.lower for word in words[:2]] != ["number", "of"] or not is_plural(words[-1].lower):
        return found
    return [c for c in found if _COUNTED & {*expanded(name_words(c.column)), *name_words(c.column)}]
