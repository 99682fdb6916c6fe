"""Business databases and questions with gold SQL: training, development and test data."""
