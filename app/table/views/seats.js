/** Who sits down: a name, an invitation or a bot at each seat of a session to be opened. */

import { usePage } from "../context.js";
import { botName } from "../game.js";
import { knownNames } from "../names.js";
import { html, useRef } from "../vendor/preact-htm.js";

/** The seats with their names. Enter in a name goes on to the next one; in the last one `last` says where to. */
export function Seats({ seats, change, range, pad, levels, bot, last }) {
  const { say, storage } = usePage();
  const list = useRef(null);
  const { all } = knownNames(storage);
  const edit = (place, more) => change(seats.map((seat, each) => (each === place ? { ...seat, ...more } : seat)));
  function goOn(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const names = [...list.current.querySelectorAll(".name")];
    const next = names[names.indexOf(event.target) + 1];
    if (next) next.focus();
    else last();
  }
  return html`<fieldset>
    <legend>${say("setup.seats")}</legend>
    <datalist id="names">${all.map((name) => html`<option key=${name} value=${name}></option>`)}</datalist>
    <ol class="seats" ref=${list}>
      ${seats.map(
        (seat, place) =>
          html`<li key=${place}>
            ${
              seat.open
                ? html`<span class="open-seat">${say("setup.seat.invited")}</span>`
                : seat.bot
                  ? html`<select
                    class="bot"
                    aria-label=${say("setup.bot.level", { n: place + 1 })}
                    onChange=${(event) => edit(place, { bot: event.target.value })}
                  >
                    ${levels.map(
                      ({ level }) =>
                        html`<option key=${level} value=${level} selected=${level === seat.bot}>
                          ${botName(level, say)}
                        </option>`,
                    )}
                  </select>`
                  : html`<input
                    class="name"
                    aria-label=${say("setup.seat.name", { n: place + 1 })}
                    placeholder=${say("seat.default", { n: place + 1 })}
                    maxlength="64"
                    list=${all.length ? "names" : undefined}
                    autocomplete="off"
                    enterkeyhint=${place < seats.length - 1 ? "next" : "done"}
                    value=${seat.name}
                    onInput=${(event) => edit(place, { name: event.target.value })}
                    onKeyDown=${goOn}
                  />`
            }
            ${
              !pad &&
              !seat.bot &&
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
      html`<button type="button" class="add" onClick=${() => change([...seats, { name: "", open: false }])}>
        ${say("setup.seat.add")}
      </button>`
    }
    ${
      bot &&
      seats.length < range.max &&
      html`<button type="button" class="add-bot" onClick=${() => change([...seats, { name: "", open: false, bot }])}>
        ${say("setup.bot.add")}
      </button>`
    }
  </fieldset>`;
}
