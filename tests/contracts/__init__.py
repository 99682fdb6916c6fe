"""Engine x kind tables: the same promise on every database that has the kind."""
