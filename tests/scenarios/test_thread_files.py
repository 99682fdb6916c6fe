"""A file dropped into a thread is asked about there, by the people of that thread, and goes."""

import io
import zipfile
from typing import Any

from openpyxl import Workbook

from tests.scenarios.sides import Side
from tests.scenarios.town import text_of
from tests.waiting import found

SALES = (
    "Stores of the north\r\n\r\n"
    "Shop;Sold on;Revenue\r\n"
    "Zürich;31.01.2026;1.200,50\r\n"
    "Bern;15.02.2026;99,50\r\n"
    "Zürich;20.02.2026;300,00\r\n"
).encode("cp1252")
TOTAL = "1,600"


def _workbook() -> bytes:
    book, content = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in (("Colour", "Pieces"), ("red", 3), ("blue", 4), ("red", 5)):
        sheet.append(row)
    book.save(content)
    return content.getvalue()


async def test_a_file_with_a_question_is_loaded_shown_and_asked(town: Side) -> None:
    thread = town.add_file("Sales.csv", SALES, "What is the total revenue?")

    card = text_of(await town.sees(thread, "I read Sales.csv: 1 table with 3 rows."))
    assert "shop: text" in card
    assert "sold_on: date, 2026-01-31 to 2026-02-20" in card
    assert "Windows-1252" in card
    assert "deleted after 30 days" in card
    await town.sees(thread, TOTAL)

    town.ask("by shop", thread=thread)
    await town.sees(thread, "Zürich", "1,500.5")


async def test_a_file_comes_first_and_then_the_question(town: Side) -> None:
    thread = town.add_file("paint.xlsx", _workbook())
    await town.sees(thread, "I read paint.xlsx", "pieces: whole number")
    town.ask("What are the total pieces by colour?", thread=thread)
    await town.sees(thread, "red", "8")


async def test_what_cannot_be_read_is_said_and_the_question_is_not_asked(town: Side) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet1.xml", b"0" * 450_000_000)
    for name, content, said in (
        ("old.xls", b"\xd0\xcf", "Save the data as CSV or XLSX"),
        ("empty.csv", b"", "it is empty"),
        ("bomb.xlsx", bomb.getvalue(), "it unpacks to 450 MB"),
    ):
        thread = town.add_file(name, content, "How many orders are there?")
        card = await town.sees(thread, said, "Your question was not asked.")
        assert "Remove the files" not in text_of(card)


async def test_whoever_added_the_files_removes_them(town: Side) -> None:
    thread = town.add_file("Sales.csv", SALES)
    card = await town.sees(thread, "I read Sales.csv")
    await town.click(card, "Remove the files")
    running: Any = vars(town)["running"]
    ledger = getattr(running, "application", running).ledger

    async def removed() -> bool | None:
        async with ledger.read() as pages:
            return None if await pages.files.workspaces() else True

    assert await found(removed)
