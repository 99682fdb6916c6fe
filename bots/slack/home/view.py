"""A person's desk as the blocks of the Home tab."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from bots.cards import Text, Tone
from bots.conversation.queue import Filters, fitting, value_of
from bots.ports import Condition
from bots.slack.cards.blocks import Json, block_of_text, cut, plain
from bots.slack.cards.limits import LIMITS
from bots.slack.home.filters import filter_blocks, kept
from bots.wording import home as say
from bots.wording import replies
from pipeline.people import Person
from review.ports.agenda import Agenda, OwnQuestion, Queued

OPEN: Final = "home.open"
REFRESH: Final = "home.refresh"
CLAIM: Final = "home.claim"
APPROVE: Final = "home.approve"
REJECT: Final = "home.reject"
PICKED: Final = "home.picked"
FORGET: Final = "home.forget"
_MOST_OWN = 8
_MOST_KEPT = 10
_MOST_QUEUED = 12
_QUESTION = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeTab:
    """What a Home tab shows; `links` leads from references of messages to browser links."""

    reader: Person
    agenda: Agenda
    links: dict[str, str]
    filters: Filters
    reviewer: bool = False
    conditions: tuple[Condition, ...] = ()
    notice: str = ""


def home_view(tab: HomeTab) -> Json:
    """The view to publish."""
    blocks = [*_top(tab), *_own(tab), *_kept(tab), *_queue(tab), *_health(tab), *_help()]
    return {
        "type": "home",
        "private_metadata": kept(tab.filters),
        "blocks": blocks[: LIMITS.view_blocks],
    }


def _top(tab: HomeTab) -> Iterator[Json]:
    if tab.notice:
        yield block_of_text(Text(text=tab.notice, tone=Tone.STRONG))
    agenda = tab.agenda
    if not (agenda.pending or agenda.open or agenda.recent or agenda.kept or tab.reviewer):
        yield block_of_text(Text(text=say.NOTHING))


def _own(tab: HomeTab) -> Iterator[Json]:
    agenda = tab.agenda
    for title, items in (
        (say.PENDING, agenda.pending),
        (say.OPEN, agenda.open),
        (say.RECENT, agenda.recent),
    ):
        if items:
            yield _header(title)
            yield from _listed(title, items, tab)


def _listed(title: str, items: Sequence[OwnQuestion], tab: HomeTab) -> Iterator[Json]:
    primary = title == say.PENDING
    for at, item in enumerate(items[:_MOST_OWN]):
        link = tab.links.get(item.reference, "")
        lines = (item.question, say.own_line(item, tab.reader))
        yield _line(lines, link, f"{OPEN}.{title}.{at}", primary=primary)
    if len(items) > _MOST_OWN:
        yield _subtle(say.more(len(items) - _MOST_OWN))


def _kept(tab: HomeTab) -> Iterator[Json]:
    """What this person is not asked again, each with a way to be asked again."""
    if tab.agenda.kept:
        yield _header(say.KEPT)
    for at, answer in enumerate(tab.agenda.kept[:_MOST_KEPT]):
        yield {
            "type": "section",
            "text": plain(cut(answer.said, _QUESTION)),
            "accessory": {
                "type": "button",
                "action_id": f"{FORGET}.{at}",
                "text": plain(say.FORGET),
                "value": answer.question,
            },
        }


def _queue(tab: HomeTab) -> Iterator[Json]:
    if not tab.reviewer:
        return
    queue = tab.agenda.queue
    yield _header(say.QUEUE)
    if not queue:
        yield _subtle(say.QUEUE_EMPTY)
        return
    yield filter_blocks(queue, tab.filters)
    shown = fitting(queue, tab.filters, tab.reader)
    if not shown:
        yield _subtle(say.QUEUE_FILTERED)
        return
    for at, item in enumerate(shown[:_MOST_QUEUED]):
        link = tab.links.get(item.reference, "")
        told = " · ".join(filter(None, (say.queued_line(item, tab.reader), item.barred)))
        yield _line((item.title, told), link, f"{OPEN}.queue.{at}")
    if len(shown) > _MOST_QUEUED:
        yield _subtle(say.more(len(shown) - _MOST_QUEUED))
    yield from _several(shown[:_MOST_QUEUED])


def _several(shown: Sequence[Queued]) -> Iterator[Json]:
    offered = [each for each in shown if not each.barred]
    if not offered:
        return
    options = [
        {"text": plain(each.title, LIMITS.option_text), "value": value_of(each)} for each in offered
    ]
    yield {
        "type": "section",
        # Slack keeps what was picked under the same id; what is offered changes it.
        "block_id": f"{PICKED}.{crc32(repr(options).encode()):x}",
        "text": plain(say.PICK),
        "accessory": {
            "type": "multi_static_select",
            "action_id": PICKED,
            "placeholder": plain(say.PICK_HINT, LIMITS.placeholder),
            "options": options,
        },
    }
    confirm = {
        "title": plain(say.APPROVE_SURE, LIMITS.confirm_title),
        "text": plain(say.APPROVE_WHAT, LIMITS.confirm_text),
        "confirm": plain(say.APPROVE_YES, LIMITS.confirm_button),
        "deny": plain(say.APPROVE_NO, LIMITS.confirm_button),
    }
    claim = {"type": "button", "action_id": CLAIM, "text": plain(say.CLAIM)}
    approve = {"type": "button", "action_id": APPROVE, "text": plain(say.APPROVE)}
    primary = {**approve, "style": "primary", "confirm": confirm}
    reject = {"type": "button", "action_id": REJECT, "text": plain(say.REJECT), "style": "danger"}
    yield {"type": "actions", "elements": [claim, primary, reject]}


def _health(tab: HomeTab) -> Iterator[Json]:
    if not tab.conditions:
        return
    yield _header(say.HEALTH)
    for each in tab.conditions:
        mark = say.WELL if each.well else say.ILL
        yield _subtle(f"{mark} {each.what}: {each.said}")


def _help() -> Iterator[Json]:
    yield {"type": "divider"}
    yield block_of_text(Text(text=replies.HELP_TITLE, tone=Tone.STRONG))
    for line in replies.HELP:
        yield _subtle(line)
    button = {"type": "button", "action_id": REFRESH, "text": plain(say.REFRESH)}
    yield {"type": "actions", "elements": [button]}


def _line(lines: tuple[str, str], link: str, action: str, *, primary: bool = False) -> Json:
    question, told = lines
    section: Json = {"type": "section", "text": plain(f"{cut(question, _QUESTION)}\n{told}")}
    if link:
        style = {"style": "primary"} if primary else {}
        label = plain(say.OPEN_LINK)
        section["accessory"] = {
            "type": "button",
            "action_id": action,
            "text": label,
            "url": link,
            **style,
        }
    return section


def _header(text: str) -> Json:
    return {"type": "header", "text": plain(text, LIMITS.header)}


def _subtle(text: str) -> Json:
    return block_of_text(Text(text=text, tone=Tone.SUBTLE), LIMITS.field)
