"""The demo's made-up companies: what their databases and glossaries are made of."""
