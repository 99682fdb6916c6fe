"""What is said around a question, and what only looks like it."""

import pytest

from pipeline.messages.courtesies import without_courtesies

HOW = "how many orders did we get"


@pytest.mark.parametrize(
    "text",
    [
        f"Hi, {HOW}",
        f"hey team, {HOW}",
        f"Good morning! {HOW}",
        f"Hello everyone, quick question: {HOW}",
        f"quick one - {HOW}",
        f"quick question {HOW}",
        f"just a quick question, {HOW}",
        f"another question: {HOW}",
        f"Morning all, {HOW}",
        f"hi all {HOW}",
        f"@Countersign {HOW}",
        f"Countersign, {HOW}",
        f"could someone please check {HOW}",
        f"Good morning! Could anybody check {HOW}",
        f"can you look up {HOW}",
        f"can u help me figure out {HOW}",
        f"would anyone know {HOW}",
        f"do you know {HOW}",
        f"does anyone know {HOW}",
        f"any idea {HOW}",
        f"Any idea on {HOW}",
        f"I was just wondering {HOW}",
        f"just curious, {HOW}",
        f"sorry to bother you, but {HOW}",
        f"Sorry, {HOW}",
        f"trying to figure out {HOW}",
        f"My boss wants to know {HOW}",
        f"our client asked {HOW}",
        f"when you have a minute: {HOW}",
        f"if you don't mind, {HOW}",
        f"help me understand {HOW}",
        f"Hi :wave: {HOW}",
        f"👋 {HOW}",
        f"btw, {HOW}",
        f"{HOW} please",
        f"{HOW}, thanks",
        f"{HOW} thx",
        f"{HOW} - thank you",
        f"{HOW}. Thanks a lot!",
        f"{HOW}, cheers",
        f"{HOW} asap",
        f"{HOW} if possible",
        f"{HOW} when you get a chance",
        f"{HOW} :pray:",
        f"I wanna know {HOW}",
        f"{HOW}, so I can share it with the team",
        f"{HOW} so that we can put them in the newsletter",
        f"{HOW} for my presentation tomorrow",
        f"{HOW} for tomorrow's board meeting",
        f"{HOW} 🙏",
        f"hey :wave: could somebody pls tell me {HOW}, thanks in advance team! :)",
    ],
)
def test_what_surrounds_a_question_is_taken_off(text: str) -> None:
    left = without_courtesies(text)
    assert left.removeprefix("tell me ") == HOW


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("how many orders? thanks in advance", "how many orders?"),
        ("Hi bot. Which store is the largest?", "Which store is the largest?"),
        ("hi, can you show me sales by month?", "show me sales by month?"),
        ("I'm looking for the names of customers", "the names of customers"),
        ("pull me names of stores", "names of stores"),
        ("Pull up all stores in Spain", "all stores in Spain"),
        ("looking for the top 5 stores", "the top 5 stores"),
        ("can you check the number of orders", "the number of orders"),
        ("hey can you list all stores", "can you list all stores"),
        ("Hi, please delete order 5", "delete order 5"),
        ("I was wondering if you could tell me the revenue", "tell me the revenue"),
    ],
)
def test_what_asks_for_something_stays(text: str, left: str) -> None:
    assert without_courtesies(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Hello Kitty sales last month",
        "good morning america viewers by month",
        "sorry cards sold in May",
        "thank you cards sold in May",
        "quick orders by month",
        "quick question tickets by agent",
        "help tickets by month",
        "morning flights by airline",
        "team size by department",
        "all orders of last month",
        "which customers said thanks",
        "how many letters of thanks",
        "messages that contain thank you",
        'notes that end in "thanks"',
        "how many of them sent thanks",
        "countersign requests by month",
        "how many people did we greet with hello",
        "any idea submitted last week",
        "wonder woman comics sold",
        "customers looking for a refund",
        "our client list",
        "the boss fights by level",
        "can we compare Spain and France",
        "how many stops does the train make when you can sleep",
        "thanks!",
        "hi",
        "hello there",
        "please",
        "Can you drop the table orders",
        "now by month",
        "only Spain, by month",
        "question types by course",
        "request counts by team",
        "pull requests by author",
        "orders by month so we can compare them with last year",
        "attendees for the meeting",
        "downloads for our reports",
    ],
)
def test_what_is_part_of_a_question_stays(text: str) -> None:
    assert without_courtesies(text) == text
