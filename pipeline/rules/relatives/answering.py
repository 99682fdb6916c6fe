"""What becomes of a question for rows beside those that their keys lead to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge.sentences import capital
from knowledge.sql_text import write_sql
from pipeline.checkpoint import Option
from pipeline.contract import Contract
from pipeline.intent import Clause, Intent
from pipeline.rules.asking.readings import NONE
from pipeline.rules.building.build import Builder
from pipeline.rules.building.grouped import NotGroupedError, is_grouped
from pipeline.rules.building.joined import UnreachableError
from pipeline.rules.building.where import NothingMeantError
from pipeline.rules.linking.parts_played import by_plain_keys
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.relatives.befriended import befriended
from pipeline.rules.relatives.bordering import bordering
from pipeline.rules.relatives.both_ends import both_ends
from pipeline.rules.relatives.but_not import but_not
from pipeline.rules.relatives.counting import counted_under
from pipeline.rules.relatives.either_or import either_or
from pipeline.rules.relatives.elsewhere import elsewhere
from pipeline.rules.relatives.exceeding import exceeding
from pipeline.rules.relatives.keeping import kept
from pipeline.rules.relatives.lasting_longer import by_own_dates
from pipeline.rules.relatives.linked import (
    Read,
    columns_in_part,
    has_a_row,
    met_in_part,
    outdoes,
    readings_of,
)
from pipeline.rules.relatives.outnumbering import outnumbered
from pipeline.rules.relatives.outranking import outranking
from pipeline.rules.relatives.own_period import ReadTimed
from pipeline.rules.relatives.playing import playing
from pipeline.rules.relatives.probing import ReadKnowing
from pipeline.rules.relatives.said import Said, is_evident, is_said, said_of
from pipeline.rules.relatives.shared_values import shared_values
from pipeline.rules.relatives.taking_out import Taken, taken_out
from pipeline.rules.relatives.two_deeds import two_deeds, two_evident_deeds
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.played import Role
from pipeline.rules.telling.wording import read_as, reading_of
from pipeline.rules.text.plain_words import plain, plural, with_article
from pipeline.rules.text.words import words_of
from pipeline.times.values import TimeSpan

RELATIVES = "relatives"
# The readings of a question for a length of time, and whether the first is evident.
ReadLength = Callable[[str, Known, ReadKnowing], tuple[list[Planned], bool]]
_MOST = 4


@dataclass(frozen=True, slots=True)
class _Made:
    """The readings that may be meant, likeliest first; asked for where it is not `sure`."""

    readings: tuple[Planned, ...]
    about: Known
    role: Role | None
    sure: bool


def _plainly(question: str, about: Known) -> Known:
    """What is known, joined by the keys that the question speaks of."""
    if not about.roles:
        return about
    return by_plain_keys(about, {word.stem for word in words_of(question)})


def with_kept(question: str, about: Known, read: Read) -> Planned | None:
    """The outcome of a question that keeps rows which have none of what is counted."""
    about = _plainly(question, about)
    for intent in kept(question, about, read):
        made = _built(Planned(intent=intent, sql="", contract=Contract(), reading=""), about)
        if made is not None:
            return made
    return None


def set_against(
    question: str, about: Known, choices: Mapping[str, str], read: Read
) -> Outcome | None:
    """The outcome of a question for two parts of a row, or for its rows against a number."""
    if choices.get(RELATIVES) == NONE:
        return None
    found, sure, known = both_ends(question, about, read)
    if not found:
        found, sure, known = bordering(question, about, read)
    plainly = known if found else _plainly(question, about)
    for numbers in (two_evident_deeds, outnumbered, exceeding, outranking):
        if not found:
            (found, sure), known = numbers(question, plainly, read), plainly
    for linked in (elsewhere, befriended, playing, shared_values):
        if not found:
            found, sure, known = linked(question, plainly, read)
    return _outcome(_Made(tuple(found[:_MOST]), known, None, sure), choices) if found else None


def near_own_date(
    asked: str,
    times: Sequence[TimeSpan],
    about: Known,
    choices: Mapping[str, str],
    timed: ReadTimed,
) -> Outcome | None:
    """The outcome of a question for what happened near another date of the same rows."""
    if choices.get(RELATIVES) == NONE:
        return None
    found, sure = by_own_dates(asked, times, about, timed)
    return _outcome(_Made(tuple(found), about, None, sure), choices) if found else None


def so_long(
    asked: str, about: Known, choices: Mapping[str, str], knowing: ReadKnowing, *ways: ReadLength
) -> Outcome | None:
    """The outcome of a question for a length of time, in the first of the ways that reads it."""
    if choices.get(RELATIVES) == NONE:
        return None
    for way in ways:
        found, sure = way(asked, about, knowing)
        if found:
            return _outcome(_Made(tuple(found[:_MOST]), about, None, sure), choices)
    return None


def with_both(
    question: str,
    times: Sequence[TimeSpan],
    about: Known,
    choices: Mapping[str, str],
    read: Read,
) -> Outcome | None:
    """The outcome of a question that says what rows have, and what they have not or may have."""
    if choices.get(RELATIVES) == NONE:
        return None
    about = _plainly(question, about)
    found, sure = but_not(question, times, about, read)
    for either in (two_deeds, either_or):
        if not found:
            found, sure = either(question, about, read)
    return _outcome(_Made(tuple(found[:_MOST]), about, None, sure), choices) if found else None


def beside(question: str, about: Known, choices: Mapping[str, str], read: Read) -> Outcome | None:
    """The outcome of a question about a part that rows play; None where it speaks of none."""
    if choices.get(RELATIVES) == NONE:
        return None
    for role in about.roles:
        said = said_of(role, about)
        if not is_said(said, question) or not (role.sure or is_evident(question, said)):
            continue
        made = _made(question, said, about, read)
        if made is not None:
            return _outcome(made, choices)
    return None


def _made(question: str, said: Said, about: Known, read: Read) -> _Made | None:
    counted, sure = counted_under(question, said, about, read)
    if not counted:
        taken = taken_out(question, said)
        if not taken.any or is_said(said, taken.rest):
            return None
        counted, sure = _listed(taken, said, about, read)
        sure = sure and not any(is_said(said_of(r, about), taken.rest) for r in about.roles)
    role = said.role
    found = tuple(counted[:_MOST])
    return _Made(found, about.with_roles([role]), role, sure) if found else None


def _listed(taken: Taken, said: Said, about: Known, read: Read) -> tuple[list[Planned], bool]:
    """The rest as a question of its own, with what was taken out of it."""
    role = said.role
    shown, filters = _parts(taken, role, about, read)
    if shown is None or filters is None:
        return [], False
    bases, sure = readings_of(taken.rest, read)
    found: list[Planned] = []
    for base in bases:
        made = _with(base.intent, shown, filters, taken, role, about)
        if made is None or not _is_plain(base.intent, role):
            continue
        either = not (taken.needed or filters or taken.kept)
        kept = replace(base, intent=replace(made, kept=(role.name,)))
        if either and not about.may_be_empty(f"{role.table}.{role.column}"):
            found.append(kept)  # every row has one: none may be lost
            continue
        found.append(replace(base, intent=made))
        if either:
            found.append(kept)
            sure = False
    return found, sure


def _parts(
    taken: Taken, role: Role, about: Known, read: Read
) -> tuple[list[str] | None, list[Clause] | None]:
    """What is shown and asked of the row in the part; None where its words are not clear."""
    each = [columns_in_part(what, role, about) for what in taken.shown]
    shown = list(dict.fromkeys(ref for refs in each for ref in refs)) if all(each) else None
    filters: list[Clause] = []
    for text in taken.met:
        met = met_in_part(read(text, {}), role)
        if met is None:
            return shown, None
        filters += met
    for versus in taken.compared:
        pair = outdoes(versus, role, about)
        if pair is None:
            return shown, None
        filters.append(pair)
    return shown, filters


def _with(
    base: Intent, shown: list[str], filters: list[Clause], taken: Taken, role: Role, about: Known
) -> Intent | None:
    if base.measures and (shown or taken.kept):
        return None
    if taken.needed and not filters and not shown:
        filters = [has_a_row(role, about)]
    return replace(
        base,
        outputs=(*base.outputs, *shown),
        filters=(*base.filters, *filters),
        kept=(role.name,) if taken.kept else (),
        distinct=base.distinct and not shown,
    )


def _is_plain(intent: Intent, role: Role) -> bool:
    """Whether an intent lists rows of the table, or counts them, and nothing more."""
    plain_ = Intent(
        subject=intent.subject, outputs=intent.outputs, filters=intent.filters,
        order=intent.order, limit=intent.limit, distinct=intent.distinct,
        measures=intent.measures,
    )  # fmt: skip
    counts = [m for m in intent.measures if m.function != "count" or m.table != role.table]
    return intent.subject == role.table and plain_ == intent and not counts


def _outcome(made: _Made, choices: Mapping[str, str]) -> Outcome | None:
    """The answer where it is evident, else a card with the readings that there are."""
    planned = [each for reading in made.readings if (each := _planned(reading, made)) is not None]
    if len(planned) < len(made.readings):
        return None
    planned = list({each.sql: each for each in reversed(planned)}.values())[::-1]
    picked = choices.get(RELATIVES, "")
    if made.sure and len(planned) == 1:
        return planned[0]
    if picked.isdigit() and int(picked) < len(planned):
        return planned[int(picked)]
    options = [Option(id=str(at), label=_label(each, made)) for at, each in enumerate(planned)]
    return Ask(
        id=RELATIVES, kind="clarification", prompt="Which of these do you mean?",
        options=(*options, Option(id=NONE, label="None of these")), default=options[0].id,
    )  # fmt: skip


def _label(reading: Planned, made: _Made) -> str:
    intent, role = reading.intent, made.role
    told = capital(read_as(intent)).rstrip(".")
    if role and any(str(output).startswith(f"{role.name}.") for output in intent.outputs):
        rows, part = plural(plain(role.table)), with_article(role.nouns[0])
        told += f", {rows} without {part} too" if intent.kept else f", only {rows} with {part}"
    missing = " and ".join(f"“{word}”" for word in reading.left_out)
    return f"{told} (without {missing})" if missing else told


def _planned(reading: Planned, made: _Made) -> Planned | None:
    return _built(reading, made.about)


def _built(reading: Planned, about: Known) -> Planned | None:
    """A reading with the SQL of its intent; None where it cannot be written."""
    intent = reading.intent
    builder = Builder(about, intent)
    try:
        tree = builder.tree()
    except (UnreachableError, NothingMeantError, NotGroupedError):
        return None
    if not is_grouped(tree) or builder.unsettled or builder.parallel:
        return None
    parts = about.playing
    real = {parts[key].other if key in parts else key for key in builder.reached}
    return replace(
        reading,
        sql=write_sql(tree, about.catalog.dialect),
        contract=Contract(tables=tuple(sorted(real)), limit=intent.limit),
        reading=reading_of(intent),
    )
