"""What becomes of one reading: SQL, a question back, or a plain no."""

from collections.abc import Mapping
from dataclasses import replace

from knowledge.sql_text import write_sql
from pipeline.intent import Intent
from pipeline.rules.asking.ask import (
    ANSWERS,
    UNREAD,
    Question,
    question_of_doubt,
    question_of_reading,
    question_of_word,
    told_apart,
)
from pipeline.rules.asking.done_to_others import names_whom_it_is_done_to
from pipeline.rules.asking.fewer_columns import said_columns
from pipeline.rules.asking.named_only import pointed_at
from pipeline.rules.asking.never_met import is_never_met
from pipeline.rules.asking.no_such_number import standing_of
from pipeline.rules.asking.open_keys import joined_by_what_is_read, left_over, question_of_role
from pipeline.rules.asking.retired_words import told_in_place
from pipeline.rules.asking.senseless import (
    adds_again,
    days_by_words,
    names_the_led,
    orders_text,
)
from pipeline.rules.asking.untied import question_of_tie, told_ties
from pipeline.rules.asking.variants import READ_AS, varied
from pipeline.rules.asking.ways import question_of_way
from pipeline.rules.building.build import Builder
from pipeline.rules.building.grouped import NotGroupedError, is_grouped
from pipeline.rules.building.joined import UnreachableError, UnseenFilterError
from pipeline.rules.building.where import NothingMeantError
from pipeline.rules.confidence import Judged, judged
from pipeline.rules.drafting.assembly import Assembled
from pipeline.rules.linking.clause_reading import some_or_all
from pipeline.rules.linking.earnings import counted_once
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.standing import settled
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.telling.assumptions import assumptions_of, waived
from pipeline.rules.telling.cited import cited, unread
from pipeline.rules.telling.contracting import contract_of
from pipeline.rules.telling.wording import reading_of

_READ = frozenset(("reading",))
# Doubts that no other column settles.
_NO_COLUMNS = frozenset(("metric", "extent", "itself", "direction", "rank"))
NOTHING_FOUND = "I found nothing in this data that your question is about."
TEXT_ORDERED = "A text cannot be above or below a number. Say which number you mean."
NO_DAY = "I do not know which days you mean. Name a date, a month or a day of the week."
NEVER_MET = "No row can be in both of these periods. Ask for one of them, then for the other."
DONE_TO_WHOM = "I cannot tell who did it and to whom it was done."
WHO_IS_ABOVE = "I cannot tell who is above or below the one that you named."
NOTHING_MEANT = "I cannot tell which rows are to be there, or not to be there."
ADDED_AGAIN = (
    "I can add up only one of these at a time, because together some rows would be added twice. "
    "Ask for each of them separately."
)
NOT_GROUPED = "I do not know what to compute the number for. Say “for each ...”."


def as_ask(asked: Question) -> Ask:
    """A question back with options that are told apart."""
    asked = replace(asked, options=told_apart(asked.options))
    return Ask(
        id=asked.id,
        kind=asked.kind,
        prompt=asked.prompt,
        options=asked.options,
        default="" if asked.open else asked.options[0].id,
        careful=asked.careful,
    )


def decided(tags: Tagged, made: Assembled, about: Known, choices: Mapping[str, str]) -> Outcome:
    """The outcome of a reading, however it ends."""
    if made.intent is None:
        return Cannot(
            reason=NOTHING_FOUND,
            unexplained=tuple(made.failed),
        )
    try:
        return _written_or_asked(tags, made, made.intent, about, choices)
    except UnreachableError as error:
        tie = None if made.failed else question_of_tie(error.tables, about)
        if tie is not None and tie.id not in choices:
            return as_ask(tie)
        reason = f"I do not know how {' and '.join(error.tables)} are connected."
    except NothingMeantError:
        reason = NOTHING_MEANT
    except NotGroupedError:
        reason = NOT_GROUPED
    except UnseenFilterError as error:
        reason = (
            f"A condition that always belongs to {error.table} reads a column that you "
            "may not see, or that is not there."
        )
        return Cannot(reason=reason)
    return Cannot(reason=reason, unexplained=tuple(made.failed))


def _written_or_asked(
    tags: Tagged, made: Assembled, intent: Intent, about: Known, choices: Mapping[str, str]
) -> Outcome:
    made.intent, gone = settled(intent, about)
    sql, builder = _written(made.intent, about)
    meant = left_over(builder.parallel, made.intent)
    if meant:
        about = about.joined(about.joins.by_keys(meant))
        sql, builder = _written(made.intent, about)
    else:
        made.risks += joined_by_what_is_read(made.intent, about, builder.reached)
    unused = [table for table in made.named if table not in builder.reached]
    made.risks += [*builder.risks, *(f"{table} is named but not used" for table in unused)]
    made.unused = unused
    grouped = {dimension.column.rpartition(".")[0] for dimension in made.intent.dimensions}
    # `spending in rooms that have items`: the rows that a metric counts are all of them.
    counted = [t for t in made.named if t.lower() in builder.whole and t not in grouped]
    made.risks += [some_or_all(table) for table in counted]
    return _settled(tags, made, about, choices, (sql, builder, gone))


def _settled(
    tags: Tagged,
    made: Assembled,
    about: Known,
    choices: Mapping[str, str],
    written: tuple[str, Builder, tuple[str, ...]],
) -> Outcome:
    """What becomes of a reading that SQL could be written for."""
    sql, builder, gone = written
    verdict = judged(tags, made, builder)
    unread = tuple(made.failed) if choices.get(UNREAD) == IGNORED and not made.doubts else ()
    refused = _never_meant(tags, made, about)
    if refused:
        return Cannot(reason=refused, unexplained=tuple(made.failed))
    asked = None if unread else _asked(verdict, made, about, choices, tags)
    open_ways = None if made.failed else question_of_role(builder.parallel)
    asked = asked or open_ways or (None if made.failed else question_of_way(builder.unsettled))
    if asked is not None and choices.get(asked.id) is None:
        return as_ask(asked)
    if made.intent is None or (made.failed and not unread):
        return _unread(tags, made.failed)
    intent = varied(made.intent, choices.get("reading", READ_AS), about)
    if intent is not made.intent:
        sql, builder = _written(intent, about)
    senseless = says_otherwise(intent, builder, about)
    if senseless:
        return Cannot(reason=senseless)
    return Planned(
        intent=intent,
        sql=sql,
        contract=contract_of(intent, builder, about),
        reading=reading_of(intent),
        assumptions=(
            *assumptions_of(tags, intent, builder),
            *told_in_place(
                about,
                " ".join(word.text for word in tags.words),
                {*builder.reached, *(measure.name for measure in intent.measures)},
                choices,
            ),
            *told_ties(choices, about),
            *waived((*gone, *builder.overruled), about.catalog.dialect),
        ),
        confidence=verdict.confidence,
        left_out=(*tags.left_out, *unread),
    )


def says_otherwise(intent: Intent, builder: Builder, about: Known) -> str:
    """Why a query would say something else than its words; empty where it does not."""
    if orders_text(intent, about):
        return TEXT_ORDERED
    if days_by_words(intent, about):
        return NO_DAY
    if is_never_met(intent):
        return NEVER_MET
    return ADDED_AGAIN if adds_again(intent, builder.repeated) else ""


def _never_meant(tags: Tagged, made: Assembled, about: Known) -> str:
    """Why a reading is not even offered; empty where it may be."""
    if made.intent is None:
        return ""
    doubted = {doubt.kind for doubt in made.doubts}
    if doubted and doubted <= _NO_COLUMNS and orders_text(made.intent, about):
        return TEXT_ORDERED
    if names_whom_it_is_done_to(tags, made.intent, about):
        return DONE_TO_WHOM
    return WHO_IS_ABOVE if names_the_led(tags, made.intent, about) else ""


def _unread(tags: Tagged, failed: list[str]) -> Cannot:
    """Names that are not in the data, else the words that mean nothing here."""
    missing = [item.text for item in tags.items if item.letter == "V" and not item.payload]
    named = [name for name in missing if any(name in text for text in failed)]
    lost = tuple(failed)
    if named:
        words = " and ".join(f"“{word}”" for word in named)
        return Cannot(reason=f"I find no {words} in this data.", unexplained=lost)
    own = cited(failed, tags)
    return Cannot(reason=unread(own), unexplained=lost, cited=own)


def _asked(
    verdict: Judged, made: Assembled, about: Known, choices: Mapping[str, str], tags: Tagged
) -> Question | None:
    if made.intent is None:
        return None
    if len(made.failed) == 1 and not made.doubts and verdict.askable:
        word, stands = made.failed[0], standing_of(made.failed[0], tags)
        return question_of_word(word, made.intent, about, stands=stands, named=made.named)
    if made.doubts and not made.failed:
        return question_of_doubt(counted_once(made.doubts[0], made.intent, about))
    if verdict.sure or made.failed or _helped(choices, made):
        return None
    spoken_of = pointed_at(made.intent, about)
    overheard = [table for table in made.unused if table not in spoken_of]
    asked = question_of_reading(made.intent, about, overheard, said_columns(tags))
    return replace(asked, careful=verdict.careful)


def _helped(choices: Mapping[str, str], made: Assembled) -> bool:
    """Whether a person explained something already: the answer then says how it was read.

    What was named and is in no part of the reading is only explained by a yes to that reading.
    """
    said = {key.partition(":")[0] for key in choices}
    return bool(said & (_READ if made.unused else ANSWERS))


def _written(intent: Intent, about: Known) -> tuple[str, Builder]:
    builder = Builder(about, intent)
    tree = builder.tree()
    if not is_grouped(tree):
        raise NotGroupedError
    return write_sql(tree, about.catalog.dialect), builder
