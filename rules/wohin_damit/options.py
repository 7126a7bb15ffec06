"""What a table of wohin-damit may agree on."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class WohinDamitOptions(BaseModel):
    """What a table of wohin-damit agrees on before the game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    win_needs_positive: Annotated[
        bool, Field(description="Whether a game in which no total is above 0 has no winner.")
    ] = False
    excess: Annotated[
        Literal["any", "only_if_nothing_fits"],
        Field(
            description="Where a result may go beyond what a row needs: `any`: always; `only_if_nothing_fits`: "
            "only while no open box, small and large included, takes the result without an excess."
        ),
    ] = "any"
