"""Messages that are no questions, and what people say around one."""
