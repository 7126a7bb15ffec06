"""Opening: the ids of sessions."""

from uuid import UUID

from app.sessions import opening

NEW_ID = opening.new_id  # before the fixtures replace it
AT = 1_796_000_000_123


def test_ids_of_one_moment_have_nothing_but_the_moment_in_common() -> None:
    ids = [UUID(bytes=NEW_ID(AT)) for _ in range(300)]
    assert {(each.version, each.variant, each.int >> 80) for each in ids} == {(7, "specified in RFC 4122", AT)}
    fixed = {76, 77, 78, 79, 62, 63, *range(80, 128)}
    changing = {bit for bit in range(128) if len({each.int >> bit & 1 for each in ids}) == 2}
    assert changing == set(range(128)) - fixed
    # A counter would leave the bits above its own the same from one to the next.
    assert len({each.int >> 40 & 0x3FFFFF for each in ids}) > 250


def test_ids_ascend_with_time() -> None:
    ids = [NEW_ID(at) for at in range(AT, AT + 50)]
    assert ids == sorted(ids)
