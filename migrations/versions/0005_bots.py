"""Seats that the service plays."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Stored sessions have no bots."""
    op.add_column("sessions", sa.Column("bots", sa.Text()))
    op.add_column("sessions", sa.Column("pause_ms", sa.Integer()))
    op.add_column("sessions", sa.Column("opener", sa.LargeBinary()))
    op.add_column("sessions", sa.Column("announced", sa.Text()))
    op.add_column("sessions", sa.Column("bot_due", sa.BigInteger()))
    due = sa.text("bot_due IS NOT NULL")
    op.create_index("sessions_bot_due", "sessions", ["bot_due"], sqlite_where=due, postgresql_where=due)


def downgrade() -> None:
    """Drop what bots need; their seats stay, and nobody plays them."""
    op.drop_index("sessions_bot_due", "sessions")
    for column in ("bot_due", "announced", "opener", "pause_ms", "bots"):
        op.drop_column("sessions", column)
