"""An open question to a person, as a card."""

from dataclasses import replace

from bots.cards import (
    Block,
    Button,
    Buttons,
    Card,
    Choice,
    Code,
    Field,
    Fields,
    Menu,
    Press,
    Style,
    Text,
    Tone,
    Verb,
)
from bots.conversation.cells import sample_table
from bots.conversation.sql_lines import in_lines
from bots.conversation.write_card import change_told
from bots.wording import answers, writes
from bots.wording import asks as say
from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.people import Person
from review.cases.promotion_wish import KEEP, ONLY_THIS
from review.ledger.notices import Asked

MOST_BUTTONS = 5
_LONGEST_ID = 200
VERDICTS = frozenset({CheckpointKind.WRITE_APPROVAL, CheckpointKind.REVIEW})


def ask_card(notice: Asked) -> Card:
    ask = notice.ask
    reminder = (Text(text=say.REMINDER, tone=Tone.SUBTLE),) if notice.reminder else ()
    claimed = claimed_line(notice.claimed_by)
    blocks = (*reminder, *told(ask), *_asked(notice), *claimed, *_who(notice))
    return Card(
        plain=plain_of(ask), blocks=blocks, notify=notice.asker.id if notice.reminder else ""
    )


def plain_of(ask: Ask) -> str:
    if ask.change is not None:
        return f"{ask.title}: {ask.change.explanation}"
    texts = (ask.title, *(question.text for question in ask.questions[:1]))
    return " ".join(dict.fromkeys(text for text in texts if text))


def question_menus(ask: Ask) -> tuple[Menu, ...]:
    """A menu for each question that has options; ids are places, so that no id is too long."""
    return tuple(
        question_menu(question, str(place))
        for place, question in enumerate(ask.questions)
        if question.options
    )


def question_menu(question: Question, place: str) -> Menu:
    choices = tuple(
        Choice(id=str(at), label=option.label, detail=option.detail)
        for at, option in enumerate(question.options)
    )
    wanted = question.default.split(",") if question.multiple else [question.default]
    chosen = [str(at) for at, option in enumerate(question.options) if option.id in wanted]
    return Menu(
        id=place,
        label=question.text,
        choices=choices,
        chosen=tuple(chosen),
        multiple=question.multiple,
    )


def told(ask: Ask) -> tuple[Block, ...]:
    """What a person needs to know before they decide."""
    if ask.change is not None:
        return change_told(ask, ask.change)
    blocks: list[Block] = [Text(text=ask.title, tone=Tone.STRONG)] if ask.title else []
    if ask.intro:
        blocks.append(Text(text=ask.intro))
    if ask.warning:
        blocks.append(Text(text=ask.warning, tone=Tone.WARNING))
    if ask.facts:
        items = tuple(Field(label=fact.label, text=fact.text) for fact in ask.facts)
        blocks.append(Fields(items=items))
    if ask.sql and ask.kind is not CheckpointKind.MATCH:
        blocks.append(Code(text=in_lines(ask.sql)))
    if ask.sample is not None and ask.sample.columns:
        blocks.append(sample_table(ask.sample))
    return tuple(blocks)


def _asked(notice: Asked) -> tuple[Block, ...]:
    ask = notice.ask
    if ask.kind in VERDICTS:
        return (*_texts(ask), *question_menus(ask), Buttons(items=verdict_buttons(notice)))
    if ask.kind is CheckpointKind.REPAIR:
        return (*_texts(ask), Buttons(items=_repair_buttons(notice)))
    if len(ask.questions) == 1 and _fits_buttons(ask.questions[0]):
        options = _option_buttons(notice, ask.questions[0])
        return (*_texts(ask), Buttons(items=options, more=_folded(notice)))
    asked = question_menus(ask)
    typed = [Text(text=each.text) for each in ask.questions if not each.options and each.text]
    return (*typed, *asked, Buttons(items=_menu_buttons(notice)))


def _folded(notice: Asked) -> tuple[Button, ...]:
    """The SQL of an approved answer, for who wants to read it."""
    if notice.ask.kind is not CheckpointKind.MATCH or not notice.ask.sql:
        return ()
    return (Button(label=answers.SQL, press=_press(notice, Verb.SQL)),)


def _texts(ask: Ask) -> tuple[Text, ...]:
    shown = [each.text for each in ask.questions if each.text and each.text != ask.title]
    return tuple(Text(text=text) for text in shown if ask.kind not in VERDICTS)


def _fits_buttons(question: Question) -> bool:
    ids = (question.id, *(option.id for option in question.options))
    few = len(question.options) <= MOST_BUTTONS and not question.multiple
    return few and all(len(each) <= _LONGEST_ID for each in ids)


def _press(notice: Asked, verb: Verb, question: str = "", choice: str = "") -> Press:
    return Press(
        verb=verb,
        subject=notice.checkpoint,
        nonce=notice.nonce,
        question=question,
        choice=choice,
    )


def _option_buttons(notice: Asked, question: Question) -> tuple[Button, ...]:
    first = [option for option in question.options if option.id == question.default]
    rest = [option for option in question.options if option.id != question.default]
    buttons = [
        Button(
            label=option.label,
            detail=new_detail(question, option),
            press=_press(notice, Verb.CHOOSE, question.id, option.id),
            style=Style.PRIMARY if option in first else Style.PLAIN,
        )
        for option in (*first, *rest)
    ]
    return (*buttons, *_typing(notice, question.inputs != (), alone=not buttons))


def new_detail(question: Question, option: Option) -> str:
    """The option's detail, unless the question or the option's own label says it already."""
    said = (question.text, option.label)
    return "" if any(_bare(option.detail) in _bare(text) for text in said) else option.detail


def _bare(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter not in "“”\"' ")


def _menu_buttons(notice: Asked) -> tuple[Button, ...]:
    questions = notice.ask.questions
    typed = any(each.inputs for each in questions)
    if not any(each.options for each in questions):
        return _typing(notice, typed, alone=True)
    go_on = Button(label=say.CONTINUE, press=_press(notice, Verb.CONTINUE), style=Style.PRIMARY)
    return (go_on, *_typing(notice, typed, alone=False))


def _typing(notice: Asked, typed: bool, *, alone: bool) -> tuple[Button, ...]:  # noqa: FBT001 - says whether there is anything to type
    if not typed:
        return ()
    return (
        Button(
            label=say.ANSWER if alone else say.OTHER,
            press=_press(notice, Verb.OTHER),
            style=Style.PRIMARY if alone else Style.PLAIN,
        ),
    )


def _repair_buttons(notice: Asked) -> tuple[Button, ...]:
    """To mend it comes first, whatever the default is; to give up is always there."""
    edit = Button(label=say.EDIT_SQL, press=_press(notice, Verb.EDIT), style=Style.PRIMARY)
    options = [
        replace(button, style=Style.PLAIN)
        for question in notice.ask.questions
        for button in _option_buttons(notice, question)
        if button.press.verb is Verb.CHOOSE
    ]
    give_up = Button(label=say.GIVE_UP, press=_press(notice, Verb.REJECT))
    return (edit, *(options or (give_up,)))


def verdict_buttons(notice: Asked) -> tuple[Button, ...]:
    """What a reviewer may say to a write or to an answer."""
    return (
        *_approvals(notice),
        Button(label=say.EDIT_SQL, press=_press(notice, Verb.EDIT)),
        Button(label=say.ASK_BACK, press=_press(notice, Verb.ASK_BACK)),
        Button(label=say.REJECT, press=_press(notice, Verb.REJECT), style=Style.DANGER),
        Button(
            label=say.TAKE_OVER if notice.claimed_by else say.CLAIM,
            press=_press(notice, Verb.CLAIM),
        ),
    )


def _approvals(notice: Asked) -> tuple[Button, ...]:
    """An answer may be kept for the next such question, or approved for this once."""
    approve = Button(label=say.APPROVE, press=_press(notice, Verb.APPROVE), style=Style.PRIMARY)
    if notice.ask.kind is not CheckpointKind.REVIEW:
        return (approve,)
    once = _press(notice, Verb.APPROVE, KEEP, ONLY_THIS)
    return (
        replace(approve, label=say.APPROVE_AND_PROMOTE, press=_press(notice, Verb.PROMOTE)),
        replace(approve, press=once, style=Style.PLAIN),
    )


def claimed_line(claimed_by: Person | None) -> tuple[Text, ...]:
    """Who looks at it, where somebody said so."""
    return (Text(text=say.claimed(claimed_by), tone=Tone.SUBTLE),) if claimed_by else ()


def _who(notice: Asked) -> tuple[Text, ...]:
    change = notice.ask.change
    if change is not None:
        return (Text(text=writes.deciders(change, notice.asker), tone=Tone.SUBTLE),)
    parts = [say.audience_line(notice.ask.audience, notice.asker)]
    if notice.due is not None:
        parts.append(say.due_line(notice.due, notice.asker))
    return (Text(text=" ".join(parts), tone=Tone.SUBTLE),)
