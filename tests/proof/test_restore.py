"""`rollwright restore` on the file of a real service: refused while it runs, complete when it is down."""

import asyncio
import subprocess
import sys
from pathlib import Path

import httpx

from tests.proof.processes import Worker

ROLLWRIGHT = (sys.executable, "-c", "from app.cli.main import main; main()")


async def rollwright(*arguments: str | Path) -> tuple[int, str]:
    """Run a command; its status and what it says."""
    done = await asyncio.to_thread(
        subprocess.run, [*ROLLWRIGHT, *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def beside(folder: Path) -> list[str]:
    """What a restoring has left in a folder."""
    return [path.name for path in folder.iterdir() if "before" in path.name or "unfinished" in path.name]


async def test_a_backup_takes_the_place_of_a_database_that_nobody_uses(tmp_path: Path) -> None:
    """What was played since is kept beside it, even what a killed worker had only in its log."""
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    database = f"sqlite:///{file}"
    worker = Worker(database, tmp_path / "log")
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{worker.port}", timeout=60) as client:
        try:
            await worker.start()
            body = {"game": "wohin-damit", "seats": [{"name": "Ida"}, {"name": "Otto"}]}
            opened = (await client.post("/v1/sessions", json=body)).json()
            address, host = (
                f"/v1/sessions/{opened['session']['id']}",
                {"Authorization": f"Bearer {opened['host_token']}"},
            )

            async def roll(seat: int) -> int:
                answer = await client.post(f"{address}/roll", json={"seat": seat}, headers=host)
                version: int = answer.json()["session"]["version"]
                return version

            assert await roll(0) == 1
            assert (await rollwright("backup", copy, "--database", database))[0] == 0
            assert await roll(1) == 2

            status, said = await rollwright("restore", copy, "--database", database)
            assert (status, said) == (1, f"{file} is in use: stop the service first\n")
            assert (await client.get(address)).json()["version"] == 2
            assert beside(tmp_path) == []

            worker.kill()
            log = file.with_name("games.db-wal").read_bytes()
            assert log, "the killed worker's last commits are in the log"
            status, said = await rollwright("restore", copy, "--database", database)
            assert status == 0, said
            assert said.startswith(f"{file} holds 1 sessions with 1 entries\n")
            kept = Path(said.splitlines()[1].removeprefix("what was there before is "))
            assert kept.with_name(f"{kept.name}-wal").read_bytes() == log

            await worker.start()
            assert (await client.get(address)).json()["version"] == 1
            assert await roll(1) == 2, "games go on"
            assert await worker.stop() == 0
            assert (await rollwright("audit", "--database", database))[0] == 0

            status, said = await rollwright("restore", kept, "--database", database)
            assert status == 0, said
            assert said.startswith(f"{file} holds 1 sessions with 2 entries\n"), "the old one was whole"
        finally:
            worker.close()
