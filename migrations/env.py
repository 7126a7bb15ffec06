"""Alembic's entry: runs on the connection it is handed, inside the transaction that holds the lock."""

from alembic import context
from sqlmodel import SQLModel

from app.store import tables  # noqa: F401 - its import declares the tables

context.configure(connection=context.config.attributes["connection"], target_metadata=SQLModel.metadata)
context.run_migrations()
