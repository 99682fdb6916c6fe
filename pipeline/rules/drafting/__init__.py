"""Drafting: from a sketch to the parts of an intent, one file for each kind of part."""
