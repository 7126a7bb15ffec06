import type { GameDetails, LegalMoveOf, ScoreSheet, Session, Table } from "@rollwright/client";
import { useEffect, useMemo, useState } from "react";

import { client, sentence, tokens } from "./service";

export interface Seen {
  session?: Session;
  /** The faces of the throw that came last, where the page was there to see it. */
  thrown: number[];
  /** The game in words: `messages` has the names of boxes. */
  game?: GameDetails;
  sheet?: ScoreSheet;
  fault?: string;
}

/** A session as it is now, kept up to date by its stream of events, and a way to play in it. */
export function useTable(id: string): Seen & { play: (legal: LegalMoveOf, dice?: number[]) => Promise<void> } {
  const table: Table = useMemo(() => client.table(id, tokens.of(id)), [id]);
  // The moves of the seats that the token acts for; who looks on has none.
  const legal = tokens.of(id) ? "mine" : "none";
  const [seen, setSeen] = useState<Seen>({ thrown: [] });
  const see = (news: Partial<Seen>) => setSeen((before) => ({ ...before, ...news }));

  useEffect(() => {
    const leaving = new AbortController();
    async function follow() {
      const session = await table.view({ legal });
      see({ session, game: await client.game(session.game) });
      // A lost connection is made anew by the client, with no event missing.
      for await (const event of table.events({ legal, signal: leaving.signal })) {
        if (event.event === "session") see({ session: event.data });
        else if (event.event === "end") return;
        else {
          const { played, session } = event.data;
          see(played.dice?.length ? { session, thrown: played.dice } : { session });
        }
      }
    }
    follow().catch((error: unknown) => {
      if (!leaving.signal.aborted) see({ fault: sentence(error) });
    });
    return () => leaving.abort();
  }, [table, legal]);

  const version = seen.session?.version;
  useEffect(() => {
    if (version === undefined) return;
    let stale = false; // a later version's sheet is on its way
    table.sheet().then(
      (sheet) => stale || see({ sheet }),
      (error: unknown) => stale || see({ fault: sentence(error) }),
    );
    return () => {
      stale = true;
    };
  }, [table, version]);

  async function play(move: LegalMoveOf, dice?: number[]) {
    try {
      const chosen = dice && move.move.type === "roll" ? { ...move, move: { ...move.move, dice } } : move;
      const { played, session } = await table.play(chosen, { legal });
      see({ session, fault: undefined, ...(played.dice?.length ? { thrown: played.dice } : {}) });
    } catch (error) {
      see({ fault: sentence(error) });
    }
  }

  return { ...seen, play };
}
