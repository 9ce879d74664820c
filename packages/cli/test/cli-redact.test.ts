import { expect, test } from "vitest";
import { createRedact } from "../src/commands/redact.ts";

test("hides strings and numbers of variables at any depth", () => {
  const redact = createRedact({ filter: { ids: ["i-4711"], since: 1789 } });
  expect(redact('Got "i-4711" since 1789.')).toBe('Got "[redacted]" since [redacted].');
});

test("hides a value as JSON quotes it, in another case, and trimmed", () => {
  const redact = createRedact({ name: ' Say "cheese"\n' });
  expect(redact(String.raw`got "Say \"cheese\"", SAY "CHEESE"`)).toBe('got "[redacted]", [redacted]');
});

test("hides the whole of a value that begins like another", () => {
  expect(createRedact(["secret", "secret-and-more"])("secret-and-more")).toBe("[redacted]");
});

test("hides a short value where it stands alone, and leaves other words whole", () => {
  expect(createRedact({ id: "a", size: 1 })('a and "a", 1 in 10')).toBe(
    '[redacted] and "[redacted]", [redacted] in 10',
  );
});

test("takes a value for text, whatever it means in a pattern", () => {
  expect(createRedact({ pattern: "(.*)-[a-z]+\\" })("all of (.*)-[a-z]+\\ here")).toBe("all of [redacted] here");
});

test("leaves texts alone where there is nothing to hide", () => {
  expect(createRedact({}, undefined, "  ")("nothing to hide")).toBe("nothing to hide");
});

test("hides access tokens that it was never told of", () => {
  const text = "sent Authorization: Bearer abc.def-ghi, then eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.c2ln";
  expect(createRedact()(text)).toBe("sent Authorization: [redacted], then [redacted]");
});
