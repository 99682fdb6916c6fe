"""Names that a glossary, or the question itself, defines in plain words."""

import datetime as dt
from pathlib import Path

import pytest

from benchmarks.executed import ran
from knowledge.glossary import Definition, Glossary, Metric
from pipeline.dates import Calendar, read_times
from pipeline.rules.plan import Ask, Cannot, Outcome, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.misspelt import slips_in
from pipeline.times.reading import spans
from tests.pipeline.rules.conftest import a_known

TODAY = dt.date(2023, 3, 20)


def asked(question: str, about: Known, **choices: str) -> Outcome:
    times = spans(read_times(question, TODAY, Calendar()).ranges)
    return plan(question, about, times=times, choices=choices)


def answered(question: str, about: Known) -> Planned:
    outcome = asked(question, about)
    assert isinstance(outcome, Planned), outcome
    return outcome


def defining(path: Path, **words: str) -> Known:
    named = ((name.replace("_", " "), said) for name, said in words.items())
    return a_known(path, Glossary(definitions=tuple(Definition(name=n, words=w) for n, w in named)))


@pytest.mark.parametrize(
    ("name", "words", "question", "plainly"),
    [
        ("ABP", "average book price", "ABP by genre", "average book price by genre"),
        ("ABP", "Average Price of Books", "Show abp by genre.", "Average price of books by genre"),
        ("NB", "the number of books", "NB by author country", "number of books by author country"),
        ("seniors", "members older than 50", "seniors in Porto", "members older than 50 in Porto"),
        ("TF", "total loan fee for a given period", "TF in 2022", "total loan fee in 2022"),
        ("TF", "total loan fee over a recent period", "TF in 2022", "total loan fee in 2022"),
        ("TF", "total loan fee in 2022", "What is the TF in 2022?", "total loan fee in 2022"),
        ("takings", "sum of loan fees", "total takings by month", "total loan fees by month"),
        ("cheap", "price less than 10", "Which books are cheap?", "Which books have a price < 10?"),
        ("big books", "books with over 300 pages", "How many big books cost over 12?",
         "How many books with over 300 pages cost over 12?"),
        ("fans", "gold members", "which fans joined in 2021", "which gold members joined in 2021"),
        ("IT", "number of novels", "IT", "number of novels"),
    ],
)  # fmt: skip
def test_a_defined_name_is_read_as_its_words(
    name: str, words: str, question: str, plainly: str, library: Known, library_file: Path
) -> None:
    known = defining(library_file, **{name.replace(" ", "_"): words})
    outcome = answered(question, known)
    assert ran(library_file, outcome.sql) == ran(library_file, answered(plainly, library).sql)
    assert f"“{name}” is read as “{words}”, as the glossary says." in outcome.assumptions


@pytest.mark.parametrize(
    ("words", "sql"),
    [
        ("total fee / number of loans", "SELECT sum(fee) / count(*) FROM loan"),
        ("(total fee - 2) * 100 / count of loans", "SELECT (sum(fee) - 2) * 100 / 8 FROM loan"),
        ("total fee divided by number of loans", "SELECT avg(fee) FROM loan"),
        ("average fee times 2", "SELECT avg(fee) * 2 FROM loan"),
        ("highest fee minus lowest fee", "SELECT max(fee) - min(fee) FROM loan"),
        ("(price - pages) / pages * 100",
         "SELECT 100.0 * sum(price - pages) / sum(pages) FROM book"),
        ("total price / total pages, as a percentage",
         "SELECT 100.0 * sum(price) / sum(pages) FROM book"),
        ("price * pages", "SELECT sum(price * pages) FROM book"),
        ("number of loans / number of members",
         "SELECT 1.0 * (SELECT count(*) FROM loan) / count(*) FROM member"),
        ("number of novels / number of books * 100",
         "SELECT 100.0 * count(CASE WHEN genre = 'Novel' THEN 1 END) / count(*) FROM book"),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_a_sum_in_words_is_computed(words: str, sql: str, library_file: Path) -> None:
    outcome = answered("What is the XR?", defining(library_file, XR=words))
    (found,), (wanted,) = ran(library_file, outcome.sql), ran(library_file, sql)
    assert found == pytest.approx(wanted)


def test_a_computed_name_is_filtered_and_ranked_by(library_file: Path) -> None:
    known = defining(library_file, FPL="total fee / number of loans")
    sql = answered("top 2 members by FPL in Porto or Lisbon", known).sql
    assert ran(library_file, sql) == ran(
        library_file,
        "SELECT full_name, avg(fee) FROM loan JOIN member USING (member_id) "
        "WHERE city IN ('Porto', 'Lisbon') GROUP BY full_name ORDER BY 2 DESC LIMIT 2",
    )


def test_an_amount_that_several_rows_share_is_added_up_only_on_a_word(library_file: Path) -> None:
    known = defining(library_file, margin="total fee - total price")
    assert isinstance(asked("margin by month", known), Ask)


def test_a_definition_may_need_another(library_file: Path) -> None:
    known = defining(library_file, OA="NB of each author", NB="number of books")
    outcome = answered("OA", known)
    assert "COUNT(*)" in outcome.sql
    assert len([text for text in outcome.assumptions if "glossary says" in text]) == 2


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("frobnicated wobble", "What is the XR by genre?"),
        ("(net wobble - tax) / net wobble", "XR by genre"),
        ("total price / x", "How many books, and the XR?"),
    ],
)
def test_what_cannot_be_read_is_quoted_and_not_answered(
    words: str, question: str, library_file: Path
) -> None:
    outcome = asked(question, defining(library_file, XR=words))
    assert not isinstance(outcome, Planned)
    said = outcome.prompt if isinstance(outcome, Ask) else outcome.reason
    assert f"“XR” is “{words}”, as the glossary says" in said


def test_a_name_in_the_data_is_not_read_against_its_definition(library_file: Path) -> None:
    outcome = asked("average price by genre", defining(library_file, price="wobble of it"))
    assert isinstance(outcome, Cannot)
    assert "wobble" in outcome.reason


def test_what_a_person_chose_for_a_name_comes_before_its_definition(library_file: Path) -> None:
    known = defining(library_file, XR="frobnicated wobble")
    outcome = asked("average XR by genre", known, **{"word:xr": "book.pages"})
    assert isinstance(outcome, Planned)
    assert "pages" in outcome.sql


@pytest.mark.parametrize("question", ["What is the title of it", "Show books by 'IT'"])
def test_a_short_name_is_only_found_as_it_is_written(question: str, library_file: Path) -> None:
    outcome = asked(question, defining(library_file, IT="number of novels"))
    assert not isinstance(outcome, Planned) or not outcome.assumptions


@pytest.mark.parametrize(
    ("question", "plainly"),
    [
        ("Revenue by month. Revenue refers to the total fee of loans.", "total loan fee by month"),
        ("Total income by month. Note that income refers to the sum of fee in the loan table.",
         "total loan fee by month"),
        ("ABP by genre, where ABP means average book price", "average book price by genre"),
        ("What is the total income (based on the loan fee) by month?", "total loan fee by month"),
        ("top 2 authors by output, where output = number of books",
         "top 2 authors by number of books"),
        ("How many seniors are in Porto? Seniors are defined as members older than 50.",
         "How many members older than 50 are in Porto?"),
        ("Which big books cost over 12? Note that big books means books with over 300 pages",
         "Which books with over 300 pages cost over 12?"),
        ("average income of each member, where income denotes the fee",
         "average fee of each member"),
    ],
)  # fmt: skip
def test_a_question_may_define_its_own_names(
    question: str, plainly: str, library: Known, library_file: Path
) -> None:
    outcome = answered(question, library)
    assert ran(library_file, outcome.sql) == ran(library_file, answered(plainly, library).sql)
    assert "as the question says." in outcome.assumptions[0]


def test_the_question_comes_before_the_glossary(library_file: Path) -> None:
    known = defining(library_file, ABP="number of books")
    outcome = answered("ABP by genre, where ABP means average book price", known)
    assert "AVG" in outcome.sql


def test_a_sum_with_brackets_may_be_given_with_the_question(
    library: Known, library_file: Path
) -> None:
    question = "What is the GPM? GPM (gross margin) = (price - pages) / pages * 100"
    (found,) = ran(library_file, answered(question, library).sql)
    assert found[0] == pytest.approx(-94.06, abs=0.01)


def test_a_defined_name_is_no_slip_of_the_pen(library: Known, library_file: Path) -> None:
    question = "gendre of each author"
    assert slips_in(question, library) == (("gendre", "genre"),)
    assert slips_in(question, defining(library_file, gendre="number of books")) == ()


def test_a_metric_in_a_sum_is_the_glossarys(library_file: Path) -> None:
    income = Metric(name="net income", expression="sum(loan.fee)", table="loan")
    told = Definition(name="NIL", words="net income / number of loans")
    known = a_known(library_file, Glossary(metrics=(income,), definitions=(told,)))
    (found,) = ran(library_file, answered("NIL", known).sql)
    assert found[0] == pytest.approx(1.3125)


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("average price by genre where genre = Novel or Poetry",
         "SELECT avg(price), genre FROM book WHERE genre IN ('Novel', 'Poetry') GROUP BY genre"),
        ("number of books by genre (genre = Novel)",
         "SELECT count(*), genre FROM book WHERE genre = 'Novel' GROUP BY genre"),
        ("how many books where genre = Novel and pages = 300",
         "SELECT count(*) FROM book WHERE genre = 'Novel' AND pages = 300"),
    ],
)  # fmt: skip
def test_a_name_of_the_data_that_equals_something_is_a_condition(
    question: str, sql: str, library: Known, library_file: Path
) -> None:
    outcome = answered(question, library)
    assert sorted(ran(library_file, outcome.sql)) == sorted(ran(library_file, sql))
    assert not any("the question says" in text for text in outcome.assumptions)


@pytest.mark.parametrize(
    "question",
    [
        "Show title and genre of books where title = genre",
        "total fee by month where fee = returned on",
        "loans where fee = loan fee plus 8",
    ],
)
def test_what_equals_a_name_of_the_data_is_never_dropped(question: str, library: Known) -> None:
    outcome = asked(question, library)
    assert not isinstance(outcome, Planned) or "=" in outcome.sql


@pytest.mark.parametrize(
    "question",
    [
        "average price by genre; price means pages",
        "average price (meaning pages) by genre",
        "number of books (that is, loans) by month",
        "number of members where members are defined as authors",
    ],
)
def test_a_name_of_the_data_is_given_no_other_meaning(question: str, library: Known) -> None:
    outcome = asked(question, library)
    assert not isinstance(outcome, Planned)
    said = outcome.prompt if isinstance(outcome, Ask) else outcome.reason
    assert "as the question says; I cannot read that here." in said


@pytest.mark.parametrize(
    "question",
    [
        "How many big books (meaning books with over 300 pages) cost over 12?",
        "How many big books (i.e. books with over 300 pages) cost over 12?",
        "How many big books (books with over 300 pages) cost over 12?",
        "How many big books cost over 12? Big books are books with over 300 pages.",
        "How many big books cost over 12 (big books are books with over 300 pages)?",
    ],
)
def test_the_whole_name_of_the_glossary_is_defined_by_the_question(
    question: str, library: Known, library_file: Path
) -> None:
    known = defining(library_file, big_books="novels")
    plainly = "How many books with over 300 pages cost over 12?"
    outcome = answered(question, known)
    assert ran(library_file, outcome.sql) == ran(library_file, answered(plainly, library).sql)
    assert "as the question says." in outcome.assumptions[0]


def test_a_definition_that_is_not_read_by_is_not_dropped(library_file: Path) -> None:
    known = defining(library_file, great_big_ones="novels")
    outcome = asked("How many great big ones are there, where big ones means loans?", known)
    assert not isinstance(outcome, Planned)


@pytest.mark.parametrize("bracket", ["average book price", "the average price of books"])
def test_what_a_name_is_short_for_is_no_other_definition(bracket: str, library_file: Path) -> None:
    known = defining(library_file, ABP="average book price")
    outcome = answered(f"ABP ({bracket}) by genre", known)
    assert outcome.sql.count("AVG") == answered("ABP by genre", known).sql.count("AVG")
