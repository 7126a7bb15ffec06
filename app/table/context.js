/** What every part of the page may need, handed down by preact: `{api, say, keys, storage, speak, setLanguage}`. */

import { createContext, useContext, useEffect, useState } from "./vendor/preact-htm.js";

export const Context = createContext(null);

export function usePage() {
  return useContext(Context);
}

/**
 * What a promise gives as `{value, error}`; asked anew when `deps` change. While it is under way the value is the one
 * before, at first undefined.
 */
export function useAsked(ask, deps) {
  const [result, setResult] = useState({});
  useEffect(() => {
    let wanted = true;
    setResult(({ value }) => ({ value }));
    ask().then(
      (value) => wanted && setResult({ value }),
      (error) => wanted && setResult({ error }),
    );
    return () => {
      wanted = false;
    };
  }, deps);
  return result;
}
