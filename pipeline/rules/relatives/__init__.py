"""Rows shown beside the rows that their keys lead to: both are read as questions of their own."""
