"""A tag of the commit that wrote a session last."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Stored sessions were written by commits that drew none."""
    op.add_column("sessions", sa.Column("tag", sa.BigInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget the tags."""
    op.drop_column("sessions", "tag")
