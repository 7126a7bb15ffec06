"""Advice that a table agrees to, and the moves that had some."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Stored sessions have agreed to none."""
    op.add_column("sessions", sa.Column("hints", sa.Text(), nullable=False, server_default="off"))
    op.add_column("sessions", sa.Column("advised", sa.Text()))
    op.add_column("record", sa.Column("hinted", sa.SmallInteger()))


def downgrade() -> None:
    """Forget what had advice."""
    op.drop_column("record", "hinted")
    op.drop_column("sessions", "advised")
    op.drop_column("sessions", "hints")
