"""Every form as the modal that Slack opens."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from bots.cards import Form, Press, Verb
from bots.conversation.forms import bad_form, form_for, review_form, sql_form
from bots.slack.cards.block_check import check_view
from bots.slack.cards.views import Origin, carried, filled, modal
from pipeline.checkpoint import Ask, CheckpointKind, Input, InputKind, Option, Question
from review.ports.desk import OpenCheckpoint
from tests.fakes import a_question, an_answer, an_ask

ORIGIN = Origin(channel="C1", root="1.0")
START = Input(id="start", label="First day", kind=InputKind.DATE, value="2026-07-01")
SQL = Input(id="sql", label="SQL", kind=InputKind.SQL, value="SELECT 1 FORM t")
PRICE = Question(
    id="price",
    text="Which prices?",
    options=(Option(id="net", label="Net"), Option(id="gross", label="Gross")),
    multiple=True,
)


def opened(verb: Verb, ask: Ask) -> list[str]:
    return outline(form_for(verb, OpenCheckpoint(id="c1", nonce="n1", ask=ask, open=True)))


def outline(form: Form) -> list[str]:
    view = modal(form, ORIGIN)
    assert check_view(view) == []
    buttons = " / ".join(view[name]["text"] for name in ("submit", "close") if name in view)
    return [f"{view['title']['text']} ({buttons})", *(_line(block) for block in view["blocks"])]


def _line(block: dict[str, Any]) -> str:
    if block["type"] != "input":
        return f"{block['type']}"
    element = block["element"]
    value = element.get("initial_value") or element.get("initial_date") or ""
    mark = " (optional)" if block["optional"] else ""
    return f"{block['label']['text']}{mark} <{element['type']}> {value}".strip()


def test_the_forms_of_a_checkpoint() -> None:
    repair = an_ask(kind=CheckpointKind.REPAIR, questions=(a_question(inputs=(SQL,)),))
    write = an_ask(kind=CheckpointKind.WRITE_APPROVAL, questions=(), sql="UPDATE t SET a = 1")
    one = an_ask(questions=(a_question(inputs=(START,)),))
    both = an_ask(questions=(a_question(text="When?", inputs=(START,)), PRICE))
    assert {
        "other": opened(Verb.OTHER, one),
        "other of several": opened(Verb.OTHER, both),
        "edit": opened(Verb.EDIT, repair),
        "edit a write": opened(Verb.EDIT, write),
        "ask back": opened(Verb.ASK_BACK, write),
        "reject": opened(Verb.REJECT, write),
        "give up": opened(Verb.REJECT, repair),
    } == snapshot(
        {
            "other": [
                "Your answer (Send / Cancel)",
                "section",
                "First day <datepicker> 2026-07-01",
            ],
            "other of several": [
                "Your answer (Send / Cancel)",
                "When? <static_select>",
                "Which prices? <multi_static_select>",
                "First day, for: When? <datepicker> 2026-07-01",
            ],
            "edit": [
                "Edit the SQL (Send / Cancel)",
                "section",
                "SQL <plain_text_input> SELECT 1 FORM t",
            ],
            "edit a write": [
                "Edit the SQL (Send / Cancel)",
                "section",
                "SQL <plain_text_input> UPDATE t SET a = 1",
            ],
            "ask back": [
                "Ask a question (Send / Cancel)",
                "What do you need to know? <plain_text_input>",
            ],
            "reject": [
                "Reject (Send / Cancel)",
                "Why? The asker will read this. <plain_text_input>",
            ],
            "give up": [
                "Give up (Send / Cancel)",
                "What was wrong? It helps whoever looks next. (optional) <plain_text_input>",
            ],
        }
    )


def test_the_forms_of_an_answer() -> None:
    assert {
        "sql": outline(sql_form(an_answer().sql)),
        "review": outline(review_form("r1")),
        "bad": outline(bad_form("r1")),
    } == snapshot(
        {
            "sql": ["The SQL (Close)", "section", "rich_text"],
            "review": [
                "Send to review (Send / Cancel)",
                "section",
                "Anything the reviewer should know? (optional) <plain_text_input>",
            ],
            "bad": [
                "What is not right? (Send / Cancel)",
                "What did you expect instead? (optional) <plain_text_input>",
            ],
        }
    )


def test_a_query_too_long_for_a_field_is_pasted_whole() -> None:
    ask = an_ask(kind=CheckpointKind.REPAIR, questions=(), sql="SELECT 1 -- " + "x" * 4_000)
    assert opened(Verb.EDIT, ask) == snapshot(
        ["Edit the SQL (Send / Cancel)", "section", "SQL <plain_text_input>"]
    )


def test_a_modal_carries_its_press_and_where_it_was_opened() -> None:
    view = modal(review_form("r1"), ORIGIN)
    value, origin = carried(view)
    assert origin == ORIGIN
    assert '"r1"' in value
    assert Press(verb=Verb.REVIEW, subject="r1") == review_form("r1").press


@pytest.mark.parametrize("metadata", ["", "{", "[]", "null", '{"p":"x"}'])
def test_a_modal_that_is_not_ours_carries_nothing(metadata: str) -> None:
    assert carried({"private_metadata": metadata}) == ("", Origin(channel="", root=""))


def test_what_is_typed_and_picked_is_read() -> None:
    values = {
        "entry|start": {"typed": {"type": "datepicker", "selected_date": "2026-06-01"}},
        "entry|note": {"typed": {"type": "plain_text_input", "value": None}},
        "menu|0|": {"pick": {"selected_option": {"value": "1"}}},
        "menu|1|c1": {"pick": {"selected_options": [{"value": "0"}, {"value": "1"}]}},
        "menu|2|": {"pick": {"selected_option": None}},
        "else": {"x": {"value": "y"}},
    }
    found = filled(values)
    assert found.values == {"start": "2026-06-01", "note": ""}
    assert found.picked == {"0": ("1",), "1": ("0", "1"), "2": ()}
