"""Telling: how a reading reads in plain words, what it assumes, and what its SQL must keep."""
