"""The laws that every game must hold, shipped so that a game from outside can be held to them.

`rollwright conformance MODULE:ATTR` runs them, and so does pytest with `-p rules.conformance.plugin
--rollwright-game MODULE:ATTR`. They play at random with random options, and where one is broken they say what to
mend. They need the extra `rollwright[conformance]`.
"""
