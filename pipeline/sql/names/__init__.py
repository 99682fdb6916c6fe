"""What each name in a statement means, traced to tables that were granted."""
