"""The form of a promotion: proposed wordings and typed values stand as boxes in every chat."""

from dataclasses import replace

import pytest

from bots.cards import Choice, Form, Menu
from bots.conversation.decisions import Filled, form_decision
from bots.conversation.promotion_form import promotion_form
from bots.slack.cards.views import Origin, filled, modal
from bots.teams.cards.dialogs import dialog
from bots.teams.cards.dialogs import filled as filled_in_teams
from knowledge.validated.query import ParameterKind, Role
from pipeline.checkpoint import Ask, CheckpointKind
from review.cases.promotion_wish import CHANGING, PROPOSED, wish_of
from review.ports.desk import OpenCheckpoint
from review.ports.promotion import Changeable, Proposal

ASK = Ask(kind=CheckpointKind.REVIEW, title="", questions=())
OPEN = OpenCheckpoint(id="c", nonce="n", ask=ASK, open=True)
LONG = (
    "Orders above 500 dollars, of all customers in Spain, last quarter, without the ones that "
    "came back"
)
PROPOSAL = Proposal(
    question="Orders above 500 dollars in Spain last quarter",
    proposed=("100% of orders, in Spain", LONG),
    parameters=(
        Changeable(name="day", words="last quarter", value="1 Jul - 30 Sep 2026", is_period=True),
        Changeable(name="country", words="Spain", value="Spain", column="customers.country_name"),
        Changeable(
            name="total",
            words="500",
            value="500",
            kind=ParameterKind.INTEGER,
            column="orders.total",
        ),
        Changeable(
            name="top",
            words="5",
            value="5",
            kind=ParameterKind.INTEGER,
            role=Role.LIMIT,
            fixed=True,
        ),
    ),
)


def form() -> Form:
    return promotion_form(OPEN, PROPOSAL)


def menu(name: str) -> Menu:
    return next(each for each in form().menus if each.id == name)


def test_each_value_says_what_may_stand_there() -> None:
    assert [choice.label for choice in menu(CHANGING).choices] == [
        "last quarter → a date range",
        "Spain → a country",
        "500 → a number of total",
        "5 → how many rows",
    ]
    assert menu(CHANGING).chosen == ("day", "country", "total")


def test_no_proposed_wording_is_ticked_and_a_long_one_takes_two_lines() -> None:
    first, second = menu(PROPOSED).choices
    assert menu(PROPOSED).chosen == ()
    assert (first.label, first.detail) == ("100% of orders, in Spain", "")
    assert f"{second.label} {second.detail}" == LONG


def in_slack(picked: Choice) -> Filled:
    blocks = modal(form(), Origin(channel="C", root="1"))["blocks"]
    drawn = next(block for block in blocks if block.get("block_id", "").startswith("menu|proposed"))
    assert drawn["element"]["type"] == "checkboxes"
    option = next(o for o in drawn["element"]["options"] if o["value"] == picked.id)
    return filled({drawn["block_id"]: {"pick": {"selected_options": [option]}}})


def in_teams(picked: Choice) -> Filled:
    body = dialog(form())["task"]["value"]["card"]["content"]["body"]
    drawn = next(each for each in body if each.get("id") == "menu|proposed")
    assert (drawn["style"], drawn["isMultiSelect"]) == ("expanded", True)
    assert picked.id in [each["value"] for each in drawn["choices"]]
    return filled_in_teams({"menu|proposed": picked.id})


@pytest.mark.parametrize("chat", [in_slack, in_teams])
@pytest.mark.parametrize("place", [0, 1])
def test_a_ticked_wording_comes_back_as_it_was_in_both_chats(chat: object, place: int) -> None:
    picked = menu(PROPOSED).choices[place]
    sent = chat(picked)  # type: ignore[operator]
    typed = replace(sent, values={"question": PROPOSAL.question, "paraphrases": "Mine"})
    wish = wish_of(form_decision(form().press.verb, ASK, typed))  # type: ignore[union-attr]
    assert wish.paraphrases == ("Mine", PROPOSAL.proposed[place])
