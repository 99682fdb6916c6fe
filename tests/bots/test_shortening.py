"""Labels cut to the room there is for them: no two that differ are shown alike."""

from hypothesis import given
from hypothesis import strategies as st

from bots.cards import Button, Buttons, Card, Press, Verb
from bots.conversation.ask_card import new_detail
from bots.conversation.shortening import cut_apart
from bots.slack.cards.blocks import Room as SlackRoom
from bots.slack.cards.blocks import card_blocks
from bots.teams.cards.adaptive import Room as TeamsRoom
from bots.teams.cards.adaptive import button_rows
from pipeline.checkpoint import Option, Question

LONG = "Total net revenue of orders that were placed in the last quarter of the year, by "


def test_labels_that_fit_stay_as_they_are() -> None:
    assert cut_apart(("one", "two"), 10) == ("one", "two")


def test_a_label_that_is_alone_is_cut_at_its_end() -> None:
    assert cut_apart(("abcdefghij", "x"), 5) == ("abcd…", "x")


def test_labels_with_one_beginning_show_where_they_differ() -> None:
    one, two = cut_apart((f"{LONG}region", f"{LONG}category"), 40)
    assert (one, two) == ("Total net rev…region", "Total net rev…category")


def test_a_label_that_is_the_beginning_of_another_is_told_from_it() -> None:
    one, two = cut_apart((f"{LONG}region", f"{LONG}region and month"), 40)
    assert one != two


@given(
    st.lists(st.sampled_from(("region", "month", "region and month", "")), min_size=2, max_size=4),
    st.integers(20, 75),
)
def test_none_is_too_long_and_none_like_another(ends: list[str], most: int) -> None:
    labels = tuple(dict.fromkeys(f"{LONG}{end}" for end in ends))
    cut = cut_apart(labels, most)
    assert all(len(each) <= most for each in cut)
    assert len(set(cut)) == len(labels)


def test_two_long_buttons_of_a_card_read_differently_on_both_chats() -> None:
    press = Press(verb=Verb.CHOOSE, subject="c")
    labels = (f"{LONG}region", f"{LONG}category")
    buttons = Buttons(items=tuple(Button(label=each, press=press) for each in labels))
    drawn = card_blocks(Card(plain="?", blocks=(buttons,)), SlackRoom())
    slack = [each["text"]["text"] for each in drawn[-1]["elements"]]
    rows = button_rows(buttons, TeamsRoom())
    teams = [each["title"] for row in rows for each in row["actions"]]
    for shown in (slack, teams):
        assert shown[0].endswith("…region")
        assert shown[1].endswith("…category")


def test_what_an_option_says_is_not_said_again_beside_it() -> None:
    option = Option(id="a", label="Orders (without “growth”, by month)", detail="without “growth”")
    assert new_detail(Question(id="q", text="How do you mean it?"), option) == ""
