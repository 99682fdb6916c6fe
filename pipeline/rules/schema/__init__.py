"""What a question can name: tables, columns, keys, metrics, and by which words each goes."""
