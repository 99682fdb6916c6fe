"""Tagging: which stretches of a question are recognised as what."""
