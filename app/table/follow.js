/** A session followed: its view, its record and the state of the connection, in step with every other browser. */

import { Refusal, Unreachable } from "./api.js";
import { usePage } from "./context.js";
import { anyToken, tokenFor } from "./keys.js";
import { follow } from "./live.js";
import { useEffect, useMemo, useRef, useState } from "./vendor/preact-htm.js";

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
    // One after the other: what comes before its predecessor is read from the record.
    const entries = [...state.entries];
    for (const entry of news.entries) if (entry.version === entries.length + 1) entries.push(entry);
    next.entries = entries;
  }
  return next;
}

/** What is known, as `[state, tell, latest]`: the state that is shown, and a function for that of this moment. */
function useKnown() {
  const [state, show] = useState(NOTHING);
  const now = useRef(NOTHING);
  const [tell, latest] = useMemo(() => {
    function tell(news) {
      now.current = known(now.current, news);
      show(now.current);
    }
    return [tell, () => now.current];
  }, []);
  return [state, tell, latest];
}

/** What other seats may do without changing what a seat may. */
const OTHERS = new Set(["move", "claim", "seed"]);

/** Whether the seat may do just the same in both views, for the same points and with as many dice. */
function sameChoice(seat, before, now) {
  const [then, today] = [before, now].map((view) => view.legal_moves.filter((legal) => legal.seat === seat));
  return JSON.stringify(then) === JSON.stringify(today);
}

/**
 * Follow the session as long as the page shows it.
 *
 * Gives what is known, and `act(path, body, {seat, host, shown})`, which posts with the token that may, and tells what
 * came of it at once. While one is under way it takes no other, and gives null. Where the body was chosen from a view,
 * that is `shown`: if more has happened by then, nothing is done, and the `Refusal` that is thrown has what it was as
 * `meanwhile`, entries of the record. What leaves the seat the very same choice is no reason to refuse.
 */
export function useSession(session, keyring) {
  const { api } = usePage();
  const [state, tell, latest] = useKnown();
  const token = anyToken(keyring);
  const stream = useRef(null);
  const underWay = useRef(null); // {seat, until}: the press that is, and the version that it will lead to

  /** Read what the record has beyond the entries that are known, if there is more up to the version. */
  const catchUp = useMemo(() => {
    let reading = null;
    async function read(version) {
      for (;;) {
        const after = latest().entries.length;
        if (after >= version) return;
        const page = await api.get(`sessions/${session}/record?after=${after}&limit=${PAGE}`, { token });
        tell({ entries: page.entries });
        if (page.next === null) return;
      }
    }
    return function catchUp(version = latest().view.version) {
      reading ??= read(version).finally(() => {
        reading = null;
      });
      return reading;
    };
  }, [session, token, api]);

  /** What a press did may be told before its answer comes: then it is under way no more. */
  function arrived() {
    const { seat, until } = underWay.current ?? {};
    const entry = latest().entries[until - 1];
    if (entry?.kind === "move" && entry.seat === seat) underWay.current = null;
  }

  useEffect(() => {
    let wanted = true;
    tell({ error: null });
    async function start() {
      await catchUp(Infinity);
      const view = await api.get(`sessions/${session}?legal=all`, { token });
      if (!wanted) return;
      tell({ view });
      stream.current = follow(session, {
        version: () => latest().entries.length,
        token,
        state: (connection) => tell({ connection }),
        told: ({ event, data }) => {
          if (event === "end") {
            if (data.status === "deleted") tell({ connection: "gone" });
            return;
          }
          const view = event === "session" ? data : data.session;
          if (event !== "session") tell({ entries: [data.played] });
          arrived();
          // Boards look at what led to a view. (Where that cannot be read now, it comes with the next event.)
          if (latest().entries.length >= view.version) tell({ view });
          else {
            catchUp(view.version)
              .catch(() => {})
              .then(() => tell({ view }));
          }
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

  const act = useMemo(() => {
    async function post(path, body, { seat, host, shown }, press) {
      const acting = host ? keyring.host : (tokenFor(keyring, seat) ?? anyToken(keyring)); // who plays throws for bots
      for (let view = shown; ; ) {
        press.until = view && view.version + (body.set_aside ? 2 : 1);
        try {
          const sent = { token: acting, version: view?.version };
          const answer = await api.post(`sessions/${session}/${path}?legal=all`, body, sent);
          tell({ view: answer.session, entries: [answer.before, answer.played].filter(Boolean) });
          catchUp().catch(() => {});
          stream.current?.again(); // who has answered can be followed as well
          return answer;
        } catch (error) {
          // A refusal brings the view as it is now: the page had seen an older one.
          const now = error instanceof Refusal ? error.problem.session : null;
          if (now) tell({ view: now });
          if (!view || error.code !== "version-mismatch") throw error;
          await catchUp().catch(() => {});
          error.meanwhile = latest().entries.slice(view.version);
          const others = error.meanwhile.filter((entry) => OTHERS.has(entry.kind) && entry.seat !== seat);
          const alone = others.length === now.version - view.version;
          if (host || !alone || !sameChoice(seat, view, now)) throw error;
          view = now;
        }
      }
    }
    return async function act(path, body, how = {}) {
      if (underWay.current) return null;
      const press = { seat: how.seat };
      underWay.current = press;
      try {
        return await post(path, body, how, press);
      } finally {
        if (underWay.current === press) underWay.current = null;
      }
    };
  }, [api, session, keyring, catchUp]);
  return { ...state, act };
}
