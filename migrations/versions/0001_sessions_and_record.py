"""Sessions and their record."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.LargeBinary(16), primary_key=True, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.SmallInteger(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("dice_source", sa.Text(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("tokens", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("throws", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
    )
    op.create_table(
        "record",
        sa.Column("session_id", sa.LargeBinary(16), primary_key=True, nullable=False),
        sa.Column("version", sa.BigInteger(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("move", sa.Text()),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("points", sa.BigInteger()),
        sa.Column("events", sa.Text()),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop both tables with all that they hold."""
    op.drop_table("record")
    op.drop_table("sessions")
