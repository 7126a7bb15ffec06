import assert from "node:assert/strict";
import { test } from "node:test";

import { EventParser } from "../dist/sse.js";

const STREAM =
  ': a comment\r\nretry: 1500\r\n\r\nevent: move\nid: 7\ndata: {"a": 1}\n\ndata:one\rdata: two\r\rid\ndata\n\n' +
  "event: lost\n\ndata: cut";
const EVENTS = [
  { event: "move", data: '{"a": 1}', id: "7" },
  { event: "message", data: "one\ntwo", id: "7" },
  { event: "message", data: "", id: "" },
];

test("events do not depend on where the text is broken", () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const parser = new EventParser();
    const events = Array.from({ length: Math.ceil(STREAM.length / size) }, (_, index) =>
      [...parser.feed(STREAM.slice(index * size, (index + 1) * size))],
    ).flat();
    assert.deepEqual(events, EVENTS, `in pieces of ${size}`);
    assert.equal(parser.retrySeconds, 1.5);
  }
});
