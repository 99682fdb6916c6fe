"""Cards as they look in a terminal, and the JSON for scripts."""

import io
import json
from dataclasses import replace

import pytest
from inline_snapshot import snapshot
from rich.console import Console

from bots.conversation.ask_card import ask_card
from bots.terminal.answering import print_outcome, show_outcome
from bots.terminal.json_form import as_object, print_json
from bots.terminal.screen import Screen
from pipeline.checkpoint import Fact
from pipeline.result import Refusal, Sample
from review.ledger.notices import Asked
from tests.fakes import ANA, an_answer, an_ask, trusted


def a_screen() -> tuple[Screen, io.StringIO]:
    out = io.StringIO()
    return Screen(Console(file=out, width=78, color_system=None, legacy_windows=False)), out


def test_an_answer_goes_to_stdout_and_a_refusal_to_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_outcome(an_answer())
    print_outcome(Refusal(code="x", reason="I cannot find “churn”."))
    printed = capsys.readouterr()

    assert "Net revenue was 1,250,000" in printed.out
    assert printed.err.strip() == "I cannot find “churn”."


def seen(out: io.StringIO) -> str:
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def test_an_answer_with_its_table_badge_and_sql() -> None:
    screen, out = a_screen()
    show_outcome(screen, an_answer())
    assert seen(out) == snapshot("""\
Net revenue was 1,250,000 last quarter; North leads with 700,000.
🔵 New answer, not reviewed yet. Nobody has reviewed it
I read this as: net revenue by region, 1 Jul to 30 Sep 2026
Assumed: Revenue means net price times quantity.
┏━━━━━━━━┳━━━━━━━━━━━━━┓
┃ Region ┃ Net revenue ┃
┡━━━━━━━━╇━━━━━━━━━━━━━┩
│ North  │     700,000 │
│ South  │     550,000 │
└────────┴─────────────┘
Confirmed
  • Last quarter is 1 Jul to 30 Sep 2026
Sales · 0.4 s
╭─ SQL ──────────────────────────────────────────────────────────────────────╮
│ SELECT region, SUM(net) FROM orders GROUP BY region                        │
╰────────────────────────────────────────────────────────────────────────────╯\
""")


def test_a_trusted_single_number_needs_no_table() -> None:
    screen, out = a_screen()
    answer = trusted(an_answer(summary="There were 1,234 orders.", columns=("n",), rows=((1234,),)))
    show_outcome(screen, replace(answer, confirmed=(), assumptions=()))
    assert seen(out) == snapshot("""\
There were 1,234 orders.
✅ Trusted. Rui approved it on 3 Nov
I read this as: net revenue by region, 1 Jul to 30 Sep 2026
Sales · 0.4 s
╭─ SQL ──────────────────────────────────────────────────────────────────────╮
│ SELECT region, SUM(net) FROM orders GROUP BY region                        │
╰────────────────────────────────────────────────────────────────────────────╯\
""")


def test_a_refusal_says_why_and_what_next() -> None:
    screen, out = a_screen()
    show_outcome(
        screen,
        Refusal(code="x", reason="I cannot find “churn”.", next_step="Say how you count it."),
    )
    assert seen(out) == snapshot("""\
I cannot find “churn”.
Say how you count it.\
""")


def test_a_question_with_facts_sql_and_sample() -> None:
    screen, out = a_screen()
    ask = an_ask(
        intro="This is close to what Rui approved.",
        warning="The grouping differs.",
        facts=(Fact(label="Approved by", text="Rui, 3 Nov"),),
        sql="SELECT 1",
        sample=Sample(columns=("id", "price"), rows=((1001, 2.5), (1002, None)), total=40),
    )
    screen.show(ask_card(Asked(checkpoint="c", nonce="n", ask=ask, asker=ANA)))
    assert seen(out) == snapshot("""\
Which dates?
This is close to what Rui approved.
⚠ The grouping differs.
Approved by: Rui, 3 Nov
SELECT 1
┏━━━━━━┳━━━━━━━┓
┃   id ┃ price ┃
┡━━━━━━╇━━━━━━━┩
│ 1001 │  2.50 │
│ 1002 │     - │
└──────┴───────┘
The first 2 of
40 rows.
“Last quarter” is 1 Jul to 30 Sep 2026. Right?
Only Ana can answer this.\
""")


def test_stored_values_cannot_steer_the_terminal() -> None:
    screen, out = a_screen()
    show_outcome(
        screen, an_answer(summary="\x1b[2J\x07gone [bold]x[/bold]", rows=(("\x1b[31m", 1.0),))
    )
    assert "\x1b" not in out.getvalue()
    assert "\x07" not in out.getvalue()
    assert "[bold]x[/bold]" in out.getvalue()


def test_an_answer_as_json_is_strict_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = an_answer(rows=(("North", float("nan")), ("South", 5.5)))
    print_json(as_object(answer, (an_ask(),)))
    assert json.loads(capsys.readouterr().out) == snapshot(
        {
            "answer": "Net revenue was 1,250,000 last quarter; North leads with 700,000.",
            "sql": "SELECT region, SUM(net) FROM orders GROUP BY region",
            "columns": ["region", "net_revenue"],
            "rows": [["North", None], ["South", 5.5]],
            "trust": "generated",
            "changed": "",
            "assumptions": ["Revenue means net price times quantity"],
            "asked": [
                {
                    "kind": "dates",
                    "title": "Which dates?",
                    "questions": [
                        {
                            "text": "“Last quarter” is 1 Jul to 30 Sep 2026. Right?",
                            "options": ["Yes", "1 Aug to 31 Oct 2026"],
                            "default": "Yes",
                        }
                    ],
                }
            ],
            "reading": "net revenue by region, 1 Jul to 30 Sep 2026",
            "how": list(an_answer().how),
            "workspace": "Sales",
            "truncated": False,
        }
    )


def test_a_refusal_as_json_says_why_not() -> None:
    told = as_object(Refusal(code="x", reason="No.", next_step="Try this."), ())
    assert told == snapshot({"cannot": "No. Try this.", "code": "x", "asked": []})


def test_an_answer_that_no_query_gave_shows_no_empty_sql() -> None:
    screen, out = a_screen()
    show_outcome(screen, replace(an_answer(), sql=""))
    assert "SQL" not in seen(out)
