"""Presses on their way through a surface and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.cards import Press, Verb
from bots.conversation.presses import UnreadablePress, decode, encode

TEXT = st.text(max_size=200)


@given(
    st.builds(
        Press,
        verb=st.sampled_from(Verb),
        subject=TEXT,
        nonce=TEXT,
        question=TEXT,
        choice=TEXT,
    )
)
@pytest.mark.slow
def test_every_press_comes_back_as_it_was(press: Press) -> None:
    assert decode(encode(press)) == press


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "null", '{"v":"delete"}', '{"v":"sql","x":1}', '{"v":1}', '{"v":"sql","s":2}'],
)
def test_what_we_never_sent_is_not_read(text: str) -> None:
    with pytest.raises(UnreadablePress):
        decode(text)
