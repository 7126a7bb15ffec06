/** Opening a session: seats first, then what most tables leave as it is: dice, house rules, clock. */

import { useMore } from "../asking.js";
import { usePage, useAsked } from "../context.js";
import { HINTS_WAYS, hintsText, isKnown, useGame, worded } from "../game.js";
import { preload } from "../loading.js";
import { knownNames, rememberNames } from "../names.js";
import { openSession, remember } from "../opened.js";
import { go, link } from "../route.js";
import { defaults } from "../schema.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Options } from "./options.js";
import { Act, Fault, Fleeting, Sheaf } from "./parts.js";
import { Passed } from "./passed.js";
import { Preparing } from "./preparing.js";
import { Preview } from "./preview.js";
import { Seats } from "./seats.js";

const CLOCKS = [null, 30, 60, 120, 300, 86_400];
const WAITS = [null, 60, 300, 1800, 86_400, 259_200];
const PAUSE_MS = 700; // before each move of a bot, so that one can follow

/** Whom the service advises where nobody has chosen. */
const usualHints = (seats) => (seats.some((seat) => seat.open) ? "off" : "all");

export function Setup({ game: name, pad, preset, packed }) {
  const { say } = usePage();
  const { value: game, error } = useGame(name);
  const { value: sent, error: wrong } = usePacked(name, packed);
  if (!game || (packed && !sent && !wrong)) {
    return html`<${Sheaf} title=${say("setup.title")}><${Fault} error=${error} /><//>`;
  }
  return html`<${Form}
    key=${name}
    game=${game}
    pad=${pad}
    wished=${preset in game.presets ? preset : ""}
    sent=${sent?.options}
    wrong=${wrong}
  />`;
}

/** What an address holds as options, in full; nothing without one. */
function usePacked(game, packed) {
  const { api } = usePage();
  return useAsked(
    async () => (packed ? api.post(`games/${game}/options?lang=${api.language}`, { packed }) : null),
    [api, game, packed],
  );
}

/** The level that a bot has at first: one that can be beaten, where the game knows such. */
function firstLevel(levels) {
  const names = levels.map(({ level }) => level);
  return names.includes("casual") ? "casual" : names.at(-1);
}

/** Seats to begin with: those of the latest table on this device, as many as the game has. */
function firstSeats({ min, max }, storage) {
  const { last } = knownNames(storage);
  const count = Math.min(Math.max(last.length, 2, min), max);
  return Array.from({ length: count }, (_, place) => ({ name: last[place] ?? "", open: false }));
}

/** Who plays alone against the service: the first that has a name, or a name to come. */
function player(seats) {
  return seats.find((seat) => !seat.open && !seat.bot) ?? { name: "", open: false };
}

/** `sent`: options that an address brought. wrong: why it brought none. */
function Form({ game, pad, wished, sent, wrong }) {
  const { api, say, keys, storage } = usePage();
  const presets = Object.keys(game.presets);
  const [preset, setPreset] = useState(wished);
  const [options, setOptions] = useState(() => sent ?? (wished ? game.presets[wished] : defaults(game.options)));
  const [seats, setSeats] = useState(() => firstSeats(game.seats, storage));
  const [own, setOwn] = useState(pad);
  const [clock, setClock] = useState(null);
  const [wait, setWait] = useState(null);
  const [hidden, setHidden] = useState(false);
  const [hints, setHints] = useState(null);
  const [waiting, setWaiting] = useState(null); // while a table for a bot is being solved
  const [fault, setFault] = useState(null);
  const { faults, examples, packed } = useFindings(game, options);
  const begin = useRef(null);
  useEffect(() => preload("session"), []);

  function choosePreset(chosen) {
    setPreset(chosen);
    setOptions(chosen ? game.presets[chosen] : defaults(game.options));
  }

  const bot = !pad && !own && game.levels.length > 0 && game.seats.max > 1 ? firstLevel(game.levels) : null;

  /** Open the session with these seats, or with one player and the service. */
  async function open(seats) {
    const sent = {
      game: game.name,
      options,
      seats: seats.map((seat, place) =>
        seat.open
          ? { open: true }
          : seat.bot
            ? { bot: seat.bot }
            : { name: seat.name.trim() || say("seat.default", { n: place + 1 }) },
      ),
      dice_source: own ? "players" : "server",
    };
    if (seats.some((seat) => seat.bot)) sent.pause_ms = PAUSE_MS;
    if (clock) sent.turn_seconds = clock;
    if (wait) sent.absent_seconds = wait;
    if (hidden) sent.visibility = "private";
    if (hints) sent.hints = hints;
    const controller = new AbortController();
    function leave() {
      controller.abort();
      setWaiting(null);
    }
    const told = (how) => controller.signal.aborted || setWaiting({ ...how, leave });
    const opened = await openSession(api, sent, told, controller.signal).finally(() => setWaiting(null));
    if (!opened) return;
    rememberNames(
      storage,
      seats.map((seat) => (seat.open || seat.bot ? "" : seat.name.trim())),
    );
    remember(keys, opened, pad);
    go(`#/s/${opened.session.id}`);
  }

  const spoken = worded(game, options);
  const named = (each) => game.messages?.[`preset.${each}`] ?? each;
  const changed = JSON.stringify(options) !== JSON.stringify(preset ? game.presets[preset] : defaults(game.options));
  const rules = `${preset ? named(preset) : say("setup.preset.usual")}${changed ? ` (${say("setup.changed")})` : ""}`;
  const agreed = hints ?? usualHints(seats);
  const hinted = isKnown(game) && `${say("setup.hints")}: ${hintsText(say, agreed)}`;
  const atTable = [duration(say, clock), hinted].filter(Boolean).join(" · ");
  return html`<${Sheaf} title=${wished ? named(wished) : game.title}>
    <form class="setup" onSubmit=${(event) => event.preventDefault()}>
      <${Seats} seats=${seats} change=${setSeats} range=${game.seats} pad=${pad} levels=${game.levels} bot=${bot} last=${() => begin.current.focus()} />
      <${Fleeting} />
      <${Fault}
        error=${fault ?? wrong}
        instead=${!fault && wrong?.status === 422 ? say("link.rules_wrong") : undefined}
      />
      <div class="begin" ref=${(box) => (begin.current = box?.firstElementChild)}>
        <${Act} class="main" act=${() => open(seats)} failed=${setFault}>${say("setup.open")}<//>
        ${
          bot &&
          game.seats.min <= 2 &&
          html`<${Act} class="against" act=${() => open([player(seats), { bot }])} failed=${setFault}
            >${say("setup.against")}<//
          >`
        }
        <${Waiting} waiting=${waiting} />
      </div>
      ${
        !wished && html`<p class="lead">${game.summary}</p>`
      }
      ${
        !pad &&
        html`<${Fold} title=${say("setup.dice")} now=${say(own ? "setup.dice.own" : "setup.dice.server")}>
          <label class="choice"
            ><input type="radio" name="dice" checked=${!own} onChange=${() => setOwn(false)} /><span
              >${say("setup.dice.server")}</span
            ></label
          >
          <label class="choice"
            ><input type="radio" name="dice" checked=${own} onChange=${() => setOwn(true)} /><span
              >${say("setup.dice.own")}</span
            ></label
          >
        <//>`
      }
      ${
        (presets.length > 0 || Object.keys(game.options.properties ?? {}).length > 0) &&
        html`<${Fold} title=${say("setup.rules")} now=${rules} open=${faults.length > 0}>
          ${
            presets.length > 0 &&
            html`<label class="field"
              ><span>${say("setup.preset")}</span>
              <select value=${preset} onChange=${(event) => choosePreset(event.target.value)}>
                <option value="">${say("setup.preset.none")}</option>
                ${presets.map(
                  (each) => html`<option key=${each} value=${each} selected=${each === preset}>${named(each)}</option>`,
                )}
              </select></label
            >`
          }
          <div class="building">
            <${Options}
              key=${preset}
              game=${spoken}
              schema=${game.options}
              value=${options}
              change=${setOptions}
              faults=${faults}
            />
            <${Preview} game=${spoken} options=${options} examples=${examples} faults=${faults} />
          </div>
          ${
            packed &&
            html`<${Passed} label=${say("setup.link")} href=${link(`#/new/${game.name}/rules/${packed}`)} text=${rules} />`
          }
        <//>`
      }
      ${
        !pad &&
        html`<${Fold} title=${say("setup.more")} now=${atTable}>
          <${Time} title=${say("setup.clock")} times=${CLOCKS} choose=${setClock} />
          ${
            isKnown(game) &&
            html`<label class="field"
              ><span>${say("setup.hints")}</span>
              <select onChange=${(event) => setHints(event.target.value)}>
                ${HINTS_WAYS.map(
                  (each) =>
                    html`<option key=${each} value=${each} selected=${each === agreed}>${hintsText(say, each)}</option>`,
                )}
              </select></label
            >`
          }
          <${Time} title=${say("setup.absent")} times=${WAITS} choose=${setWait} />
          <label class="choice"
            ><input type="checkbox" checked=${hidden} onChange=${(event) => setHidden(event.target.checked)} /><span
              >${say("setup.private")}</span
            ></label
          >
        <//>`
      }
    </form>
  <//>`;
}

/** How long it takes until the bots can play; one need not wait for it. */
function Waiting({ waiting }) {
  const { say } = usePage();
  const { ready } = useMore(waiting !== null);
  return html`<div role="status">
    ${
      waiting &&
      ready &&
      html`<${Preparing} ...${waiting} told=${(left) => say("setup.preparing", { left })} />
        <button type="button" onClick=${waiting.leave}>${say("setup.cancel")}</button>`
    }
  </div>`;
}

/** A part of the form that is folded until it is wanted; its heading says what is set `now`. */
function Fold({ title, now, open = false, children }) {
  const unfolded = useRef(open);
  unfolded.current ||= open; // and stays so once what is wrong is mended
  return html`<details class="fold" open=${unfolded.current}>
    <summary><strong>${title}</strong>${" "}<span class="now">${now}</span></summary>
    <div>${children}</div>
  </details>`;
}

/** A field for how long something takes at most. */
function Time({ title, times, choose }) {
  const { say } = usePage();
  return html`<label class="field"
    ><span>${title}</span>
    <select onChange=${(event) => choose(Number(event.target.value) || null)}>
      ${times.map((seconds) => html`<option key=${seconds} value=${seconds ?? ""}>${duration(say, seconds)}</option>`)}
    </select></label
  >`;
}

function duration(say, seconds) {
  if (seconds === null) return say("setup.clock.none");
  const [amount, unit] =
    seconds < 120 ? [seconds, "second"] : seconds < 7200 ? [seconds / 60, "minute"] : [seconds / 86_400, "day"];
  return new Intl.NumberFormat(say.language, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/**
 * What the service says of the options: what is wrong with them, by JSON pointer, what example throws are worth, and
 * what an address holds of them. Nothing while it does not say.
 */
function useFindings(game, options) {
  const { api } = usePage();
  const asked = JSON.stringify(options);
  const { value } = useAsked(async () => {
    const found = await api.post(`games/${game.name}/options?lang=${api.language}`, { options }).catch(() => ({}));
    return { ...found, asked };
  }, [api, game.name, asked]);
  return {
    faults: value?.faults ?? [],
    examples: value?.examples ?? [],
    packed: value?.asked === asked ? value.packed : null,
  };
}
