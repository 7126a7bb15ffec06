import type { LegalMoveOf, Session } from "@rollwright/client";

/** The dice that lie on the table. Each game says it in a state of its own, which its name tells apart. */
export function onTheTable(session: Session, thrown: number[]): number[] {
  switch (session.game) {
    case "sand":
    case "titusind":
    case "farkle":
    case "banking":
    case "solitaire-dice":
      return session.state.thrown;
    case "yatzy-bg":
    case "yatzy":
    case "yahtzee":
    case "sheet":
      return session.state.dice;
    default:
      return thrown;
  }
}

/** The legal move that sets just these faces aside. */
export function setsAside(moves: LegalMoveOf[], faces: number[]): LegalMoveOf | undefined {
  const wanted = [...faces].sort().join();
  return moves.find(({ move }) => move.type === "set_aside" && [...move.dice].sort().join() === wanted);
}

/** A move in words; `messages` are the game's, in which boxes have their names. */
export function inWords({ move, points, throws }: LegalMoveOf, messages: Record<string, string>): string {
  const worth = points === null ? "" : ` for ${points}`;
  if (move.type === "roll") return throws === 1 ? "Roll 1 die" : `Roll ${throws} dice`;
  if (move.type === "set_aside") return `Set aside ${move.dice.join(" ")}${worth}`;
  if (move.type === "bank") return `Bank${worth}`;
  const named = Object.entries(move).filter(([field]) => field !== "type");
  const said = named.map(([field, value]) => {
    if (field === "category") return messages[`category.${value}`] ?? String(value);
    return `${field} ${Array.isArray(value) ? value.join(" and ") : String(value)}`;
  });
  return said.join(", ") + worth;
}
