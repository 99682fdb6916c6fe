"""Definitions go into a glossary's text, and every other line stays as it was."""

from knowledge.glossary import Definition, Glossary
from knowledge.glossary_file import glossary_from
from knowledge.glossary_text import exported, with_entries

ASP = Definition(name="ASP", words="average sale price", synonyms=("selling price",))
TSC = Definition(name="TSC", words="total sales count")


def test_definitions_in_words_go_out_as_they_came_in() -> None:
    text = exported(Glossary(definitions=(ASP, TSC)))
    assert glossary_from(text, "g").definitions == (ASP, TSC)


def test_definitions_that_are_new_are_added_and_every_other_line_stays() -> None:
    old = "# ours\ndefinitions:\n  - {name: asp, words: ours}\n"
    text, count = with_entries(
        old, Glossary(definitions=(ASP, TSC)), glossary_from(old, "glossary.yaml")
    )
    assert count == 1
    assert text.startswith(old)
    assert [each.name for each in glossary_from(text, "g").definitions] == ["asp", "TSC"]
