"""The desk: what people ask, decide and look up."""
