"""Trains the learned reader of `pipeline.reader` and measures it."""
