"""Every card of what is under way, settled, answered or reviewed, as the blocks of Slack."""

from dataclasses import replace

from inline_snapshot import snapshot

from pipeline.checkpoint import Action, CheckpointKind
from pipeline.result import Refusal
from review.ledger.notices import Answered, Refused, ReviewCase, Said, Settled, Working
from tests.fakes import ANA, RUI, an_answer, an_ask, trusted
from tests.surfaces.slack.outlines import drawn


async def test_an_answer() -> None:
    assert await drawn(Answered(answer=an_answer(), run="r1")) == snapshot(
        [
            (
                "rich_text_section: **Net revenue was 1,250,000 last quarter; North leads "
                "with 700,000.**"
            ),
            "section: 🔵 New answer, not reviewed yet. Nobody has reviewed it",
            "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
            "context: Assumed: Revenue means net price times quantity.",
            "table: ['Region', 'Net revenue']",
            "table: ['North', '700,000']",
            "table: ['South', '550,000']",
            "rich_text_section: **Confirmed**",
            "  - Last quarter is 1 Jul to 30 Sep 2026",
            "context: Sales · 0.4 s",
            (
                "actions: Looks right | Not right… | Send to review | (Show SQL, Explain, "
                "Download CSV, Download Excel, Change)"
            ),
        ]
    )


async def test_a_trusted_number_is_one_sentence() -> None:
    answer = trusted(an_answer(summary="There were 1,234 orders.", columns=("n",), rows=((1234,),)))
    assert await drawn(Answered(answer=answer, run="r1")) == snapshot(
        [
            "rich_text_section: **There were 1,234 orders.**",
            "section: ✅ Trusted. Rui approved it on 3 Nov",
            "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
            "context: Assumed: Revenue means net price times quantity.",
            "rich_text_section: **Confirmed**",
            "  - Last quarter is 1 Jul to 30 Sep 2026",
            "context: Sales · 0.4 s",
            (
                "actions: Looks right | Not right… | (Show SQL, Explain, Download CSV, "
                "Download Excel, Change)"
            ),
        ]
    )


async def test_an_answer_without_rows() -> None:
    answer = an_answer(summary="No orders from Atlantis.", rows=(), confirmed=(), assumptions=())
    assert await drawn(Answered(answer=answer, run="r1")) == snapshot(
        [
            "rich_text_section: **No orders from Atlantis.**",
            "section: 🔵 New answer, not reviewed yet. Nobody has reviewed it",
            "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026",
            "context: Sales · 0.4 s",
            "actions: Looks right | Not right… | Send to review | (Show SQL, Explain, Change)",
        ]
    )


async def test_the_reviewers_word_on_an_answer() -> None:
    answer = an_answer(columns=("n",), rows=((1,),), confirmed=(), assumptions=())
    outcomes = {
        review: (
            await drawn(Answered(answer=answer, run="r", review=review, reviewer=RUI, note="Ok."))
        )[1:4]
        for review in ("open", "approved", "edited", "rejected")
    }
    read = "context: I read this as: net revenue by region, 1 Jul to 30 Sep 2026"
    assert outcomes == {
        "open": [
            "section: 🔵 New answer, not reviewed yet. Nobody has reviewed it",
            "section: 👀 Waiting for a reviewer. The decision will appear here.",
            "rich_text_quote: Ok.",
        ],
        "approved": ["section: ✅ Rui approved this answer.", "rich_text_quote: Ok.", read],
        "edited": [
            "section: ✏️ Rui corrected this answer. This is the corrected version.",
            "rich_text_quote: Ok.",
            read,
        ],
        "rejected": [
            "section: ⛔ Rui rejected this answer. Please do not use it.",
            "rich_text_quote: Ok.",
            read,
        ],
    }


async def test_a_refusal() -> None:
    refusal = Refusal(code="x", reason="I cannot find “churn”.", next_step="Say how you count it.")
    assert await drawn(Refused(refusal=refusal, run="r")) == snapshot(
        ["section: I cannot find “churn”.", "section: Say how you count it."]
    )


async def test_a_review_case() -> None:
    case = ReviewCase(
        checkpoint="c1",
        nonce="n1",
        answer=an_answer(truncated=True),
        asker=ANA,
        contract_lines=("Dates: 1 Jul to 30 Sep 2026",),
        asker_note="For the board",
    )
    assert await drawn(case) == snapshot(
        [
            "rich_text_section: **Ana asks for a review**",
            """\
rich_text_section: **Question: **What was our net revenue last quarter by region?
**Read as: **net revenue by region, 1 Jul to 30 Sep 2026
**Answer: **Net revenue was 1,250,000 last quarter; North leads with 700,000.
**Note from the asker: **For the board\
""",
            "rich_text_preformatted: SELECT region, SUM(net) FROM orders GROUP BY region",
            "table: ['Region', 'Net revenue']",
            "table: ['North', '700,000']",
            "table: ['South', '550,000']",
            "context: The first 2 rows; there are more.",
            "rich_text_section: **Confirmed, and checked in the SQL**",
            "  - Dates: 1 Jul to 30 Sep 2026",
            "rich_text_section: **Assumed**",
            "  - Revenue means net price times quantity",
            "context: 🔵 New answer, not reviewed yet. Nobody has reviewed it",
            "actions: [[Approve & promote]] | Approve | Edit SQL… | Ask back… | !Reject…! | I'll take it",  # noqa: E501 - one row of buttons
            "context: A reviewer must decide this.",
        ]
    )


async def test_said() -> None:
    assert await drawn(Said(text="Which quarter?", speaker=RUI, reply_to=ANA.id)) == snapshot(
        ["rich_text_section: @U0ANA", "section: Rui: Which quarter?"]
    )


async def test_progress() -> None:
    assert await drawn(Working(step="tables")) == snapshot(
        ["context: Finding the right tables…", "actions: Stop"]
    )
    assert await drawn(Working(queued=2)) == snapshot(
        [
            "context: Got it. 2 questions are ahead of yours. I will start as soon as I can.",
            "actions: Stop",
        ]
    )
    assert await drawn(Working(step="a step that has no words yet")) == snapshot(
        ["context: Working on it…", "actions: Stop"]
    )


async def test_settled_cards() -> None:
    ask = an_ask()
    settled = [
        Settled(ask=ask, how="decided", by=ANA, action=Action.APPROVE, chosen=("Yes",)),
        Settled(ask=ask, how="decided", by=RUI, action=Action.APPROVE),
        Settled(ask=ask, how="decided", by=RUI, action=Action.REJECT, note="Not this quarter"),
        Settled(ask=ask, how="decided", by=RUI, action=Action.EDIT),
        Settled(ask=ask, how="expired"),
        Settled(ask=ask, how="cancelled"),
        Settled(
            ask=replace(ask, kind=CheckpointKind.REVIEW, sql="SELECT 1"),
            how="decided",
            by=RUI,
            action=Action.APPROVE,
        ),
    ]
    assert [await drawn(each) for each in settled] == snapshot(
        [
            ["context: Which dates?", "section: Ana chose: Yes"],
            ["context: Which dates?", "section: ✅ Approved by Rui."],
            [
                "context: Which dates?",
                "section: ⛔ Rejected by Rui.",
                "rich_text_quote: Not this quarter",
            ],
            ["context: Which dates?", "section: ✏️ Changed by Rui."],
            [
                "context: Which dates?",
                (
                    "section: Nobody answered in time, so this is closed and nothing was "
                    "run. You can ask again."
                ),
            ],
            ["context: Which dates?", "section: Stopped. Nothing was decided."],
            [
                "context: Which dates?",
                "section: ✅ Approved by Rui.",
                "rich_text_preformatted: SELECT 1",
            ],
        ]
    )
