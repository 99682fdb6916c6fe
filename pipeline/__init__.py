"""From a question to rows: steps, rules, dates, SQL safety, models, warehouses."""
