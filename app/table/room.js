/** How much room there is, measured in letters: a large text on a small screen leaves as little as a small screen. */

import { useEffect, useState } from "./vendor/preact-htm.js";

const NARROW_REM = 53.75; // the sheet and the dice do not fit beside each other
const LOW_REM = 35; // nor below each other without scrolling
const SIDE_REM = 37.5; // but small ones do beside each other, on a telephone that lies on its side
const TIGHT_REM = 20; // the sheet has no room for two halves

function measured() {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const low = innerHeight < LOW_REM * rem;
  return {
    narrow: innerWidth < NARROW_REM * rem,
    side: low && innerWidth >= SIDE_REM * rem,
    stacked: low && innerWidth < SIDE_REM * rem,
    tight: innerWidth < TIGHT_REM * rem,
  };
}

/** `{narrow, side, stacked, tight}`, told anew when the window or the size of its text changes. */
export function useRoom() {
  const [room, setRoom] = useState(measured);
  useEffect(() => {
    function changed() {
      const now = measured();
      setRoom((before) => (Object.keys(now).every((name) => now[name] === before[name]) ? before : now));
    }
    const letter = document.createElement("div"); // as wide as a letter is high
    letter.className = "letter";
    letter.ariaHidden = "true";
    document.body.append(letter);
    const observer = new ResizeObserver(changed);
    observer.observe(letter);
    addEventListener("resize", changed);
    return () => {
      observer.disconnect();
      letter.remove();
      removeEventListener("resize", changed);
    };
  }, []);
  return room;
}
