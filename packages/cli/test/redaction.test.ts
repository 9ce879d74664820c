import { expect, test } from "vitest";
import { createRedact } from "../src/commands/terminal/redaction.ts";

test("masks strings and numbers of variables at any depth", () => {
  const redact = createRedact({ filter: { ids: ["i-4711"], since: 1789 } });
  expect(redact('Got "i-4711" since 1789.')).toBe('Got "[redacted]" since [redacted].');
});

test("masks a value as JSON, in another case, and trimmed", () => {
  const redact = createRedact({ name: ' Say "cheese"\n' });
  expect(redact(String.raw`got "Say \"cheese\"", SAY "CHEESE"`)).toBe('got "[redacted]", [redacted]');
});

test("masks the whole value if another value is its prefix", () => {
  expect(createRedact(["secret", "secret-and-more"])("secret-and-more")).toBe("[redacted]");
});

test("masks a short value only as a whole word", () => {
  expect(createRedact({ id: "a", size: 1 })('a and "a", 1 in 10')).toBe(
    '[redacted] and "[redacted]", [redacted] in 10',
  );
});

test("masks a value with the characters of a regular expression", () => {
  expect(createRedact({ pattern: "(.*)-[a-z]+\\" })("all of (.*)-[a-z]+\\ here")).toBe("all of [redacted] here");
});

test("returns the text unchanged if there are no values", () => {
  expect(createRedact({}, undefined, "  ")("nothing to hide")).toBe("nothing to hide");
});

test("masks access tokens that are not in the values", () => {
  const text = "sent Authorization: Bearer abc.def-ghi, then eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.c2ln";
  expect(createRedact()(text)).toBe("sent Authorization: [redacted], then [redacted]");
});
