"""Why words that speak of time cannot be turned into a period."""


class Impossible(Exception):  # noqa: N818 - a finding on the way to `Unresolved`, not a failure
    """The words name no period that exists; carries the sentence to say so."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)
