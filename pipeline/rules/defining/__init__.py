"""Definitions in plain words: names of a question that are read as other words, or computed."""
