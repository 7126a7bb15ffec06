/** Opening a session: preset, options, seats, dice, clock. */

import { usePage, useAsked } from "../context.js";
import { useGame } from "../game.js";
import { go } from "../route.js";
import { defaults } from "../schema.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Options } from "./options.js";
import { Act, Fault, Fleeting, Sheaf } from "./parts.js";

const CLOCKS = [null, 30, 60, 120, 300, 86_400];

export function Setup({ game: name, pad }) {
  const { say } = usePage();
  const { value: game, error } = useGame(name);
  if (!game) return html`<${Sheaf} title=${say("setup.title")}><${Fault} error=${error} /><//>`;
  return html`<${Form} key=${name} game=${game} pad=${pad} />`;
}

function Form({ game, pad }) {
  const { api, say, keys } = usePage();
  const presets = Object.keys(game.presets);
  const [preset, setPreset] = useState("");
  const [options, setOptions] = useState(() => defaults(game.options));
  const [seats, setSeats] = useState(() =>
    Array.from({ length: Math.min(Math.max(2, game.seats.min), game.seats.max) }, () => ({ name: "", open: false })),
  );
  const [own, setOwn] = useState(pad);
  const [clock, setClock] = useState(null);
  const [hidden, setHidden] = useState(false);
  const [fault, setFault] = useState(null);
  const faults = useFaults(game, options);

  function choosePreset(chosen) {
    setPreset(chosen);
    setOptions(chosen ? game.presets[chosen] : defaults(game.options));
  }

  async function open() {
    const sent = {
      game: game.name,
      options,
      seats: seats.map((seat, place) =>
        seat.open ? { open: true } : { name: seat.name.trim() || say("seat.default", { n: place + 1 }) },
      ),
      dice_source: own ? "players" : "server",
    };
    if (clock) sent.turn_seconds = clock;
    if (hidden) sent.visibility = "private";
    const opened = await api.post("sessions", sent);
    remember(keys, opened, pad);
    go(`#/s/${opened.session.id}`);
  }

  return html`<${Sheaf} title=${game.title}>
    <p class="lead">${game.summary}</p>
    <form class="setup" onSubmit=${(event) => event.preventDefault()}>
      <${Seats} seats=${seats} change=${setSeats} range=${game.seats} pad=${pad} />
      ${
        !pad &&
        html`<fieldset>
          <legend>${say("setup.dice")}</legend>
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
        </fieldset>`
      }
      ${
        (presets.length > 0 || Object.keys(game.options.properties ?? {}).length > 0) &&
        html`<fieldset>
          <legend>${say("setup.rules")}</legend>
          ${
            presets.length > 0 &&
            html`<label class="field"
              ><span>${say("setup.preset")}</span>
              <select value=${preset} onChange=${(event) => choosePreset(event.target.value)}>
                <option value="">${say("setup.preset.none")}</option>
                ${presets.map(
                  (each) =>
                    html`<option key=${each} value=${each}>${game.messages?.[`preset.${each}`] ?? each}</option>`,
                )}
              </select></label
            >`
          }
          <${Options}
            key=${preset}
            game=${game}
            schema=${game.options}
            value=${options}
            change=${setOptions}
            faults=${faults}
          />
        </fieldset>`
      }
      ${
        !pad &&
        html`<fieldset>
          <legend>${say("setup.more")}</legend>
          <label class="field"
            ><span>${say("setup.clock")}</span>
            <select onChange=${(event) => setClock(Number(event.target.value) || null)}>
              ${CLOCKS.map(
                (seconds) => html`<option key=${seconds} value=${seconds ?? ""}>${duration(say, seconds)}</option>`,
              )}
            </select></label
          >
          <label class="choice"
            ><input type="checkbox" checked=${hidden} onChange=${(event) => setHidden(event.target.checked)} /><span
              >${say("setup.private")}</span
            ></label
          >
        </fieldset>`
      }
      <${Fleeting} />
      <${Fault} error=${fault} />
      <${Act} class="main" act=${open} failed=${setFault}>${say("setup.open")}<//>
    </form>
  <//>`;
}

function duration(say, seconds) {
  if (seconds === null) return say("setup.clock.none");
  const [amount, unit] =
    seconds < 120 ? [seconds, "second"] : seconds < 7200 ? [seconds / 60, "minute"] : [seconds / 86_400, "day"];
  return new Intl.NumberFormat(say.language, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/** What the game finds wrong with the options, by JSON pointer; none while the service does not say. */
function useFaults(game, options) {
  const { api } = usePage();
  const { value } = useAsked(
    () => api.post(`games/${game.name}/options?lang=${api.language}`, { options }).catch(() => ({})),
    [api, game.name, JSON.stringify(options)],
  );
  return value?.faults ?? [];
}

/** Keep the tokens of a session that was opened here. */
export function remember(keys, opened, pad = false) {
  const named = opened.seats.filter(({ token }) => token);
  const invited = opened.seats.filter(({ invitation }) => invitation);
  keys.add(opened.session.id, {
    host: opened.host_token,
    hosted: named.map(({ seat }) => seat),
    seats: Object.fromEntries(named.map(({ seat, token }) => [seat, token])),
    invitations: Object.fromEntries(invited.map(({ seat, invitation }) => [seat, invitation])),
    commitment: opened.session.commitment,
    game: opened.session.game,
    pad,
  });
}

function Seats({ seats, change, range, pad }) {
  const { say } = usePage();
  const edit = (place, more) => change(seats.map((seat, each) => (each === place ? { ...seat, ...more } : seat)));
  return html`<fieldset>
    <legend>${say("setup.seats")}</legend>
    <ol class="seats">
      ${seats.map(
        (seat, place) =>
          html`<li key=${place}>
            ${
              seat.open
                ? html`<span class="open-seat">${say("setup.seat.invited")}</span>`
                : html`<input
                    aria-label=${say("setup.seat.name", { n: place + 1 })}
                    placeholder=${say("seat.default", { n: place + 1 })}
                    maxlength="64"
                    value=${seat.name}
                    onInput=${(event) => edit(place, { name: event.target.value })}
                  />`
            }
            ${
              !pad &&
              range.max > 1 &&
              html`<label class="choice small"
                ><input
                  type="checkbox"
                  checked=${seat.open}
                  onChange=${(event) => edit(place, { open: event.target.checked })}
                /><span>${say("setup.seat.open")}<span class="hidden"> (${place + 1})</span></span></label
              >`
            }
            ${
              seats.length > range.min &&
              html`<button
                type="button"
                class="quiet"
                aria-label=${say("setup.seat.remove", { n: place + 1 })}
                onClick=${() => change(seats.filter((_, each) => each !== place))}
              >
                ✕
              </button>`
            }
          </li>`,
      )}
    </ol>
    ${
      seats.length < range.max &&
      html`<button type="button" onClick=${() => change([...seats, { name: "", open: false }])}>
        ${say("setup.seat.add")}
      </button>`
    }
  </fieldset>`;
}
