"""What is read at run time besides modules is in the wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path


def test_the_template_and_the_words_are_in_the_wheel(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    read = {str(path) for path in Path("rules/texts").rglob("*") if path.suffix in {".json", ".md"}}
    assert {"app/sheets/sheet.html", "rules/texts/en/pads.json"} | read <= packed
