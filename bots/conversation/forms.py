"""The dialogs behind buttons."""

from dataclasses import replace

from bots.cards import Code, Entry, EntryKind, Form, Press, Text, Verb
from bots.conversation.ask_card import question_menus
from bots.conversation.sql_lines import in_lines
from bots.wording import answers, asks
from pipeline.checkpoint import EDITED_SQL, CheckpointKind, Input, InputKind, Question
from pipeline.result import Answer
from review.ports.desk import OpenCheckpoint

NOTE = "note"

_KINDS = {
    InputKind.TEXT: EntryKind.LINE,
    InputKind.LONG_TEXT: EntryKind.LINES,
    InputKind.SQL: EntryKind.SQL,
    InputKind.DATE: EntryKind.DATE,
}


def form_for(verb: Verb, checkpoint: OpenCheckpoint) -> Form:
    """The dialog that a button of this checkpoint opens."""
    press = Press(verb=verb, subject=checkpoint.id, nonce=checkpoint.nonce)
    if verb is Verb.EDIT:
        return _edit_form(checkpoint, press)
    if verb is Verb.ASK_BACK:
        return _note_form(asks.FORM_ASK_BACK, asks.FIELD_ASK_BACK, press)
    if verb is Verb.REJECT and checkpoint.ask.kind is CheckpointKind.REPAIR:
        return _note_form(asks.FORM_GIVE_UP, asks.FIELD_GIVE_UP, press, optional=True)
    if verb is Verb.REJECT:
        return _note_form(asks.FORM_REJECT, asks.FIELD_REASON, press)
    return _other_form(checkpoint, press)


def review_form(run: str) -> Form:
    press = Press(verb=Verb.REVIEW, subject=run)
    note = Entry(id=NOTE, label=answers.REVIEW_NOTE, kind=EntryKind.LINES, optional=True)
    return Form(
        title=answers.REVIEW_TITLE,
        blocks=(Text(text=answers.REVIEW_INTRO),),
        entries=(note,),
        submit=answers.REVIEW_SEND,
        press=press,
    )


def reconsider_form(run: str) -> Form:
    """Take the approved query behind an answer out of use."""
    press = Press(verb=Verb.RECONSIDER, subject=run)
    note = Entry(id=NOTE, label=answers.RECONSIDER_NOTE, kind=EntryKind.LINES, optional=True)
    return Form(
        title=answers.RECONSIDER_TITLE,
        blocks=(Text(text=answers.RECONSIDER_INTRO),),
        entries=(note,),
        submit=answers.RECONSIDER_SEND,
        press=press,
    )


def bad_form(run: str) -> Form:
    press = Press(verb=Verb.BAD, subject=run)
    note = Entry(id=NOTE, label=answers.BAD_NOTE, kind=EntryKind.LINES, optional=True)
    return Form(title=answers.BAD_TITLE, entries=(note,), submit=answers.BAD_SEND, press=press)


def sql_form(sql: str, intro: str = answers.SQL_INTRO) -> Form:
    """A query, to read."""
    blocks = (Text(text=intro), Code(text=in_lines(sql)))
    return Form(title=answers.SQL_TITLE, blocks=blocks)


def explain_form(answer: Answer) -> Form:
    """How the answer came about, to read."""
    told = tuple(Text(text=each) for each in answer.how)
    return Form(title=answers.EXPLAIN_TITLE, blocks=told)


def _edit_form(checkpoint: OpenCheckpoint, press: Press) -> Form:
    """The inputs that the checkpoint itself has, or its SQL."""
    inputs = [each for question in checkpoint.ask.questions for each in question.inputs]
    sql = Entry(
        id=EDITED_SQL, label=asks.FIELD_SQL, kind=EntryKind.SQL, value=in_lines(checkpoint.ask.sql)
    )
    return Form(
        title=asks.FORM_EDIT,
        blocks=(Text(text=asks.EDIT_INTRO),),
        entries=tuple(_entry(each) for each in inputs) or (sql,),
        submit=asks.SEND,
        press=press,
    )


def _other_form(checkpoint: OpenCheckpoint, press: Press) -> Form:
    """One question: its inputs. Several: the menus too, so that nothing picked is lost."""
    questions = checkpoint.ask.questions
    several = len(questions) > 1
    entries = [
        _of_question(_entry(each), question) if several else _entry(each)
        for question in questions
        for each in question.inputs
    ]
    texts = () if several else tuple(Text(text=each.text) for each in questions if each.text)
    return Form(
        title=asks.FORM_OTHER,
        blocks=texts,
        menus=question_menus(checkpoint.ask) if several else (),
        entries=tuple(entries),
        submit=asks.SEND,
        press=press,
    )


def _of_question(entry: Entry, question: Question) -> Entry:
    return replace(entry, label=asks.of_question(entry.label, question.text))


def _note_form(title: str, label: str, press: Press, *, optional: bool = False) -> Form:
    note = Entry(id=NOTE, label=label, kind=EntryKind.LINES, optional=optional)
    return Form(title=title, entries=(note,), submit=asks.SEND, press=press)


def _entry(wanted: Input) -> Entry:
    return Entry(
        id=wanted.id,
        label=wanted.label,
        kind=_KINDS[wanted.kind],
        value=in_lines(wanted.value) if wanted.kind is InputKind.SQL else wanted.value,
        optional=wanted.optional,
    )
