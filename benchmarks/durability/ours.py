"""Countersign's own rows: the review layer, with a chat that only remembers."""

import datetime as dt
import gc
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from benchmarks.durability.scene import Scene
from pipeline.approval import Signed
from pipeline.checkpoint import Action, Ask, CheckpointKind, Decision, Option, Question
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.people import Person
from pipeline.result import Answer, Refusal
from pipeline.state import RunState
from review.adapters.dispatchers import dispatcher_for
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.cases.worker import Outside
from review.ledger.kept_queries import KeptQueries
from review.ledger.notices import Asked, Delivery
from review.ledger.threads import Thread
from review.office.review_office import Office, Ports
from review.policy.deciders import ReviewPolicy
from review.ports.desk import Counted, Desk, Incoming
from review.ports.promotion import Earlier, Verdicted
from review.settings import Around, ReviewSettings

ANA = Person(id="bench:1:ANA", name="Ana")
YES = Question(id="ok", text="Right?", options=(Option(id="yes", label="Yes"),), default="yes")
ASK = Ask(kind=CheckpointKind.DATES, title="These dates?", questions=(YES,))
# The others have no limit of steps at once, and a step here only waits.
SETTINGS = ReviewSettings(concurrency=64, per_person=0, in_all=0)


class OneQuestion:
    """The scene as a flow; `confirm` is the name of the step that waits."""

    def __init__(self, scene: Scene, confirm: str) -> None:
        self._scene = scene
        self._confirm = confirm
        self.names = ("think", confirm, "act", "answer")

    async def run(self, name: str, state: RunState) -> Outcome:
        run = state.question
        if name == self._confirm:
            if not state.choices:
                return Pause(state=state, ask=ASK)
            self._scene.goes_on(run)
        if name == "think":
            await self._scene.think(run)
        if name == "act":
            await self._scene.act(run)
        if name == "answer":
            return Finish(state=state, outcome=_answer(run))
        return Go(state=state)

    def expect(self, question: str, workspace: str) -> None: ...

    def reopened(self, state: RunState) -> tuple[str, RunState]:
        return self.names[0], state

    def decided(self, state: RunState, ask: Ask, decision: Decision, signed: Signed) -> RunState:
        del ask, signed
        return replace(state, choices=decision.choices)


@dataclass
class Letterbox:
    """A chat that only remembers the cards with buttons, by the run's question."""

    cards: dict[str, Asked] = field(default_factory=dict)

    async def deliver(self, thread: Thread, delivery: Delivery) -> str:
        if isinstance(delivery.notice, Asked):
            self.cards[thread.root] = delivery.notice
        return delivery.replaces or delivery.key

    async def find(self, thread: Thread, key: str) -> str | None:
        del thread, key
        return None


class Nobody:
    """Neither promotes nor runs anything: nothing is reviewed here."""

    async def propose(self, verdicted: Verdicted, earlier: Sequence[Earlier] = ()) -> None: ...

    async def waiting(self, workspace: str) -> tuple[()]:
        del workspace
        return ()

    async def kept(self, query_id: str) -> None: ...

    async def set_aside(self, query_id: str, reason: str, held: KeptQueries) -> None: ...

    async def turn_down(self, query_id: str, reason: str, held: KeptQueries) -> None: ...

    async def approve(self, verdicted: Verdicted) -> None: ...

    async def reject(self, verdicted: Verdicted) -> None: ...

    async def rerun(self, answer: Answer, sql: str, asker: Person) -> Answer | Refusal:
        del sql, asker
        return answer


class Ours:
    """The Contender over this repository. `renamed` is a deploy with the waiting step renamed."""

    def __init__(
        self, url: str, scene: Scene, *, renamed: bool = False, chat: Letterbox | None = None
    ) -> None:
        self._url = url
        self._scene = scene
        self._renamed = renamed
        if not url.startswith("sqlite"):
            # As the others do with their drivers, before the store is opened.
            import review.adapters.postgres  # noqa: F401 - loaded where it is needed
        self._chat = chat or Letterbox()
        self._ledger: SqlLedger | None = None
        self._office: Office | None = None

    @property
    def paused(self) -> int:
        return len(self._chat.cards)

    @property
    def _desk(self) -> Desk:
        if self._office is None:
            raise RuntimeError
        return self._office.desk

    async def start(self) -> None:
        self._ledger = await open_ledger(self._url)
        settings = SETTINGS
        if self._renamed:
            settings = replace(settings, renamed={"confirm": "confirm_dates"})
        ports = Ports(
            ledger=self._ledger,
            dispatcher=dispatcher_for(self._ledger, settings),
            flow=OneQuestion(self._scene, "confirm_dates" if self._renamed else "confirm"),
            postman=self._chat,
            policies=lambda _workspace: ReviewPolicy(),
            outside=Outside(promoter=Nobody(), rerun=Nobody()),
        )
        self._office = Office(ports, _around(), settings)
        await self._office.start()
        # As `countersign serve` does when it is up: what is loaded by now stays.
        gc.freeze()

    async def ask(self, run: str) -> None:
        thread = Thread(surface="bench", tenant="1", channel="c", root=run)
        await self._desk.ask(Incoming(event=run, text=run, thread=thread, asker=ANA))

    async def click(self, run: str) -> bool | None:
        card = self._chat.cards[run]
        decision = Decision(action=Action.APPROVE, choices={"ok": "yes"})
        said = await self._desk.decide(card.checkpoint, card.nonce, decision, ANA)
        return isinstance(said, Counted)

    async def twin(self) -> "Ours":
        if self._url.startswith("sqlite"):
            return self
        other = Ours(self._url, self._scene, chat=self._chat)
        await other.start()
        return other

    async def stop(self) -> None:
        if self._office is not None and self._ledger is not None:
            await self._office.stop()
            await self._ledger.close()
            self._office = None

    def button(self, run: str) -> str:
        card = self._chat.cards[run]
        return f"{card.checkpoint} {card.nonce}"

    def recall(self, run: str, button: str) -> None:
        checkpoint, _, nonce = button.partition(" ")
        self._chat.cards[run] = Asked(checkpoint=checkpoint, nonce=nonce, ask=ASK, asker=ANA)


def _around() -> Around:
    return Around(
        clock=lambda: dt.datetime.now(dt.UTC),  # noqa: TID251 - a benchmark takes real time
        ids=lambda: uuid.uuid4().hex,
        nonces=lambda: uuid.uuid4().hex,
        owner=uuid.uuid4().hex,
        zone=lambda _workspace, _person: dt.UTC,
    )


def _answer(question: str) -> Answer:
    return Answer(
        question=question,
        workspace="bench",
        summary="One.",
        reading=question,
        sql="SELECT 1 AS one",
        columns=("one",),
        rows=((1,),),
    )
