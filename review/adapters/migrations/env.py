"""Runs the migrations on the connection that the opener of the ledger hands over."""

from alembic import context

from review.adapters.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
