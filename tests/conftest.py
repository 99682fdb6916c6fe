"""Fixtures that every test may ask for."""

from tests.databases import mariadb_url, postgres_server, postgres_url

__all__ = ["mariadb_url", "postgres_server", "postgres_url"]
