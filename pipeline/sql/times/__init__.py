"""Time in SQL, in each dialect."""
