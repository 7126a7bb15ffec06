"""Secrets at rest: only the right key and the right session open them, and nothing about them is told."""

import subprocess
import sys

import pytest

from app.dice import dice
from app.dice.sealing import Sealed, Sealer

KEY = "correct horse battery staple, and more of it"
SESSION = bytes(range(16))


def test_without_a_key_the_secret_is_stored_as_it_is() -> None:
    secret = dice.new_secret()
    sealer = Sealer(None)
    assert sealer.seal(secret, SESSION) == secret
    assert sealer.open(secret, SESSION) == secret


def test_with_a_key_the_store_never_holds_the_secret() -> None:
    secret = dice.new_secret()
    stored = Sealer(KEY).seal(secret, SESSION)
    assert len(stored) == 61
    assert secret not in stored
    assert Sealer(KEY).open(stored, SESSION) == secret


def test_the_same_secret_is_never_sealed_to_the_same_bytes() -> None:
    sealer = Sealer(KEY)
    assert len({sealer.seal(bytes(32), SESSION) for _ in range(50)}) == 50


def test_what_was_stored_before_there_was_a_key_can_still_be_read() -> None:
    """Even if it begins like a sealed value."""
    for secret in (dice.new_secret(), b"\x01" * 32):
        assert Sealer(KEY).open(Sealer(None).seal(secret, SESSION), SESSION) == secret


@pytest.mark.parametrize(
    ("opener", "session", "says"),
    [
        (Sealer(None), SESSION, "ROLLWRIGHT_SECRET_KEY is not set"),
        (Sealer(KEY + "."), SESSION, "is not the one"),
        (Sealer(KEY), SESSION[::-1], "is not the one"),
    ],
    ids=["no key", "another key", "another session"],
)
def test_what_does_not_open_is_told_in_a_sentence_without_secrets(opener: Sealer, session: bytes, says: str) -> None:
    stored = Sealer(KEY).seal(b"s" * 32, SESSION)
    with pytest.raises(Sealed, match=says) as caught:
        opener.open(stored, session)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    told = str(caught.value) + repr(caught.value) + repr(opener)
    for private in (KEY, "ssss", stored.hex(), repr(stored)[2:-1], SESSION.hex()):
        assert private not in told


def test_every_changed_byte_is_noticed() -> None:
    sealer = Sealer(KEY)
    stored = sealer.seal(dice.new_secret(), SESSION)
    for index in range(len(stored)):
        changed = bytearray(stored)
        changed[index] ^= 1
        with pytest.raises(Sealed):
            sealer.open(bytes(changed), SESSION)


@pytest.mark.parametrize("length", [0, 1, 5, 31, 33, 60, 62, 200])
@pytest.mark.parametrize("key", [None, KEY])
def test_a_value_of_no_known_form_is_refused(key: str | None, length: int) -> None:
    with pytest.raises(Sealed, match="no form"):
        Sealer(key).open(b"\x01" * length, SESSION)


def test_stored_values_stay_readable_in_later_versions() -> None:
    """A value sealed by the version that introduced the format; it must open forever."""
    stored = bytes.fromhex(
        "0162d45b8ce053b2de01db2bda79d0296081841b913297a08313a36adf6c79a6ecb8616d17b5d56ea97215a3b4677e922ce16ca41664d395c57998cc32"
    )
    assert Sealer(KEY).open(stored, SESSION) == bytes(range(32))


def test_a_service_without_a_key_does_not_load_the_cipher() -> None:
    program = (
        "import sys; from app.dice.sealing import Sealer; Sealer(None).open(bytes(32), b''); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "app.dice.sealing" in done.stdout.split()
    assert "cryptography" not in done.stdout.split()
