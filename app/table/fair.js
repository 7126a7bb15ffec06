/**
 * The dice of a session computed anew from its fairness document, in the browser, with nothing but WebCrypto.
 *
 * docs/fairness.md says what is computed; this shares no code with the service.
 */

const ALGORITHM = "rollwright-dice-2";
const utf8 = new TextEncoder();

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (data) => hex(await crypto.subtle.digest("SHA-256", data));

/** The face of one die: the remainder of the first byte that six divides evenly. */
async function face(key, place) {
  for (let attempt = 1; ; attempt += 1) {
    const text = utf8.encode([...place, attempt].join("\n"));
    const [byte] = new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
    if (byte < 252) return (byte % 6) + 1;
  }
}

/**
 * Check a fairness document whose secret has been told.
 *
 * Gives `{committed, throws: [{...throw, computed, right}], numbered, right}`: whether the secret is the one that was
 * committed to, each throw with the faces it should have, whether no throw of a seat was left out, and all together.
 */
export async function check(document) {
  if (document.algorithm !== ALGORITHM) throw new RangeError(`unknown algorithm ${document.algorithm}`);
  const secret = bytes(document.secret);
  const committed = (await sha256(secret)) === document.commitment;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const hashes = await Promise.all(document.seeds.map((seed) => (seed === null ? "-" : sha256(utf8.encode(seed)))));
  const next = new Map();
  let numbered = true;
  const throws = [];
  for (const each of document.throws) {
    const place = [ALGORITHM, document.session, hashes.join(","), each.seat, each.throw];
    const computed = await Promise.all(each.dice.map((_, die) => face(key, [...place, die + 1])));
    throws.push({ ...each, computed, right: computed.join() === each.dice.join() });
    const number = (next.get(each.seat) ?? 0) + 1;
    numbered &&= each.throw === number;
    next.set(each.seat, number);
  }
  return { committed, throws, numbered, right: committed && numbered && throws.every(({ right }) => right) };
}
