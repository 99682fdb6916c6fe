"""Which statements there are, and which never run: the tier of each."""
