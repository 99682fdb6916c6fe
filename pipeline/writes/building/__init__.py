"""From a wish to one statement: names, values and rows found in the database."""
