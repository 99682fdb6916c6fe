"""A report, from the wish to the file, as people see it in each chat."""

from tests.scenarios.sides import Side
from tests.scenarios.town import Town, query, text_of

WISH = "Write me a report on net revenue last quarter"
TOTAL = """
    SELECT sum(l.net_amount) FROM order_lines l JOIN orders o USING (order_id)
    WHERE NOT o.is_test AND o.deleted_at IS NULL AND o.status <> 'Cancelled'
      AND o.order_date >= date_trunc('quarter', current_date) - INTERVAL 3 MONTH
      AND o.order_date < date_trunc('quarter', current_date)
"""


async def test_a_report_is_outlined_confirmed_and_told_part_by_part(town: Side) -> None:
    thread = town.ask(WISH)
    outline = await town.sees(
        thread, "What should the report contain?", "last quarter", "Net revenue by week"
    )
    await town.click(outline, "Continue")
    report = await town.sees(thread, "In short", "3. Net revenue by week", "Download the report")
    ((total,),) = query(TOTAL)
    assert f"{total:,.2f}" in text_of(report)


async def test_an_outline_is_written_anew(town: Side) -> None:
    thread = town.ask("Write me a report on net revenue in 2025")
    outline = await town.sees(thread, "What should the report contain?")
    await town.fill_in(outline, "Other…", "orders by channel\nnet revenue by region", "ana")
    report = await town.sees(thread, "In short", "Download the report")
    assert "1. Orders by channel" in text_of(report)
    assert "2. Net revenue by region" in text_of(report)
    assert "3." not in text_of(report)


async def test_a_report_can_be_stopped(town: Side) -> None:
    thread = town.ask(WISH)
    await town.sees(thread, "What should the report contain?")
    town.stop(thread)
    await town.sees(thread, "Stopped")


async def test_a_chart_is_drawn_as_wished_and_drawn_anew(town: Side) -> None:
    thread = town.ask("net revenue by channel in 2025 as a pie chart")
    await town.sees(thread, "Download CSV", "Store")
    town.ask("make it a scatter chart", thread=thread)
    await town.sees(thread, "two columns of numbers", "Download CSV")


async def test_the_file_of_a_report_is_in_the_thread(slack_town: Town) -> None:
    thread = slack_town.ask(WISH)
    outline = await slack_town.sees(thread, "What should the report contain?")
    await slack_town.click(outline, "Continue")
    await slack_town.sees(thread, "Download the report")

    def handed() -> str | None:
        files = (file for each in slack_town.thread(thread) for file in each.get("files") or ())
        return next((str(file["name"]) for file in files), None)

    name = await slack_town.slack.wait_for(handed, 10)
    assert name.startswith("net-revenue-last-quarter")
    assert name.endswith(".html")
    assert slack_town.refused() == []
