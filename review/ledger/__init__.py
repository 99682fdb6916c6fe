"""What is kept, as values and pages, and the port to the database that keeps it."""
