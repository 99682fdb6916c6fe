"""What every card that asks what is meant holds to: whatever a step would offer."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.checkpoint import Ask, CheckpointKind, Input, Option, Question
from pipeline.offered import NEITHER, offered
from pipeline.reader.proposals import PICKED

IDS = st.sampled_from(["-", "-|for all", "a", "b", "c", "none", f"{PICKED}1", f"{PICKED}2"])
LABELS = st.sampled_from(["Leave the word out", "Spain", "spain", "Orders", "None of these"])
DETAILS = st.sampled_from(["", "orders by day", "without “xy”"])
OPTIONS = st.builds(Option, id=IDS, label=LABELS, detail=DETAILS)
QUESTIONS = st.builds(
    Question,
    id=st.sampled_from(["word:xy", "left out", "dates-0"]),
    text=st.just("What does “xy” mean here?"),
    options=st.lists(OPTIONS, max_size=6, unique_by=lambda o: o.id).map(tuple),
    default=st.just(""),
    inputs=st.sampled_from([(), (Input(id="typed", label="Other"),)]),
)
ASKS = st.builds(
    Ask,
    kind=st.sampled_from([CheckpointKind.CLARIFICATION, CheckpointKind.DATES]),
    title=st.just("One question"),
    questions=st.lists(QUESTIONS, min_size=1, max_size=3).map(tuple),
)


@given(ASKS)
def test_no_card_has_one_option_alone_or_the_same_twice_or_drops_a_word(ask: Ask) -> None:
    held = offered(ask)
    if isinstance(held, Question):
        assert not held.options, "only a question with nothing to offer is refused"
        return
    for question in held.questions:
        assert len(question.options) >= 2 or question.inputs
        told = [(option.label.casefold(), option.detail) for option in question.options]
        assert len(told) == len(set(told))
        assert not any(option.label == "Leave the word out" and option.id == "-"
                       for option in question.options)  # fmt: skip
        if question.id == "word:xy":
            assert not any(o.id.startswith(PICKED) and "“xy”" in o.detail
                           for o in question.options)  # fmt: skip


def test_the_reading_without_a_word_is_offered_as_a_reading() -> None:
    leave = Option(id="-", label="Leave “stock” out", detail="I read this as: number of products.")
    question = Question(id="unused:stock", text="I would answer without “stock”.", options=(leave,))
    held = offered(Ask(kind=CheckpointKind.CLARIFICATION, title="?", questions=(question,)))
    assert isinstance(held, Ask)
    labels = [(option.id, option.label) for option in held.questions[0].options]
    assert labels == [("-", "Number of products"), (NEITHER, "None of these")]
