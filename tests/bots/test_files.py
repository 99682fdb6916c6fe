"""Rows as files: complete, and harmless in a spreadsheet."""

import io

import pytest
from inline_snapshot import snapshot
from openpyxl import load_workbook

from bots.conversation.files import csv_of, excel_of, sql_file
from tests.fakes import an_answer

TRAPS = an_answer(
    columns=("name", "n", "=id"),
    rows=(
        ("=HYPERLINK(1)", -5, 12345678901234567),
        ('Ünï, "quoted"\nline', None, 2),
        ("bell\x07", 1.5, True),
    ),
)


def test_a_csv_runs_no_formula_and_keeps_negative_numbers() -> None:
    assert csv_of(TRAPS).content.decode("utf-8-sig") == snapshot("""\
name,n,'=id\r
'=HYPERLINK(1),-5,12345678901234567\r
"Ünï, ""quoted""
line",,2\r
bell\x07,1.5,True\r
""")


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
@pytest.mark.parametrize(
    "before", ["", " ", "\n", "\x0b", "\x00", "\ufeff", "\u200b", "\u00a0", " \u200b\n"]
)
def test_no_sign_of_a_formula_hides_behind_what_a_spreadsheet_skips(before: str, sign: str) -> None:
    answer = an_answer(columns=("name",), rows=((f"{before}{sign}1+1",),))
    text = csv_of(answer).content.decode("utf-8-sig")
    assert text.split("\r\n", 1)[1].lstrip('"').startswith("'")
    book = load_workbook(io.BytesIO(excel_of(answer).content))
    assert str(book["Answer"]["A2"].value).startswith("'")


def test_a_workbook_holds_the_rows_and_what_they_answer() -> None:
    book = load_workbook(io.BytesIO(excel_of(TRAPS).content))
    assert list(book["Answer"].values) == snapshot(
        [
            ("name", "n", "'=id"),
            ("'=HYPERLINK(1)", -5, "12345678901234567"),
            (
                """\
Ünï, "quoted"
line\
""",
                None,
                2,
            ),
            ("bell ", 1.5, True),
        ]
    )
    assert [row[0] for row in book["About"].values] == ["Question", "Read as", "SQL"]


def test_files_are_named_after_the_question() -> None:
    assert csv_of(an_answer()).name == snapshot(
        "what-was-our-net-revenue-last-quarter-by-region.csv"
    )
    assert excel_of(an_answer(question="../../売上?")).name == "answer.xlsx"
    assert sql_file("SELECT 1").content == b"SELECT 1"


def test_a_file_of_a_follow_up_is_named_after_what_it_asks() -> None:
    answer = an_answer(question="by channel", standalone="net revenue by channel in Spain")
    assert csv_of(answer).name == "net-revenue-by-channel-in-spain.csv"
