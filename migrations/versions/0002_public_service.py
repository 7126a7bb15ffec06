"""Open seats, provable dice, private sessions, clocks, retries and API keys."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _added() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("open_seats", sa.Text(), nullable=False, server_default="[]"),
        sa.Column("invitations", sa.LargeBinary(), nullable=False, server_default=sa.text("''")),
        sa.Column("commitment", sa.LargeBinary()),
        sa.Column("seeds", sa.Text(), nullable=False, server_default="{}"),
        sa.Column("visibility", sa.Text(), nullable=False, server_default="public"),
        sa.Column("turn_seconds", sa.Integer()),
        sa.Column("opening_key", sa.LargeBinary()),
        sa.Column("issued", sa.LargeBinary()),
        sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("clocks", sa.Text()),
        sa.Column("deadline", sa.BigInteger()),
    )


def upgrade() -> None:
    """Add what the stored sessions lack, with values under which they go on as before."""
    for column in _added():
        op.add_column("sessions", column)
    has_deadline = sa.text("deadline IS NOT NULL")
    op.create_index(
        "sessions_deadline", "sessions", ["deadline"], sqlite_where=has_deadline, postgresql_where=has_deadline
    )
    if op.get_bind().dialect.name == "postgresql":
        # A session's row is rewritten by each of its moves: room on its page spares the index a new entry.
        op.execute("ALTER TABLE sessions SET (fillfactor = 50)")
    op.create_table(
        "retries",
        sa.Column("session_id", sa.LargeBinary(16), primary_key=True, nullable=False),
        sa.Column("key", sa.LargeBinary(), primary_key=True, nullable=False),
        sa.Column("caller", sa.SmallInteger(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("issued", sa.LargeBinary()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "openings",
        sa.Column("key", sa.LargeBinary(), primary_key=True, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("session", sa.LargeBinary(16), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger()),
    )


def downgrade() -> None:
    """Drop what the upgrade added, with all that it holds."""
    op.drop_table("api_keys")
    op.drop_table("openings")
    op.drop_table("retries")
    op.drop_index("sessions_deadline", "sessions")
    for column in reversed(_added()):
        op.drop_column("sessions", column.name)
