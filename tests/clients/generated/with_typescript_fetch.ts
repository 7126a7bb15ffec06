// A game of each family through what openapi-generator's `typescript-fetch` makes of the contract. Argument: the address.
import { Configuration, SessionsApi, type MoveRequestMove, type Session, type OpeningRequest } from "./client";

declare const process: { argv: string[] };
const basePath = process.argv[2]!;

async function play(openingRequest: OpeningRequest): Promise<string> {
  const opened = await new SessionsApi(new Configuration({ basePath })).openSession({ openingRequest });
  const sessions = new SessionsApi(new Configuration({ basePath, accessToken: opened.hostToken }));
  let session: Session = opened.session;
  while (session.status === "active") {
    const best = [...session.legalMoves].sort((a, b) => (b.points ?? 0) - (a.points ?? 0))[0]!;
    const answer = await sessions.playMove({
      session: session.id,
      moveRequest: { move: best.move as MoveRequestMove }, // this generator makes one type of all moves of all games
      ifMatch: `"${session.version}"`,
    });
    session = answer.session;
  }
  if (session.game === "sand" && session.state.target !== 500) throw new Error("another target");
  return `${session.game} ${session.state.seats[0]!.total}`;
}

async function main(): Promise<void> {
  const seats = [{ name: "Ida" }];
  console.log(await play({ game: "sand", seats, options: { target: 500 } }));
  console.log(await play({ game: "yatzy", seats }));
  console.log(await play({ game: "solitaire-dice", seats }));
  console.log(await play({ game: "wohin-damit", seats }));
}

void main();
