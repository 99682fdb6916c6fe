"""Adapters of the pipeline's ports: databases and models, each with its vendor."""
