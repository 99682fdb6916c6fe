"""Every kind of card in every state, with values that a real run would give."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from bots.cards import Card, Form, Press, Verb
from bots.conversation.forms import (
    bad_form,
    explain_form,
    form_for,
    reconsider_form,
    review_form,
    sql_form,
)
from bots.conversation.imports_form import imports_form
from bots.conversation.notices import text_card
from bots.conversation.promotion_form import promotion_form
from bots.wording import answers, progress, replies
from pipeline.approval import Change, Signed
from pipeline.checkpoint import (
    Action,
    Ask,
    Audience,
    CheckpointKind,
    Fact,
    Input,
    InputKind,
    Option,
    Question,
)
from pipeline.people import Person
from pipeline.result import Answer, Finding, Part, Refusal, Report, Sample, Trust
from pipeline.writes.receipt import Receipt
from review import sentences
from review.ledger.notices import (
    Alerted,
    Answered,
    Asked,
    ImportsWait,
    Notice,
    Refused,
    ReviewCase,
    Said,
    Settled,
    Undone,
    Working,
    Written,
)
from review.ports.desk import AlreadyDecided, Closed, OpenCheckpoint, UndoWaits, Waiting
from review.ports.promotion import Changeable, Proposal

# What is shown: a message of the bot, a sentence to one person, or a dialog.
Scene: TypeAlias = Notice | Card | Form

NOON: Final = dt.datetime(2026, 11, 27, 11, 0, tzinfo=dt.UTC)
ANA: Final = Person(
    id="slack:T0LOCAL:U0ANA", name="Ana", roles=frozenset({"analyst"}), time_zone="Europe/Madrid"
)
RUI: Final = Person(
    id="slack:T0LOCAL:U0RUI", name="Rui", roles=frozenset({"reviewer"}), time_zone="Europe/Madrid"
)
ADA: Final = Person(
    id="slack:T0LOCAL:U0ADA", name="Ada", roles=frozenset({"reviewer"}), time_zone="Europe/Madrid"
)
_DEFINITION: Final = (
    "Net revenue: revenue without VAT, after discounts, cancelled orders left out. "
    "Test and deleted orders are left out"
)
_SQL: Final = (
    'SELECT "countries"."region", SUM("order_lines"."net_amount") AS net_revenue FROM "order_lines"'
    ' JOIN "orders" ON "order_lines"."order_id" = "orders"."order_id" JOIN "countries" ON '
    '"orders"."country_code" = "countries"."country_code" WHERE "orders"."is_test" = FALSE AND '
    '"orders"."order_date" >= CAST(\'2026-07-01\' AS DATE) AND "orders"."order_date" < '
    'CAST(\'2026-10-01\' AS DATE) GROUP BY "countries"."region" '
    'ORDER BY SUM("order_lines"."net_amount") DESC'
)
_REGIONS: Final = (
    ("DACH", 62856.83), ("Western Europe", 50907.94), ("Southern Europe", 31438.16),
    ("UK and Ireland", 23650.67), ("Nordics", 20840.45), ("North America", 13949.79),
    ("Central Europe", 3498.74),
)  # fmt: skip

RANKING: Final = Answer(
    question="What was our net revenue last quarter by region?",
    workspace="Sales",
    summary="7 rows. Net revenue is highest for DACH (62,856.83 EUR) and lowest for Central Europe "
    "(3,498.74 EUR).",
    reading="net revenue for each region, order date 1 Jul - 30 Sep 2026, highest first",
    sql=_SQL,
    columns=("region", "net_revenue"),
    rows=_REGIONS,
    numeric=(1,),
    units=("", "EUR"),
    assumptions=(_DEFINITION,),
    confirmed=("“last quarter” is 1 Jul - 30 Sep 2026",),
    seconds=0.3,
    how=("I read the question as: net revenue for each region.", "Rows are counted once."),
    meanings={"net revenue": _DEFINITION},
)
ONE_NUMBER: Final = replace(
    RANKING,
    question="How many orders did we get in October?",
    summary="Orders: 1,204.",
    reading="number of orders, order date 1 - 31 Oct 2026",
    columns=("orders",),
    rows=((1204,),),
    numeric=(0,),
    units=("",),
    assumptions=("Test and deleted orders are left out",),
    confirmed=(),
)
MONTHS: Final = replace(
    RANKING,
    question="Net revenue by month this year",
    summary="Net revenue is highest for Nov 2026 (21,010.50 EUR) and lowest for Feb 2026 "
    "(15,101.20 EUR). It begins with Jan 2026 (17,450.00 EUR) and ends with Nov 2026 "
    "(21,010.50 EUR).",
    reading="net revenue for each month, order date 1 Jan - 27 Nov 2026",
    changed="Changed since your last question: by month instead of by region.",
    columns=("month", "net_revenue"),
    rows=tuple(
        (f"2026-{month:02}", value)
        for month, value in enumerate(
            (17450.0, 15101.2, 16980.75, 18230.4, 17777.1, 19110.0, 18999.9, 17650.3, 19840.6,
             20110.2, 21010.5),
            1,
        )
    ),
    assumptions=(_DEFINITION, "There are rows until 26 Nov 2026 only"),
    confirmed=(),
)  # fmt: skip
WIDE: Final = replace(
    RANKING,
    question="List the orders of September above 900 EUR",
    summary="214 rows.",
    reading="orders, order date 1 - 30 Sep 2026, net amount more than 900",
    columns=("order_id", "order_date", "customer_name", "country_name", "status", "net_amount"),
    rows=tuple(
        (4100 + at, f"2026-09-{1 + at % 28:02}", f"Customer {at}", "Spain", "Shipped", 901.5 + at)
        for at in range(214)
    ),
    numeric=(5,),
    units=("", "", "", "", "", "EUR"),
    confirmed=(),
)
COMPARED: Final = replace(
    RANKING,
    question="Net revenue by region, October 2026 against October 2025",
    summary="3 rows. Change in net revenue is highest for DACH (11,435.31 EUR) and lowest for "
    "Nordics (-3,427.48 EUR).",
    reading="net revenue for each region, October 2026 against October 2025",
    columns=(
        "region",
        "net_revenue_october_2026",
        "net_revenue_october_2025",
        "net_revenue_change",
    ),
    rows=(
        ("DACH", 59950.78, 48515.47, 11435.31),
        ("Western Europe", 43318.81, 39362.06, 3956.75),
        ("Nordics", 36200.94, 39628.42, -3427.48),
    ),
    numeric=(1, 2, 3),
    units=("", "EUR", "EUR", "EUR"),
    confirmed=(),
)
EMPTY: Final = replace(
    RANKING,
    question="How many red hats did we sell in Norway?",
    summary="No rows match.\nWithout “country name is Norway” there are 212 rows.",
    rows=(),
    columns=("region", "net_revenue"),
    confirmed=(),
)
TRUSTED: Final = replace(
    RANKING,
    trust=Trust.TRUSTED,
    trust_reason="Approved by Rui on 3 Nov 2026; same meaning",
    approved="What was our net revenue last quarter by region?",
)
CLOSE: Final = replace(
    TRUSTED,
    trust=Trust.SEMI_TRUSTED,
    trust_reason="Approved by Rui on 3 Nov 2026; “by country” was not in the approved question",
)
REPORTED: Final = replace(
    RANKING,
    summary="Net revenue is highest for DACH (62,856.83 EUR).",
    rows=(),
    report=Report(
        title="A report on sales",
        period="1 Jul - 30 Sep 2026",
        findings=(
            Finding(text="Net revenue is highest for DACH (62,856.83 EUR)."),
            Finding(text="Orders: 1,204."),
        ),
        parts=(
            Part(title="Net revenue by region", question="", outcome=RANKING),
            Part(
                title="Orders",
                question="",
                outcome=ONE_NUMBER,
                finding=Finding(text="Orders: 1,204."),
            ),
            Part(
                title="Return rate",
                question="",
                outcome=Refusal(code="unknown", reason="There is no measure “return rate”."),
            ),
        ),
        notes=("One of three questions could not be answered.",),
    ),
)

DATES: Final = Ask(
    kind=CheckpointKind.DATES,
    title="Which dates do you mean?",
    questions=(
        Question(
            id="dates",
            text="“last quarter” = 1 Jul - 30 Sep 2026",
            options=(
                Option(id="calendar", label="1 Jul - 30 Sep 2026"),
                Option(
                    id="rolling",
                    label="28 Aug - 27 Nov 2026",
                    detail="rolling, up to today",
                ),
            ),
            default="calendar",
            inputs=(
                Input(id="start", label="First day", kind=InputKind.DATE, value="2026-07-01"),
                Input(id="end", label="Last day", kind=InputKind.DATE, value="2026-09-30"),
            ),
        ),
    ),
)
COLUMNS: Final = Ask(
    kind=CheckpointKind.COLUMNS,
    title="Two things are open",
    questions=(
        Question(
            id="amount",
            text="Which amount?",
            options=(
                Option(id="net", label="Net amount", detail="without VAT"),
                Option(id="gross", label="Gross amount", detail="with VAT"),
            ),
            default="net",
        ),
        Question(
            id="region",
            text="Which region?",
            options=(Option(id="s", label="Shipping"), Option(id="b", label="Billing")),
            default="s",
        ),
    ),
)
MATCH: Final = Ask(
    kind=CheckpointKind.MATCH,
    title="This question has an approved answer",
    intro="Checked by Rui on 3 Nov 2026.",
    facts=(
        Fact(
            label="What will be answered", text=("What was our net revenue last quarter by region?")
        ),
        Fact(label="“last quarter”", text="1 Jul - 30 Sep 2026"),
        Fact(label="What counts", text=_DEFINITION),
    ),
    sql=_SQL,
    questions=(
        Question(
            id="use",
            text="Use this answer?",
            options=(
                Option(id="use", label="Use it", detail="With today's numbers"),
                Option(id="fresh", label="Ask fresh", detail="Work it out from my words"),
            ),
            default="use",
        ),
    ),
)
REPAIR: Final = Ask(
    kind=CheckpointKind.REPAIR,
    title="The query does not pass its checks",
    intro="It was not run. You can correct it here, or stop and ask in other words.",
    questions=(),
    facts=(Fact(label="The database says", text="no such column: reigon"),),
    sql="SELECT reigon, SUM(net_amount) FROM order_lines GROUP BY reigon",
)
OUTLINE: Final = Ask(
    kind=CheckpointKind.OUTLINE,
    title="A report on sales",
    intro="The report will answer these questions, with tables and charts.",
    questions=(
        Question(
            id="outline",
            text="What should the report contain?",
            options=tuple(
                Option(id=str(at), label=label)
                for at, label in enumerate(("Net revenue", "Net revenue by week", "Orders"))
            ),
            default="0,1",
            multiple=True,
            inputs=(Input(id="more", label="One question on each line", kind=InputKind.LONG_TEXT),),
        ),
    ),
)
_FLOOR: Final = "Changes floor to 'First floor' in rooms where room_name is 'Living room'."
CHANGE: Final = Change(
    digest="d",
    tier="T1",
    explanation=_FLOOR,
    rows=1,
    tried=True,
    expires=NOON + dt.timedelta(days=1),
    before=Sample(columns=("room_id", "room_name", "floor"), rows=((1, "Living room", "Ground"),)),
    after=Sample(columns=("room_id", "room_name", "floor"), rows=((1, "Living room", "First"),)),
    changed=((0, 2),),
    named_by=("room_id", "room_name"),
    notes=("While it runs, nobody else can write to this database file.",),
    authors=(ANA,),
)
WRITE: Final = Ask(
    kind=CheckpointKind.WRITE_APPROVAL,
    audience=Audience.REVIEWERS,
    title="Ana asks for a change in Home inventory",
    questions=(),
    facts=(Fact(label="Asked for", text="set the floor of room Living room to First floor"),),
    sql="UPDATE rooms SET floor = 'First floor' WHERE room_name = 'Living room'",
    change=CHANGE,
)
TWO_PEOPLE: Final = replace(
    WRITE,
    title="Ana asks for a change in Sales",
    sql="ALTER TABLE stores ADD COLUMN opened_by TEXT",
    change=replace(
        CHANGE,
        tier="T2",
        explanation="Adds the column opened_by to stores.",
        rows=None,
        tried=False,
        before=None,
        after=None,
        changed=(),
        warnings=("2 approved queries read stores. They are checked again after this.",),
        undo_missing="a new column may hold values by then.",
        quorum=2,
        approvals=(Signed(by=RUI, at=NOON, checkpoint="c1"),),
    ),
)
RECEIPT: Final = Receipt(
    workspace="Home inventory",
    sql=WRITE.sql,
    tier="T1",
    explanation=_FLOOR,
    rows=1,
    at=NOON,
    asked_by=ANA,
    approved_by=(RUI,),
    undo=("UPDATE rooms SET floor = 'Ground' WHERE room_id IN (1)",),
)
_OPEN: Final = OpenCheckpoint(id="c1", nonce="n1", ask=WRITE, open=True)


def _asked(ask: Ask, **changes: object) -> Asked:
    return replace(Asked(checkpoint="c1", nonce="n1", ask=ask, asker=ANA), **changes)  # type: ignore[arg-type]


def _settled(ask: Ask, how: str = "decided", **changes: object) -> Settled:
    return replace(Settled(ask=ask, how=how, by=RUI, at=NOON), **changes)  # type: ignore[arg-type]


def _case(**changes: object) -> ReviewCase:
    case = ReviewCase(
        checkpoint="c1",
        nonce="n1",
        answer=RANKING,
        asker=ANA,
        contract_lines=("Tables: countries, order_lines, orders", "Grouped by countries.region"),
        asker_note="It goes to the board.",
    )
    return replace(case, **changes)  # type: ignore[arg-type]


def _sentence(text: str) -> Card:
    return text_card(text)


# By group and name; the groups are pages of the gallery.
SCENES: Final[Mapping[str, Mapping[str, Scene]]] = {
    "answers": {
        "one number": Answered(answer=ONE_NUMBER, run="r1"),
        "ranking with a chart": Answered(answer=RANKING, run="r2"),
        "months, after a follow-up": Answered(answer=MONTHS, run="r3"),
        "two periods by region": Answered(answer=COMPARED, run="r3c"),
        "more rows than fit": Answered(answer=WIDE, run="r4"),
        "no rows": Answered(answer=EMPTY, run="r5"),
        "chart not possible": Answered(
            answer=replace(ONE_NUMBER, chart_note="A chart needs two rows or more."), run="r6"
        ),
    },
    "trust": {
        "trusted": Answered(answer=TRUSTED, run="r7"),
        "close to an approved answer": Answered(answer=CLOSE, run="r8"),
        "waits for a reviewer": Answered(answer=RANKING, run="r9", review="open"),
        "approved": Answered(answer=RANKING, run="r10", review="approved", reviewer=RUI),
        "corrected": Answered(
            answer=RANKING, run="r11", review="edited", reviewer=RUI, note="Tax was included."
        ),
        "rejected": Answered(
            answer=RANKING, run="r12", review="rejected", reviewer=RUI, note="Wrong table."
        ),
    },
    "report": {
        "outline": _asked(OUTLINE),
        "report": Answered(answer=REPORTED, run="r13"),
    },
    "questions": {
        "dates": _asked(DATES, due=NOON + dt.timedelta(days=3)),
        "two questions": _asked(COLUMNS),
        "reminder": _asked(DATES, reminder=True),
        "approved answer": _asked(MATCH),
        "query to mend": _asked(REPAIR),
        "chosen": _settled(DATES, by=ANA, chosen=("1 Jul - 30 Sep 2026",)),
        "expired": _settled(DATES, "expired", by=None),
        "overtaken": _settled(DATES, "overtaken", by=ANA),
        "cancelled": _settled(DATES, "cancelled"),
    },
    "changes": {
        "waits": _asked(WRITE),
        "waits, taken by somebody": _asked(WRITE, claimed_by=RUI),
        "needs two people": _asked(TWO_PEOPLE),
        "approved": _settled(WRITE, action=Action.APPROVE),
        "rejected": _settled(WRITE, action=Action.REJECT, note="The room is on the ground floor."),
        "question to the asker": _settled(WRITE, action=Action.ASK_BACK, note="Which house?"),
        "edited": _settled(WRITE, action=Action.EDIT),
        "decided by somebody else": _settled(WRITE, "superseded"),
        "expired": _settled(WRITE, "expired", by=None),
        "handed on": _settled(WRITE, "escalated", by=None),
        "for the asker, meanwhile": Said(
            text=sentences.waiting_for_approval(_FLOOR, ("Rui", "Ada"), "")
        ),
        "receipt": Written(receipt=RECEIPT, run="r20"),
        "receipt, undone": Written(
            receipt=RECEIPT,
            run="r20",
            undone=Undone(by=ANA, at=NOON + dt.timedelta(hours=1)),
        ),
        "receipt without undo": Written(
            receipt=replace(RECEIPT, undo=(), undo_missing="rows were deleted."), run="r21"
        ),
        "receipt, found by a person": Written(receipt=replace(RECEIPT, vouched=True), run="r22"),
    },
    "reviews": {
        "case": _case(),
        "case, taken by somebody": _case(claimed_by=RUI),
        "case that nobody asked": _case(unasked=True, asker_note=""),
        "approved": _settled(
            Ask(kind=CheckpointKind.REVIEW, title=RANKING.question, questions=(), sql=_SQL),
            action=Action.APPROVE,
        ),
        "imports": ImportsWait(workspace="Sales", digest="d1", waiting=12),
        "no imports": ImportsWait(workspace="Sales", digest="d1", waiting=0),
    },
    "words": {
        "at work": Working(step="execute"),
        "queued": Working(queued=3),
        "refusal": Refused(
            refusal=Refusal(
                code="unknown",
                reason="I found nothing in this data that your question is about.",
                next_step="I can answer, for example, “Net revenue by month this year” and “Which "
                "products were never sold?”. Try other words, such as the names used in the data.",
            ),
            run="r30",
        ),
        "reviewer to asker": Said(
            text=sentences.asked_back("Which orders do you mean?"), speaker=RUI
        ),
        "asker to reviewer": Said(text=sentences.reply("All of them."), speaker=ANA),
        "alert": Alerted(text="Teams does not accept the secret of the app any more."),
        "empty message": _sentence(replies.EMPTY),
        "help": text_card(*replies.HELP, title=replies.HELP_TITLE),
        "thanks": _sentence(replies.WELCOME),
        "typed yes": _sentence(replies.USE_BUTTONS),
        "too long": _sentence(replies.too_long(4_000, 2_000)),
        "decided already": _sentence(replies.verdict(AlreadyDecided(by=RUI, at=NOON), ANA)),
        "not allowed": _sentence(sentences.only_approvers(("reviewer",))),
        "own change": _sentence(sentences.NOT_YOUR_OWN_WRITE),
        "only the asker": _sentence(sentences.only_the_asker(ANA)),
        "undo waits": _sentence(replies.verdict(UndoWaits(by=ANA, at=NOON), RUI)),
        "old card": _sentence(replies.verdict(Closed(how="expired"), ANA)),
        "sent to review": _sentence(replies.SENT_TO_REVIEW),
        "good vote": _sentence(replies.THANKS_GOOD),
        "bad vote": _sentence(replies.THANKS_BAD),
        "trouble": _sentence(replies.TROUBLE),
        "private answer": _sentence(answers.private("Ana")),
        "stop": _sentence(replies.STOPPED),
        "working for a while": _sentence(progress.paid(2, 0.0031)),
    },
    "dialogs": {
        "other dates": form_for(
            Verb.OTHER, OpenCheckpoint(id="c1", nonce="n1", ask=DATES, open=True)
        ),
        "edit a query": form_for(Verb.EDIT, _OPEN),
        "ask back": form_for(Verb.ASK_BACK, _OPEN),
        "reject": form_for(Verb.REJECT, _OPEN),
        "not right": bad_form("r1"),
        "send to review": review_form("r1"),
        "reconsider": reconsider_form("r1"),
        "sql": sql_form(RANKING.sql),
        "explain": explain_form(RANKING),
        "promote": promotion_form(
            _OPEN,
            Proposal(
                question=RANKING.question,
                paraphrases=("Net revenue by region last quarter",),
                proposed=("Net revenue of the regions last quarter",),
                parameters=(
                    Changeable(
                        name="p1",
                        words="last quarter",
                        value="1 Jul - 30 Sep 2026",
                        is_period=True,
                    ),
                ),
                duplicates=("Net revenue per region last quarter",),
            ),
        ),
        "reject imports": imports_form(
            Press(verb=Verb.SEVERAL, subject="Sales", nonce="d1"),
            (
                Waiting(id="q1", question="Orders by month", sql="SELECT 1", used=12),
                Waiting(id="q2", question="", sql="SELECT 2", used=3, untitled=True),
            ),
        ),
    },
}
