"""The small layers between the rules and the SQL: what each is told, hands back, is held to.

Each has one typed output, its own prompt and ladder; `hearing` asks all of them in the same way.
"""
