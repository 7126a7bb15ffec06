import type { LegalMoveOf } from "@rollwright/client";
import { useState } from "react";

import { Dice } from "./Dice";
import { inWords } from "./dice";
import { Sheet } from "./Sheet";
import { useTable } from "./useTable";

/** A table at which one plays, or looks on where this tab holds no token of it. */
export function Playing({ id }: { id: string }) {
  const { session, thrown, game, sheet, fault, play } = useTable(id);
  if (!session || !game) return <main><p role="alert">{fault ?? "One moment…"}</p></main>;

  const moves: LegalMoveOf[] = session.legal_moves;
  const choices = moves.filter(({ move }) => move.type !== "set_aside");
  const playing = session.to_move.map((seat) => session.seats[seat]?.name).join(", ");
  const winners = session.outcome?.winners.map((seat) => session.seats[seat]?.name).join(", ");
  return (
    <main data-version={session.version}>
      <h1>{game.title}</h1>
      <p role="status">{session.outcome ? `The game is over. Won: ${winners || "nobody"}.` : `To move: ${playing}`}</p>
      <Dice key={session.version} session={session} thrown={thrown} moves={moves} play={play} />
      <ul>
        {choices.map((legal) => (
          <li key={JSON.stringify(legal)}>
            {legal.move.type === "roll" && session.dice_source === "players" ? (
              <OwnDice legal={legal} play={play} />
            ) : (
              <button onClick={() => play(legal)}>{inWords(legal, game.messages)}</button>
            )}
          </li>
        ))}
      </ul>
      <p role="alert">{fault}</p>
      {sheet && <Sheet sheet={sheet} />}
      <a href="#">Another game</a>
    </main>
  );
}

/** Players who throw their own dice say what fell. */
function OwnDice({ legal, play }: { legal: LegalMoveOf; play: (legal: LegalMoveOf, dice: number[]) => Promise<void> }) {
  const [faces, setFaces] = useState("");
  const dice = [...faces].filter((face) => face >= "1" && face <= "6").map(Number);
  return (
    <form onSubmit={(event) => (event.preventDefault(), void play(legal, dice))}>
      <label>
        The {legal.throws} dice you threw
        <input inputMode="numeric" value={faces} onChange={({ target }) => setFaces(target.value)} />
      </label>
      <button disabled={dice.length !== legal.throws}>Enter</button>
    </form>
  );
}
