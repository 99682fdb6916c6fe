"""What stands beside a denial: a verb stands for the rows it tells of, a noun for its table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.deeds import people_of, tables_of_deed
from pipeline.rules.tagging.denied_links import FAR, SAID, DeniedLinks, denies_deeds
from pipeline.rules.text.words import is_plural, lemma_of, lemmas_of, name_words, stem_of
from pipeline.rules.vocabulary import VERB_FORMS
from pipeline.rules.vocabulary.ties import ROWS_OF_ANY

# A verb beside a denial, until it is known what it tells of.
VERB = "z"
# Behind these stand the rows that are left out, not what others have none of.
_BUT_FOR = frozenset(
    ("except", "exclude", "excluding", "outside", "apart", "other", "ignore", "ignoring",
     "disregard", "disregarding", "leave", "leaving", "omit", "omitting", "count", "counting",
     "include", "including", "consider", "considering", "those", "save")
)  # fmt: skip
_NOTHING = "nothing"
# `non-German shippers`: such rows are of another kind, there are not none of them.
_OTHER = "non"
_WHO = frozenset(("who", "whom"))
_CALLED, _EXACT = 0.8, 0.95
_AGENT = ("er", "or")


def leaves_out(item: Item) -> bool:
    """Whether a denial takes such rows away: `excluding cancelled orders`."""
    return item.letter == "n" and bool(_BUT_FOR & set(item.text.lower().split()))


def says_but_for(words: str) -> bool:
    """Whether the words of a condition begin with taking rows away."""
    return bool(_BUT_FOR & set(words.lower().split()[:2]))


def with_denials(items: Sequence[Item], known: Known) -> list[Item]:
    """The items of a question, with what it denies read as rows, columns or values."""
    if not any(item.letter == "n" for item in items):
        return list(items)
    return _Denials(list(items), known).run()


@dataclass(slots=True)
class _Denials(DeniedLinks):
    """Reads what stands beside each denial of a question; `of_verbs` are those of a verb."""

    of_verbs: list[Item] = field(default_factory=list)

    def run(self) -> list[Item]:
        self._call_rows()
        self._call_deeds()
        self._name_people()
        for item in [item for item in self.items if item.letter == VERB]:
            at = next(n for n, one in enumerate(self.items) if one is item)
            self._settle(at)
        self._name_nothing()
        self._put_nouns_first()
        self._name_rows_of_values()
        self._name_rows_of_numbers()
        return self.items

    def _call_rows(self) -> None:
        """`customers without orders`: rows, whatever column is called by half of their name."""
        denied = False
        for at, item in enumerate(self.items):
            denied = item.letter == "n" or (denied and item.letter in "zVFfCxphTM")
            named = item.other if item.letter == "M" and denied and item.other else item
            if named.letter == "C" and not named.verb and _names_rows(named, one=denied):
                named.letter = "T"
                named.candidates.sort(key=lambda c: bool(c.column))
            self.items[at] = named if named.letter == "T" else item

    def _call_deeds(self) -> None:
        """`not assigned to any course`, of rows that are called `assigned to`."""
        for at, (before, item) in enumerate(pairwise(self.items), start=1):
            done = item.text.lower().split()[:1]
            if denies_deeds(before) and item.letter == "T" and done and done[0] in VERB_FORMS:
                item.verb = True
                self._turn_round(at)
                return

    def _name_people(self) -> None:
        """`who has not ordered`: the people that orders are of."""
        first = self.items[0]
        named = next((item for item in self.items if item.letter in "TCMn"), first)
        verb = next((item for item in self.items if item.letter == VERB), None)
        if first.text.lower() not in _WHO or named.letter != "n" or verb is None:
            return
        people = people_of(tables_of_deed(verb.text, "", self.known), self.known)
        if people:
            found = [Candidate(key, "", 1.0) for key in people]
            item = Item("T", first.first, first.last, first.text, candidates=found)
            self.items.insert(1, item)

    def _settle(self, at: int) -> None:
        """Put what a verb tells of in its place; a verb that adds nothing is taken out."""
        behind = self.items[at + 1] if at + 1 < len(self.items) else None
        if behind is not None and behind.letter == "n" and not denies_deeds(behind):
            # `sold no lamps` as `no sold lamps`: the denial is of both.
            self.items[at : at + 2] = [behind, self.items[at]]
            at += 1
        verb, subject = self.items[at], self._subject(at)
        if lemma_of(verb.text.lower()) in ROWS_OF_ANY:
            self._call_any_rows(at, subject)
            return
        rows = [item for item in self._behind(at) if item.letter == "T"]
        named = {c.table for item in rows for c in item.candidates if not c.column}
        columns = [c for c in verb.candidates if c.column]
        if self._switch_on(at, subject, columns):
            return
        done = self._is_not_done(at, subject, columns) if not named else None
        if done is not None:
            self.items[at - 1 : at + 1] = [done]
            return
        events = tables_of_deed(verb.text, subject, self.known)
        dated = [c for c in columns if self._happens(c, subject)]
        events = events or tuple(dict.fromkeys(c.table for c in dated))
        if named & {*events, *(c.table for c in columns)} or (named and not events):
            self._take_out(at)
        elif events:
            self._name_rows(at, events)
        elif verb.payload:
            verb.letter = "V"
        else:
            self._tie(at, subject, columns)

    def _name_rows(self, at: int, events: Sequence[str]) -> None:
        """A verb as the rows that it tells of; `interact with enzymes`: of both at once."""
        verb = self.items[at]
        verb.letter, verb.verb = "T", True
        verb.candidates = [Candidate(key, "", 1.0) for key in events]
        if [item.letter for item in self.items[at + 1 : at + 3]] in (["h", "T"], ["p", "T"]):
            self.items.pop(at + 1)
        self._turn_round(at)

    def _turn_round(self, at: int) -> None:
        """`courses that Kit did not take`: none of those rows is of Kit."""
        ends = not any(item.letter in SAID + FAR for item in self._behind(at))
        if ends and [item.letter for item in self.items[max(at - 2, 0) : at]] == ["V", "n"]:
            told, denial, deed = self.items[at - 2 : at + 1]
            self.items[at - 2 : at + 1] = [denial, deed, told]

    def _tie(self, at: int, subject: str, columns: list[Candidate]) -> None:
        """A verb that no rows are called by: a column, or no more than a tie to other rows."""
        verb = self.items[at]
        if columns and not self._leads_to_value(at, columns):
            verb.letter, verb.verb, verb.candidates = "C", True, columns
        elif not self._is_used_by_nobody(at, subject):
            self._take_out(at)

    def _switch_on(self, at: int, subject: str, columns: list[Candidate]) -> bool:
        """`have not passed First Aid`: no row between of which that is so."""
        verb, behind = self.items[at], self._behind(at)
        named = columns[0] if columns and behind and subject else None
        values = switch_values(self.known.column(named.ref)) if named is not None else None
        if named is None or values is None or not any(item.letter in SAID for item in behind):
            return False
        if not self.known.joins.has_many(subject, named.table):
            return False
        column = Item("C", verb.first, verb.last, verb.text, candidates=[named])
        test = Test(column=column, values=values[:1], words=verb.text, first=verb.first)
        verb.letter, verb.verb = "T", True
        verb.candidates = [Candidate(named.table, "", 1.0)]
        so = Item("f", verb.first, verb.last, verb.text, test)
        self.items.insert(at + 1 + (behind[0].letter == "T"), so)
        return True

    def _take_out(self, at: int) -> None:
        """Take out a verb that adds nothing; what it denies is all that stands behind it."""
        self.items.pop(at)
        if at and self.items[at - 1].letter == "n":
            self.of_verbs.append(self.items[at - 1])

    def _is_not_done(self, at: int, subject: str, columns: list[Candidate]) -> Item | None:
        """`orders not shipped`, `tickets not assigned to anyone`: the row's own column is empty."""
        before, behind = self.items[at - 1], self._behind(at)
        agent = stem_of(self.items[at].text.lower())
        own = [c for c in columns if c.table == subject and self._may_be_empty(c, agent)]
        if not own or not denies_deeds(before) or any(i.letter in SAID + FAR for i in behind):
            return None
        named = Item("C", before.first, self.items[at].last, self.items[at].text, candidates=own)
        test = Test(
            operator="is null", column=named, words=f"{before.text} {named.text}",
            first=before.first,
        )  # fmt: skip
        return Item("f", before.first, named.last, test.words, test)

    def _may_be_empty(self, named: Candidate, verb: str) -> bool:
        column = self.known.column(named.ref)
        does = [word for word in name_words(column.name) if word.endswith(_AGENT)]
        keys = self.known.table(named.table).foreign_keys
        refers = any(column.name in key.columns for key in keys)
        agent = any(stem_of(word) == verb for word in does)  # who handles it is the handler
        return bool(column.null_share) and (column.kind.is_dated or refers or agent)

    def _happens(self, named: Candidate, subject: str) -> bool:
        """Whether a date tells when something happened to a row of the subject, many times."""
        column = self.known.column(named.ref)
        many = bool(subject) and self.known.joins.has_many(subject, named.table)
        return many and column.kind.is_dated and not column.null_share

    def _name_nothing(self) -> None:
        """`rooms with nothing in them`: no row of what belongs to a room."""
        for at, item in enumerate(self.items):
            said = item.letter == "n" and item.text.lower().split()[-1] == _NOTHING
            if not said or any(one.letter in SAID for one in self._behind(at)):
                continue
            parts = self._parts_of(self._subject(at))
            if parts:
                found = [Candidate(key, "", 1.0) for key in parts]
                rows = Item("T", item.first, item.last, item.text, candidates=found, verb=True)
                self.items.insert(at + 1, rows)
                return

    def _put_nouns_first(self) -> None:
        """`without online orders` as `without orders online`: what is denied are such orders."""
        for at, item in enumerate(self.items):
            if item.letter != "n" or item.text.lower() == _OTHER:
                continue
            start = at + 1
            while start < len(self.items) and self.items[start].letter in "ph":
                start += 1
            deed = start < len(self.items) and self.items[start].verb
            start += int(deed)
            until = start
            while until < len(self.items) and self.items[until].letter in "VFCf":
                until += 1
            noun = self.items[until] if until < len(self.items) else item
            told = self.items[start:until]
            if noun.letter == "T" and len(told) == 1 and self._happened_to(told[0], noun):
                noun.verb = True
                told[0].letter, told[0].candidates = (
                    "T",
                    [Candidate(told[0].candidates[0].table, "", 1.0)],
                )
                self.items[start : until + 1] = [noun, *told]
                continue
            rows = noun.letter == "T" and bool(told) and told[0].letter in "VFf"
            if rows and leaves_out(item):
                self.items.pop(until)
            elif rows and (deed or not denies_deeds(item) or self._denies_rows(item, noun)):
                self.items[start : until + 1] = [noun, *told]

    def _denies_rows(self, denial: Item, noun: Item) -> bool:
        """`do not hold a credit card`: what is held are rows that belong to those who hold it."""
        if not any(item is denial for item in self.of_verbs):
            return False
        at = next(n for n, item in enumerate(self.items) if item is denial)
        subject, rows = self._subject(at), noun.candidates[0].table
        return bool(subject) and self.known.joins.has_many(subject, rows)

    def _happened_to(self, done: Item, noun: Item) -> bool:
        """`returned orders`: whether a participle tells of other rows that belong to the noun's."""
        if done.letter != "C" or not done.candidates[0].column:
            return False
        named, rows = done.candidates[0], noun.candidates[0].table
        dated = self.known.column(named.ref).kind.is_dated
        return dated and self.known.joins.has_many(rows, named.table)

    def _name_rows_of_values(self) -> None:
        """`no login since March`: the date is of the events, whose type the value is."""
        for at, item in enumerate(self.items[:-2]):
            value, behind = self.items[at + 1 : at + 3]
            if item.letter != "n" or value.letter != "V" or behind.letter != "D":
                continue
            owners = {hit.table for hit in value.payload or ()}
            subject, owner = self._subject(at), min(owners, default="")
            if len(owners) == 1 and subject and self.known.joins.has_many(subject, owner):
                found = [Candidate(owner, "", 1.0)]
                rows = Item(
                    "T", value.first, value.last, value.text, candidates=found, verb=True
                )  # fmt: skip
                self.items.insert(at + 1, rows)
                return


def _names_rows(item: Item, *, one: bool) -> bool:
    """Whether a noun names rows rather than a column; `one`: also in the singular."""
    word, rows = item.text.lower(), item.best(table=True)
    many = " " not in word and (one or is_plural(word))
    # `without any call`, of call records.
    begins = one and rows is not None and lemmas_of(rows.table)[:1] == [lemma_of(word)]
    called = rows is not None and (rows.score >= _CALLED or begins)
    return many and called and item.candidates[0].score < _EXACT
