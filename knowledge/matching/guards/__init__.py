"""Guards: what must be the same in two questions before one answers the other."""
