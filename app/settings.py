"""What an operator may set, from the environment."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

BODY_LIMIT = 64 * 1024
"""Bytes a request's body may have."""

MAX_PAGE = 500
"""Record entries on one page."""


class Settings(BaseSettings):
    """Settings of one service; each is read from the environment variable `ROLLWRIGHT_<NAME>`."""

    model_config = SettingsConfigDict(env_prefix="ROLLWRIGHT_", frozen=True)

    database: str = Field(
        "sqlite:///rollwright.db",
        description="SQLAlchemy-style address of the store: sqlite:///relative.db or sqlite:////absolute.db",
    )
    busy_seconds: float = Field(
        10.0,
        gt=0,
        le=300,
        description="How long a write may wait for another process on the same SQLite file.",
    )
