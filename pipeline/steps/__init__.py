"""The steps of a run, each in a file of its name, beside a few that serve one of them."""
