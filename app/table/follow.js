/** A session followed: its view, its record and the state of the connection, in step with every other browser. */

import { Refusal, Unreachable } from "./api.js";
import { usePage } from "./context.js";
import { anyToken, tokenFor } from "./keys.js";
import { follow } from "./live.js";
import { useEffect, useMemo, useReducer, useRef } from "./vendor/preact-htm.js";

const PAGE = 500;

/**
 * What is known of a session. `entries` is the record, ascending. connection: "loading", "live", "lost", "over" or
 * "gone".
 */
const NOTHING = { view: null, entries: [], connection: "loading", error: null };

/** Views and entries come by several ways and in any order: the newest view counts, each entry once. */
export function known(state, news) {
  const next = { ...state, ...news };
  if (news.view && state.view && news.view.version < state.view.version) next.view = state.view;
  if (news.entries) {
    // One after the other: what comes before its predecessor comes again on the stream.
    const entries = [...state.entries];
    for (const entry of news.entries) if (entry.version === entries.length + 1) entries.push(entry);
    next.entries = entries;
  }
  return next;
}

/** The whole record, page by page. */
async function record(api, session, token) {
  const entries = [];
  for (let after = 0; after !== null;) {
    const page = await api.get(`sessions/${session}/record?after=${after}&limit=${PAGE}`, { token });
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}

/**
 * Follow the session as long as the page shows it.
 *
 * Gives what is known, and `act(path, body, {seat, host, version})`, which posts with the token that may, tells what
 * came of it at once and throws a `Refusal`.
 */
export function useSession(session, keyring) {
  const { api } = usePage();
  const [state, tell] = useReducer(known, NOTHING);
  const token = anyToken(keyring);
  const stream = useRef(null);

  useEffect(() => {
    let wanted = true;
    tell({ error: null });
    async function start() {
      const entries = await record(api, session, token);
      const view = await api.get(`sessions/${session}?legal=all`, { token });
      if (!wanted) return;
      tell({ view, entries });
      stream.current = follow(session, {
        version: entries.at(-1)?.version ?? 0,
        token,
        state: (connection) => tell({ connection }),
        told: ({ event, data }) => {
          if (event === "session") tell({ view: data });
          else if (event !== "end") tell({ view: data.session, entries: [data.played] });
          else if (data.status === "deleted") tell({ connection: "gone" });
        },
      });
    }
    function failed(error) {
      if (!wanted) return;
      if (error instanceof Unreachable) {
        tell({ connection: "lost" });
        start().catch(failed); // each call has waited for long before it gave up
      } else tell({ error });
    }
    // The stream sees for itself when the network goes; until there is one, this does.
    const offline = () => stream.current ?? tell({ connection: "lost" });
    addEventListener("offline", offline);
    start().catch(failed);
    return () => {
      wanted = false;
      removeEventListener("offline", offline);
      stream.current?.stop();
      stream.current = null;
    };
  }, [session, token, api]);

  const act = useMemo(
    () =>
      async function act(path, body, { seat, host, version } = {}) {
        const acting = host ? keyring.host : tokenFor(keyring, seat);
        try {
          const answer = await api.post(`sessions/${session}/${path}?legal=all`, body, { token: acting, version });
          tell({ view: answer.session, entries: [answer.played] });
          stream.current?.again(); // who has answered can be followed as well
          return answer;
        } catch (error) {
          // A refusal brings the view as it is now: the page had seen an older one.
          if (error instanceof Refusal && error.problem.session) tell({ view: error.problem.session });
          throw error;
        }
      },
    [api, session, keyring],
  );
  return { ...state, act };
}
