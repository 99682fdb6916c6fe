"""A report on a card and in its file: figures that lead to their cells, and nothing that runs."""

from html.parser import HTMLParser

import pytest
from typing_extensions import override

from bots.cards import Buttons, Card, Fields, Points, Text
from bots.conversation.answer_card import answer_card
from bots.conversation.charts import picture_named, pictures_of
from bots.conversation.report_file import report_file
from pipeline.reports.citing import cited
from pipeline.result import Answer, Finding, Part, Refusal, Report
from review.ledger.notices import Answered
from tests.fakes import an_answer

EVIL = '<script>alert(1)</script><img src=x onerror="alert(2)">{{ 7 * 7 }}'


def a_report(evil: str = "") -> Answer:
    regions = an_answer(
        columns=("region", "net"), rows=((f"North{evil}", 12.5), ("South", 3)), numeric=(1,)
    )
    no = Refusal(code="cannot", reason=f"No such data.{evil}", next_step="Ask in other words.")
    finding = cited("Net is highest for North (12.50) and lowest for South (3).", {0: regions})
    assert finding is not None
    parts = (
        Part(title=f"net by region{evil}", question="q", outcome=regions, finding=finding),
        Part(title="net by moon", question="q", outcome=no, finding=Finding(text="")),
    )
    report = Report(
        title=f"Sales{evil}",
        period="1 Jul - 30 Sep 2026",
        findings=(finding,),
        parts=parts,
        notes=(f"1 of 2 questions could not be answered.{evil}",),
    )
    return an_answer(question="Report on sales", columns=(), rows=(), sql="", report=report)


class Page(HTMLParser):
    """What a browser would find in the file."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    @override
    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def page_of(answer: Answer) -> Page:
    return Page(report_file(answer).content.decode())


def shown(card: Card) -> str:
    return " ".join(block.text for block in card.blocks if isinstance(block, Text))


def test_every_figure_of_the_file_leads_to_a_cell_that_is_there() -> None:
    page = page_of(a_report())
    ids = {tag["id"] for _, tag in page.tags if "id" in tag}
    links = [str(tag["href"]) for name, tag in page.tags if name == "a"]
    assert {"#cell-1-0-1", "#cell-1-1-1"} <= set(links)
    assert {link.removeprefix("#") for link in links} <= ids


@pytest.mark.parametrize("evil", [EVIL, "\x00\x1b[31m<!--", "</style></title>&lt;"])
def test_nothing_in_the_file_runs_or_is_fetched(evil: str) -> None:
    page = page_of(a_report(evil))
    assert "script" not in {name for name, _ in page.tags}
    assert not [key for _, tag in page.tags for key in tag if key.startswith("on")]
    sources = [
        str(tag.get("src") or tag.get("srcset")) for n, tag in page.tags if n in ("img", "source")
    ]
    assert sources
    assert all(each.startswith("data:image/svg+xml;base64,") for each in sources)
    assert "http://" not in " ".join(f"{tag}" for _, tag in page.tags)
    assert "49" not in page.texts
    policy = next(tag for name, tag in page.tags if name == "meta" and "http-equiv" in tag)
    assert str(policy["content"]).startswith("default-src 'none'")


def test_a_file_is_named_for_what_it_is_about() -> None:
    assert report_file(a_report()).name == "sales-1-jul-30-sep-2026.html"


def test_the_card_tells_each_part_and_hands_the_file_out() -> None:
    card = answer_card(Answered(answer=a_report(), run="r1"), pictures_of(a_report()))
    text = shown(card)
    assert "1. Net by region" in text
    assert "Not answered: No such data." in text
    (points,) = (block for block in card.blocks if isinstance(block, Points))
    assert points.items == ("Net is highest for North (12.50) and lowest for South (3). [1]",)
    (buttons,) = (block for block in card.blocks if isinstance(block, Buttons))
    labels = [button.label for button in buttons.items]
    assert labels == ["Looks right", "Not right…", "Download the report", "Change"]


def test_each_picture_is_found_again_by_its_name() -> None:
    (image,) = pictures_of(a_report())
    assert image.name == "chart-1.png"
    assert picture_named(a_report(), "chart-1.png") == image
    assert picture_named(a_report(), "chart-2.png") is None
    assert picture_named(an_answer(), "chart.png") is not None


def test_one_row_of_numbers_is_shown_under_the_heads_of_its_columns() -> None:
    compared = an_answer(
        columns=("net_revenue_last_month", "net_revenue_change"), rows=((5, -2),), numeric=(0, 1)
    )
    part = Part(title="net revenue", question="net revenue", outcome=compared)
    notice = Answered(answer=an_answer(report=Report(title="Sales", parts=(part,))), run="r1")
    (fields,) = (block for block in answer_card(notice).blocks if isinstance(block, Fields))
    assert [(each.label, each.text) for each in fields.items] == [
        ("Net revenue last month", "5"),
        ("Change in net revenue", "-2"),
    ]
