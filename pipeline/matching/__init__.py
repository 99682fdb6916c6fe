"""Whether an approved query may answer a question: what both mean decides."""
