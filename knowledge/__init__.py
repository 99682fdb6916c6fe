"""What is known of a database and its words: catalog, glossary, values, validated queries."""
