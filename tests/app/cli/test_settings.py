"""Settings: what cannot be meant is refused, since it would silently do nothing."""

import pytest
from pydantic import ValidationError

from app.cli.settings import unknown, variable
from app.settings import Settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CORS_ORIGINS", "example.org"),
        ("CORS_ORIGINS", "https://example.org/page"),
        ("TRUSTED_PROXIES", "proxy"),
        ("TRUSTED_PROXIES", "10.0.0.0/33"),
        ("LIMIT_MOVES", "5"),
        ("LIMIT_MOVES", "5/second; 9/minute"),
        ("SECRET_KEY", "short"),
        ("LOG_LEVEL", "loud"),
        ("MAX_STREAMS", "0"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"ROLLWRIGHT_{name}", value)
    with pytest.raises(ValidationError):
        Settings()


def test_values_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "ROLLWRIGHT_CORS_ORIGINS": "https://a.example, http://localhost:5173",
        "ROLLWRIGHT_TRUSTED_PROXIES": "10.0.0.0/8, ::1",
        "ROLLWRIGHT_LIMIT_MOVES": "50/second",
        "DATABASE_URL": "postgresql://db/games",
    }.items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert settings.cors_origins == ("https://a.example", "http://localhost:5173")
    assert settings.trusted_proxies == "10.0.0.0/8, ::1"
    assert settings.limit_moves == "50/second"
    assert settings.database == "postgresql://db/games"
    monkeypatch.setenv("ROLLWRIGHT_DATABASE", "sqlite:///x.db")
    assert Settings().database == "sqlite:///x.db"


def test_any_origin_and_any_proxy_may_be_meant() -> None:
    settings = Settings(cors_origins=("*",), trusted_proxies="*")
    assert settings.cors_origins == ("*",)


def test_a_misspelt_variable_is_found_and_no_other() -> None:
    known = list(map(variable, Settings.model_fields))
    others = ["PATH", "DATABASE_URL", "ROLLWRIGHT_TEST_DATABASE", "ROLLWRIGHT_PROOF_SEED"]
    assert unknown([*known, *others, "ROLLWRIGHT_LIMIT_MOVE"]) == ["ROLLWRIGHT_LIMIT_MOVE"]
