"""Charts: what a person wishes drawn, and which chart the shape of a result allows."""
