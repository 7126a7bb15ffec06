"""`rollwright play`: a small terminal client that plays any game against a running service, by its contract alone."""

from typing import Annotated, Any

import httpx
import typer
from rich.console import Console
from rich.prompt import Prompt
from rich.table import Table

PIPS = {1: "    o    ", 2: "o       o", 3: "o   o   o", 4: "o o   o o", 5: "o o o o o", 6: "o oo oo o"}
TIMEOUT_SECONDS = 30

console = Console(highlight=False)


def drawn(dice: list[int]) -> str:
    """The dice side by side, as five lines of characters."""
    edge = "  ".join("+-------+" for _ in dice)
    rows = ["  ".join(f"| {' '.join(PIPS[die][line * 3 : line * 3 + 3])} |" for die in dice) for line in range(3)]
    return "\n".join([edge, *rows, edge])


def told(move: dict[str, Any]) -> str:
    """A move in words: its type and what it carries."""
    fields = {name: value for name, value in move.items() if name != "type"}
    words = [" ".join(map(str, value)) if isinstance(value, list) else str(value) for value in fields.values()]
    return " ".join([move["type"].replace("_", " "), *(f"[{word}]" for word in words)])


def play(
    game: Annotated[str, typer.Argument(help="The game's name, such as titusind.")],
    names: Annotated[list[str] | None, typer.Option("--name", help="A player's name; once for each seat.")] = None,
    url: Annotated[str, typer.Option(help="Where the service is.")] = "http://127.0.0.1:8000",
    own_dice: Annotated[bool, typer.Option("--own-dice", help="You throw real dice and type the faces.")] = False,
) -> None:
    """Play a game in this terminal: dice are drawn, legal moves are numbered."""
    try:
        with httpx.Client(base_url=url, timeout=TIMEOUT_SECONDS) as client:
            details = _told(client.get(f"/v1/games/{game}"))
            names = names or [f"Player {seat + 1}" for seat in range(details["seats"]["min"])]
            opening = {
                "game": game,
                "seats": [{"name": name} for name in names],
                "dice_source": "players" if own_dice else "server",
            }
            opened = _told(client.post("/v1/sessions", json=opening))
            client.headers["Authorization"] = f"Bearer {opened['host_token']}"
            console.print(f"[bold]{details['title']}[/bold]  session {opened['session']['id']}")
            _play_on(client, opened["session"], own_dice)
    except httpx.TransportError as error:
        console.print(f"[red]The service at {url} does not answer ({error}). Start it with `rollwright serve`.[/red]")
        raise typer.Exit(1) from None


def _told(answer: httpx.Response) -> Any:
    """The answer's value; an error ends the client with its sentence."""
    value = answer.json()
    if answer.is_error:
        console.print(f"[red]{_sentence(value)}[/red]")
        raise typer.Exit(1)
    return value


def _sentence(problem: dict[str, Any]) -> str:
    faults = "; ".join(f"{fault.get('pointer', '')} {fault['detail']}" for fault in problem.get("errors", []))
    rule = f" (rule {problem['rule']})" if "rule" in problem else ""
    return f"{problem.get('detail') or problem['title']}{rule} {faults}".strip()


def _play_on(client: httpx.Client, session: dict[str, Any], own_dice: bool) -> None:
    address = f"/v1/sessions/{session['id']}"
    while session["outcome"] is None:
        chosen = _choose(session)
        move = dict(chosen["move"])
        if own_dice and chosen["throws"]:
            move["dice"] = _faces(chosen["throws"])
        answer = client.post(
            f"{address}/moves",
            json={"seat": chosen["seat"], "move": move},
            headers={"If-Match": f'"{session["version"]}"'},
        )
        value = answer.json()
        if answer.is_error:
            console.print(f"[red]{_sentence(value)}[/red]")
            session = value.get("session", session)
            continue
        session = value["session"]
        _show(value["played"], session)
    _show_outcome(session)


def _choose(session: dict[str, Any]) -> dict[str, Any]:
    """Let the player pick one of the legal moves by number."""
    moves = session["legal_moves"]
    names = [seat["name"] for seat in session["seats"]]
    table = Table(box=None, show_header=False, pad_edge=False)
    for number, legal in enumerate(moves, 1):
        points = "" if legal["points"] is None else f"{legal['points']} points"
        throws = f"throws {legal['throws']}" if legal["throws"] else ""
        table.add_row(f"[bold]{number}[/bold]", names[legal["seat"]], told(legal["move"]), points or throws)
    console.print(table)
    picked = Prompt.ask("Your move", choices=[str(number) for number in range(1, len(moves) + 1)], show_choices=False)
    chosen: dict[str, Any] = moves[int(picked) - 1]
    return chosen


def _faces(count: int) -> list[int]:
    """Ask for the faces of thrown dice until there are as many as thrown."""
    while True:
        faces = [int(face) for face in Prompt.ask(f"Faces of your {count} dice") if face in "123456"]
        if len(faces) == count:
            return faces
        console.print(f"[red]{count} faces from 1 to 6, such as {'123456'[:count]}[/red]")


def _show(played: dict[str, Any], session: dict[str, Any]) -> None:
    name = session["seats"][played["seat"]]["name"]
    points = "" if played["points"] is None else f": {played['points']} points"
    console.print(f"\n{name} - {told(played['move'])}{points}", markup=False)
    if played["dice"]:
        console.print(drawn(played["dice"]), markup=False)
    for event in played["events"]:
        rest = ", ".join(f"{key} {value}" for key, value in event.items() if key != "type")
        console.print(f"  [yellow]{event['type'].replace('_', ' ')}[/yellow] {rest}")
    console.print(
        "  ".join(f"{seat['name']} {seat['total']}" for seat in session["seats"]), style="dim", markup=False
    )


def _show_outcome(session: dict[str, Any]) -> None:
    console.print("\n[bold]The game is over.[/bold]")
    for place in session["outcome"]["ranking"]:
        mark = "*" if place["seat"] in session["outcome"]["winners"] else " "
        console.print(
            f"{mark} {place['rank']}. {session['seats'][place['seat']]['name']}  {place['total']}",
            markup=False,
        )
