"""A host's own words for a session."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Stored sessions have no label."""
    op.add_column("sessions", sa.Column("label", sa.Text()))


def downgrade() -> None:
    """Drop the labels."""
    op.drop_column("sessions", "label")
