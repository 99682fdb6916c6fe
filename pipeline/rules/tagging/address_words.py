"""Addresses of people told by their end: `a gmail address`, `an acme.com email`."""

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.denied_words import DeniedWords
from pipeline.rules.text.words import is_domain, name_words

_PROVIDERS = frozenset(
    ("gmail", "yahoo", "hotmail", "outlook", "icloud", "protonmail", "aol", "gmx", "googlemail")
)
_MAILS = frozenset(("email", "emails", "e-mail", "e-mails", "mail", "mails"))
_NOUNS = frozenset(("address", "addresses", "account", "accounts", "domain", "domains"))


class AddressWords(DeniedWords):
    """What an address ends with, where the rows that are named keep one."""

    def _addressed(self, at: int) -> int | None:
        """`have a gmail address`, `with an acme.com email address`, `a .com email`."""
        word = self.words[at]
        provider = word.lower in _PROVIDERS
        if not provider and not is_domain(word.text):
            return None
        until = at + 1
        while until < len(self.words) and self.words[until].lower in _MAILS | _NOUNS:
            until += 1
        columns = self._mail_columns() if until > at + 1 else []
        if not columns:
            return None
        whole = word.text if word.text.startswith(".") else f"@{word.text.lstrip('@')}"
        ending = f"%@{word.lower}.%" if provider else f"%{whole}"
        named = Item("C", at, until, "email", candidates=columns)
        words = " ".join(each.text for each in self.words[at:until])
        test = Test(operator="like", column=named, values=(ending,), words=words, first=at)
        self._add("f", at, until, test)
        return until

    def _mail_columns(self) -> list[Candidate]:
        """The columns of the named rows that hold addresses."""
        tables = dict.fromkeys(
            c.table for item in self.items if item.letter == "T"
            for c in item.candidates if not c.column
        )  # fmt: skip
        return [
            Candidate(table, column.name, 1.0)
            for table in tables
            for column in self.known.table(table).columns
            if {"email", "mail"} & set(name_words(column.name))
        ]
