"""A store with a past: as many moves as wanted, copied from a game that was really played."""

from collections.abc import Iterator
from itertools import batched, count
