"""The schema's history, owned by Alembic."""
