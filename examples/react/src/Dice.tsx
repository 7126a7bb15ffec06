import type { LegalMoveOf, Session } from "@rollwright/client";
import { useState } from "react";

import { onTheTable, setsAside } from "./dice";

interface Props {
  session: Session;
  thrown: number[];
  moves: LegalMoveOf[];
  play: (legal: LegalMoveOf) => Promise<void>;
}

/** The dice on the table; those that one has chosen may be set aside where the rules allow it. */
export function Dice({ session, thrown, moves, play }: Props) {
  const [chosen, setChosen] = useState<number[]>([]); // places, as faces may be equal
  const dice = onTheTable(session, thrown);
  const legal = setsAside(moves, dice.filter((_, place) => chosen.includes(place)));
  const may = moves.some(({ move }) => move.type === "set_aside");
  const toggle = (place: number) =>
    setChosen((before) => (before.includes(place) ? before.filter((each) => each !== place) : [...before, place]));
  return (
    <div className="dice">
      {dice.map((face, place) => (
        <button key={place} disabled={!may} aria-pressed={chosen.includes(place)} onClick={() => toggle(place)}>
          {face}
        </button>
      ))}
      {may && (
        <button disabled={!legal} onClick={() => legal && play(legal)}>
          Set aside{legal?.points ? ` for ${legal.points}` : ""}
        </button>
      )}
    </div>
  );
}
