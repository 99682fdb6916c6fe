"""Words with two readings, one kind a file."""
