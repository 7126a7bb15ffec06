"""The service's own words in languages other than English, which stands where they are needed: `<language>.json`.

Keys: "problem.<code>", the title of a problem.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def words(language: str) -> Mapping[str, str]:
    """The words by key; none for English."""
    file = files(__name__) / f"{language}.json"
    read: Mapping[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return read
