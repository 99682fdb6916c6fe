"""Questions for one number over another, read as two questions whose answers are divided."""
