/** Plays every built-in game by a rule of thumb: node build/thinking-bot.js http://127.0.0.1:8000 TOKEN... */

import { play } from "./random-bot.js";
import { choose } from "./strategies/index.js";

const [, , address = "", ...tokens] = process.argv;
await play(address, tokens, async (table, seat, legal) => choose(await table.view({ legal: "none" }), seat, legal));
