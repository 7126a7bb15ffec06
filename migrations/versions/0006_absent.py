"""How long a table waits for a player who is away."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Stored sessions have agreed to nothing."""
    op.add_column("sessions", sa.Column("absent_seconds", sa.Integer()))


def downgrade() -> None:
    """Forget what tables agreed on."""
    op.drop_column("sessions", "absent_seconds")
