import type { Catalogue, Game } from "@rollwright/client";
import { type FormEvent, useEffect, useState } from "react";

import { client, sentence, tokens } from "./service";

/** Choose a game and say who plays; the service's bot may, too. */
export function Opening() {
  const [games, setGames] = useState<Catalogue["games"]>([]);
  const [game, setGame] = useState<Game>("sand");
  const [names, setNames] = useState("Ida");
  const [bot, setBot] = useState(false);
  const [fault, setFault] = useState<string>();

  useEffect(() => {
    client.games().then(({ games }) => setGames(games), (error: unknown) => setFault(sentence(error)));
  }, []);

  async function open(event: FormEvent) {
    event.preventDefault();
    const people = names.split(",").map((name) => ({ name: name.trim() }));
    const seats = bot ? [...people, { bot: "casual" as const }] : people;
    try {
      const { session, host_token } = await client.open({ game, seats });
      tokens.keep(session.id, host_token);
      location.hash = session.id;
    } catch (error) {
      setFault(sentence(error));
    }
  }

  return (
    <main>
      <h1>A game of dice</h1>
      <form onSubmit={open}>
        <label>
          Game
          <select value={game} onChange={({ target }) => setGame(target.value as Game)}>
            {games.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <p>{games.find(({ name }) => name === game)?.summary}</p>
        <label>
          Players, with commas between
          <input required value={names} onChange={({ target }) => setNames(target.value)} />
        </label>
        <label>
          <input type="checkbox" checked={bot} onChange={({ target }) => setBot(target.checked)} /> The computer plays, too
        </label>
        <button>Play</button>
      </form>
      <p role="alert">{fault}</p>
    </main>
  );
}
