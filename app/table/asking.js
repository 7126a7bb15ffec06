/** Asking for what may take a table that has to be solved first: advice, and analyses. */

import { useAsked, usePage } from "./context.js";
import { useEffect, useRef, useState } from "./vendor/preact-htm.js";

const LONG = 15;

/** What a table is too long in coming for, or never comes: then another objective is asked for. */
const LATER = new Set(["advice-preparing", "advice-unavailable"]);

/**
 * Ask, and go on asking while a table is being solved; `{value, later}`. told: called with `{progress, seconds}`.
 *
 * Where that takes long, or cannot be done here, it is asked for the next of the objectives `instead`, which are easier;
 * `later` is whether it was.
 */
async function asked(ask, [next, ...others], told, signal, objective = null) {
  function preparing(how) {
    if (next && how.seconds > LONG) throw how.refused;
    told(how);
  }
  try {
    return { value: await ask({ objective, preparing, signal }), later: objective !== null };
  } catch (error) {
    if (!next || !LATER.has(error.code)) throw error;
    return asked(ask, others, told, signal, next);
  }
}

/**
 * Something that is asked for when it is wanted: `[state, ask, forget]`. The state is null, or `{preparing}` while a
 * table is being solved (null before that is known), then `{value, later}` or `{error}`.
 */
export function useAsking() {
  const [state, setState] = useState(null);
  const now = useRef(null);
  function forget() {
    now.current?.abort();
    now.current = null;
    setState(null);
  }
  async function ask(how, instead = []) {
    now.current?.abort();
    const controller = new AbortController();
    now.current = controller;
    const tell = (news) => controller.signal.aborted || setState(news);
    tell({ preparing: null });
    try {
      tell(await asked(how, instead, (preparing) => tell({ preparing }), controller.signal));
    } catch (error) {
      tell({ error });
    }
  }
  useEffect(() => () => now.current?.abort(), []);
  return [state, ask, forget];
}

/** What is said about right play, in the page's language, once it is `wanted`: `{ready, error}`. */
export function useMore(wanted = true) {
  const { say } = usePage();
  const { value, error } = useAsked(async () => ({ say: wanted && (await say.more()) }), [say, wanted]);
  return { ready: value?.say === say, error };
}
