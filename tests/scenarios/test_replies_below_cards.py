"""What is typed below an open card is taken into the question that it asks about."""

from tests.scenarios.sides import Side


async def test_a_reply_below_the_date_card_amends_its_question(town: Side) -> None:
    thread = town.ask("What was our net revenue last quarter by region?")
    await town.sees(thread, "Which dates do you mean?", "Ana can answer this")
    town.ask("only Spain, by month", thread=thread)
    await town.sees(thread, "Ana continued below, so this card is closed")
    # Another title would say that more is open than the dates.
    await town.sees(thread, "Which dates do you mean?", "Ana can answer this")
