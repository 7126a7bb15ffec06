"""Alembic's entry: runs on the connection it is handed, inside the transaction that holds the lock."""

from alembic import context
from sqlmodel import SQLModel

context.configure(connection=context.config.attributes["connection"], target_metadata=SQLModel.metadata)
context.run_migrations()
