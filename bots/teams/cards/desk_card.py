"""A person's desk as an Adaptive Card: what Slack has in its Home tab."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from bots.cards import Text, Tone
from bots.conversation.queue import KINDS, Filters, fitting, value_of, workspaces_of
from bots.ports import Condition
from bots.teams.activities import SURFACE, has_threads, split
from bots.teams.cards.adaptive import envelope
from bots.teams.cards.elements import cut, line, run, text_elements
from bots.wording import home as say
from pipeline.people import Person
from review.ledger.threads import Thread
from review.ports.agenda import Agenda, OwnQuestion, Queued

Json: TypeAlias = dict[str, Any]

VERB: Final = "desk"
DO: Final = "do"
SHOW, CLAIM, APPROVE, SURE, FORGET = "show", "claim", "approve", "sure", "forget"
REJECT, REJECTED = "reject", "rejected"
WORKSPACE, KIND, PICKED, QUESTION = "desk|workspace", "desk|kind", "desk|picked", "q"
NOTE: Final = "desk|note"
_MOST: Final = 6
_MOST_QUEUED: Final = 12
_QUESTION: Final = 160
_LINK: Final = "https://teams.microsoft.com/l/message"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskView:
    """What a desk shows.

    `sure` holds what is approved once its reader says so again, `why` what is rejected once its
    reader says why.
    """

    agenda: Agenda
    reader: Person
    filters: Filters = field(default_factory=Filters)
    conditions: tuple[Condition, ...] = ()
    notice: str = ""
    sure: str = ""
    why: str = ""


def desk_content(view: DeskView) -> Json:
    """The card."""
    agenda, reader = view.agenda, view.reader
    parts = [
        *_top(view),
        *_own(say.PENDING, agenda.pending, reader),
        *_own(say.OPEN, agenda.open, reader),
        *_own(say.RECENT, agenda.recent, reader),
        *_kept(agenda),
        *_queue(view),
        *_health(view.conditions),
    ]
    shown = parts or [line(run(say.NOTHING))]
    return envelope([*shown, _actions([_button(say.REFRESH, view, SHOW)])])


def filters_of(data: Mapping[str, Any]) -> Filters:
    """What the menus of the card hold, or held when it was drawn."""
    kept = Filters()
    return Filters(
        workspace=str(data.get(WORKSPACE) or data.get("workspace") or kept.workspace),
        kind=str(data.get(KIND) or data.get("kind") or kept.kind),
    )


def _top(view: DeskView) -> Iterator[Json]:
    if view.notice:
        yield line(run(view.notice, weight="Bolder"))
    if view.why:
        yield from _rejecting(view)
    if not view.sure:
        return
    yield from text_elements(Text(text=say.APPROVE_SURE, tone=Tone.STRONG), _QUESTION)
    yield from text_elements(Text(text=say.APPROVE_WHAT), 400)
    yes = _button(say.APPROVE_YES, view, SURE, {PICKED: view.sure}) | {"style": "positive"}
    yield _actions([yes, _button(say.APPROVE_NO, view, SHOW)])


def _rejecting(view: DeskView) -> Iterator[Json]:
    yield from text_elements(Text(text=say.REJECT_TITLE, tone=Tone.STRONG), _QUESTION)
    yield from text_elements(Text(text=say.REJECT_WHAT), 400)
    yield {"type": "Input.Text", "id": NOTE, "label": say.REJECT_NOTE, "isMultiline": True}
    yes = _button(say.REJECT_YES, view, REJECTED, {PICKED: view.why}) | {"style": "destructive"}
    yield _actions([yes, _button(say.APPROVE_NO, view, SHOW)])


def _own(title: str, items: Sequence[OwnQuestion], reader: Person) -> Iterator[Json]:
    if items:
        yield _header(title)
    for item in items[:_MOST]:
        link = link_to(item.reference, item.thread)
        yield _item(item.question, say.own_line(item, reader), [link] if link else [])
    if len(items) > _MOST:
        yield _subtle(say.left_out(len(items) - _MOST))


def _queue(view: DeskView) -> Iterator[Json]:
    queue = view.agenda.queue
    if not queue:
        return
    yield _header(say.QUEUE)
    names = workspaces_of(queue, view.filters)
    yield _menu(WORKSPACE, say.WORKSPACE, names, view.filters.workspace)
    yield _menu(KIND, say.SHOW, KINDS, view.filters.kind)
    yield _actions([_button(say.FILTER, view, SHOW)])
    fits = fitting(queue, view.filters, view.reader)
    if not fits:
        yield _subtle(say.QUEUE_FILTERED)
        return
    for item in fits[:_MOST_QUEUED]:
        link = link_to(item.reference, item.thread)
        told = " · ".join(filter(None, (say.queued_line(item, view.reader), item.barred)))
        yield _item(item.title, told, [link] if link else [])
    if len(fits) > _MOST_QUEUED:
        yield _subtle(say.more(len(fits) - _MOST_QUEUED))
    yield from _several(view, [each for each in fits[:_MOST_QUEUED] if not each.barred])


def _several(view: DeskView, offered: Sequence[Queued]) -> Iterator[Json]:
    if not offered:
        return
    choices = {value_of(each): each.title for each in offered}
    yield _menu(PICKED, say.PICK, choices, "") | {"isMultiSelect": True, "style": "expanded"}
    approve = _button(say.APPROVE, view, APPROVE) | {"style": "positive"}
    reject = _button(say.REJECT, view, REJECT) | {"style": "destructive"}
    yield _actions([_button(say.CLAIM, view, CLAIM), approve, reject])


def _kept(agenda: Agenda) -> Iterator[Json]:
    """What this person is not asked again, each with a way to be asked again."""
    if agenda.kept:
        yield _header(say.KEPT)
    for each in agenda.kept[:_MOST]:
        forget = _button(say.FORGET, None, FORGET, {QUESTION: each.question})
        yield _item(each.said, "", [forget])
    if len(agenda.kept) > _MOST:
        yield _subtle(say.left_out(len(agenda.kept) - _MOST))


def _health(conditions: Sequence[Condition]) -> Iterator[Json]:
    if conditions:
        yield _header(say.HEALTH)
    for each in conditions:
        mark = say.WELL if each.well else say.ILL
        yield _subtle(f"{mark} {each.what}: {each.said}")


def _button(title: str, view: DeskView | None, do: str, more: Json | None = None) -> Json:
    """A button that brings the desk anew; what the menus hold comes with it."""
    kept = asdict(view.filters) if view is not None else {}
    data = {DO: do, **kept, **(more or {})}
    return {"type": "Action.Execute", "title": title, "verb": VERB, "data": data}


def _actions(actions: list[Json]) -> Json:
    return {"type": "ActionSet", "actions": actions}


def _menu(ident: str, label: str, choices: Mapping[str, str], chosen: str) -> Json:
    listed = [{"title": cut(title, _QUESTION), "value": value} for value, title in choices.items()]
    drawn = {
        "type": "Input.ChoiceSet",
        "id": ident,
        "label": label,
        "choices": listed,
        "wrap": True,
    }
    return drawn | ({"value": chosen} if chosen else {})


def _header(title: str) -> Json:
    return line(run(title, weight="Bolder", size="Medium"), separator=True, spacing="Medium")


def _item(question: str, told: str, actions: list[Json]) -> Json:
    shown = [line(run(cut(question, _QUESTION))), *([_subtle(told)] if told else [])]
    rows = [_actions(actions)] if actions else []
    return {"type": "Container", "items": [*shown, *rows]}


def _subtle(text: str) -> Json:
    return line(run(text, isSubtle=True, size="Small"), spacing="None")


def link_to(reference: str, thread: Thread) -> Json | None:
    """A button that leads to the message; chats with one person have no links in Teams."""
    conversation, _, message = reference.rpartition("/")
    channel, root = split(conversation)
    if thread.surface != SURFACE or not message or not has_threads(channel):
        return None
    parent = f"&parentMessageId={root}" if root else ""
    url = f"{_LINK}/{quote(channel, safe='')}/{message}?tenantId={thread.tenant}{parent}"
    return {"type": "Action.OpenUrl", "title": say.OPEN_LINK, "url": url}
