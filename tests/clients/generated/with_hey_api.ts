// A game of each family through what hey-api's openapi-ts makes of the contract. Argument: the address.
import { openSession, playMove, type Session, type OpeningRequest } from "./client";
import { client } from "./client/client.gen";

declare const process: { argv: string[] };
client.setConfig({ baseUrl: process.argv[2]! });

async function play(body: OpeningRequest): Promise<string> {
  const { data: opened, error } = await openSession({ body });
  if (opened === undefined) throw new Error(JSON.stringify(error));
  let session: Session = opened.session;
  while (session.status === "active") {
    const best = [...session.legal_moves].sort((a, b) => (b.points ?? 0) - (a.points ?? 0))[0]!;
    const { data, error } = await playMove({
      path: { session: session.id },
      auth: opened.host_token,
      body: { move: best.move },
      headers: { "if-match": `"${session.version}"` },
    });
    if (data === undefined) throw new Error(JSON.stringify(error));
    session = data.session;
  }
  if (session.game === "sand" && session.state.target !== 500) throw new Error("another target");
  return `${session.game} ${session.state.seats[0]!.total}`;
}

async function main(): Promise<void> {
  const seats: [{ name: string }] = [{ name: "Ida" }]; // a game for one seat takes no other number
  console.log(await play({ game: "sand", seats, options: { target: 500 } }));
  console.log(await play({ game: "yatzy", seats }));
  console.log(await play({ game: "solitaire-dice", seats }));
  console.log(await play({ game: "wohin-damit", seats }));
}

void main();
