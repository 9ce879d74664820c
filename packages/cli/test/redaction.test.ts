/** The redaction of all output: which values it masks, in which forms, and in linear time. */

import { expect, test } from "vitest";
import { createRedact, openRedaction } from "../src/host/secrets/redaction.ts";

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

test("masks a value of four characters, and a token of eight, also inside of a word", () => {
  expect(createRedact("abcd", "xyz")("abcde xyzw")).toBe("[redacted]e xyzw");
  const { redact, redactKnown, add } = openRedaction();
  add("12345678", "abcdefg");
  expect(redactKnown("123456789 abcdefgh abcdefg Bearer abc")).toBe(
    "[redacted]9 abcdefgh [redacted] Bearer abc",
  );
  expect(redact("Bearer abc")).toBe("[redacted]");
});

test("masks a short value only as a whole word", () => {
  expect(createRedact({ id: "a", size: 1 })('a and "a", 1 in 10')).toBe(
    '[redacted] and "[redacted]", [redacted] in 10',
  );
});

test("masks a value with the characters of a regular expression", () => {
  expect(createRedact({ pattern: "(.*)-[a-z]+\\" })("all of (.*)-[a-z]+\\ here")).toBe(
    "all of [redacted] here",
  );
});

test("returns the text unchanged if there are no values", () => {
  const text = "nothing to hide: true, null, undefined";
  expect(createRedact({ isVip: true, name: null }, undefined, "  ")(text)).toBe(text);
});

test.for([
  ["a JSON Web Token", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.c2ln"],
  ["a header", "Bearer abc"],
  ["a header in lower case", "bearer abc"],
  ["a header in upper case", "BEARER abc"],
  ["credentials", "Basic bWU6cGFzc3dvcmQ="],
  ["credentials in lower case", "basic bWU6cGFzc3dvcmQ="],
  ["GitHub, personal", "ghp_0123456789"],
  ["GitHub, OAuth", "gho_0123456789"],
  ["GitHub, user", "ghu_0123456789"],
  ["GitHub, server", "ghs_0123456789"],
  ["GitHub, refresh", "ghr_0123456789"],
  ["GitHub, fine-grained", "github_pat_0123456789"],
  ["GitLab", "glpat-0123456789"],
  ["npm", "npm_0123456789"],
  ["Slack, app", "xoxa-0123456789"],
  ["Slack, bot", "xoxb-0123456789"],
  ["Slack, configuration", "xoxe-0123456789"],
  ["Slack, legacy", "xoxo-0123456789"],
  ["Slack, user", "xoxp-0123456789"],
  ["Slack, refresh", "xoxr-0123456789"],
  ["Slack, workspace", "xoxs-0123456789"],
  ["Stripe, webhook", "whsec_0123456789"],
  ["Stripe, secret", "sk_live_0123456789"],
  ["Stripe, publishable", "pk_test_0123456789"],
  ["Stripe, restricted", "rk_live_0123456789"],
  ["AWS", "AKIA0123456789ABCDEF"],
  ["AWS, temporary", "ASIA0123456789ABCDEF"],
  ["Google", `AIza${"0123456789".repeat(3)}12345`],
  ["a private key", "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"],
  ["a private key of a kind", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"],
] as const)("masks a secret by its form: %s", ([, secret]) => {
  const { redact } = openRedaction();
  expect(redact(`is ${secret}, and ("${secret}")`)).toBe('is [redacted], and ("[redacted]")');
  expect(redact(`\u001b[31m${secret}\u001b[39m`)).toBe("\u001b[31m[redacted]\u001b[39m");
});

test.for([
  ["credentials in a URL", "at https://me:s3cret@host/path", "at https://[redacted]@host/path"],
  ["credentials of another scheme", "git+ssh2.x-y://me@host", "git+ssh2.x-y://[redacted]@host"],
  ["a token in the URL of a database", "redis://:s3cret@[::1]:6379", "redis://[redacted]@[::1]:6379"],
  ["a private key that is cut off", "-----BEGIN PRIVATE KEY-----\nMIIE\n", "[redacted]"],
  ["words after the word Bearer", "a Bearer token is a bearer", "a Bearer token is a bearer"],
  ["words after the word Basic", "Basic authentication", "Basic authentication"],
  ["an address and a file", "me@host, tasks_live_0123456789", "me@host, tasks_live_0123456789"],
] as const)("masks no more than the secret: %s", ([, text, masked]) => {
  expect(openRedaction().redact(text)).toBe(masked);
});

/** The start of a secret, and the shortest end that is masked. */
const SHORTEST = [
  ["ghp_", "a".repeat(8)],
  ["sk_live_", "a".repeat(8)],
  ["AKIA", "A".repeat(12)],
  ["AIza", "a".repeat(30)],
  ["Basic ", `1${"a".repeat(7)}`],
] as const;

test.for(SHORTEST)("masks %s from a length on", ([start, end]) => {
  const { redact } = openRedaction();
  expect(redact(`is ${start}${end}`)).toBe("is [redacted]");
  expect(redact(`is ${start}${end.slice(0, -1)}`)).toBe(`is ${start}${end.slice(0, -1)}`);
});

test("masks access tokens that are not in the values", () => {
  const text = "sent Authorization: Bearer abc.def-ghi, then eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.c2ln";
  expect(createRedact()(text)).toBe("sent Authorization: [redacted], then [redacted]");
});

test.for([
  ["PLATFORM_REFRESH_TOKEN", "true", true],
  ["MY_ACCESS_TOKEN", "word", true],
  ["my_access_token", "word", true],
  ["REFRESH_TOKEN_FILE", "12345678", false],
  ["npm_token", "12345678", true],
  ["NPM_TOKEN", "12345678", true],
  ["NPM_TOKEN", "1234567", false],
  ["API_KEY", "12345678", true],
  ["SERVICE_APIKEY", "12345678", true],
  ["TOKENS", "12345678", false],
  ["TOKEN_URL", "12345678", false],
  ["MYSECRET", "12345678", false],
  ["SECRET", "12345678", true],
  ["DB_PASSWORD", undefined, false],
] as const)("masks the value of %s=%s: %s", ([name, value, isSecret]) => {
  const redaction = openRedaction();
  redaction.addEnvironment({ [name]: value });
  expect(redaction.redact(`is ${value} here`)).toBe(isSecret ? "is [redacted] here" : `is ${value} here`);
});

test("masks the encoded form of a value, also if it has half a character", () => {
  const redaction = openRedaction();
  redaction.add({ name: "a b/\ud83d" });
  expect(redaction.redact("?q=a%20b%2F&x=1")).toBe("?q=[redacted]&x=1");
});

test("masks secrets in texts and names of data, and keeps its shape", () => {
  const redaction = openRedaction();
  redaction.add("s3cret-value");
  const data = { "s3cret-value": [1, null, true, "a s3cret-value", { inner: "S3CRET-VALUE" }] };
  expect(redaction.redactData(data)).toEqual({
    "[redacted]": [1, null, true, "a [redacted]", { inner: "[redacted]" }],
  });
  redaction.add("another-one");
  expect(redaction.redactData("another-one")).toBe("[redacted]");
});

const HOSTILE = [
  ["tokens that never end", "eyJ-"],
  ["headers that never end", "Bearer "],
  ["basic credentials", "Basic a"],
  ["keys", "AKIAA"],
  ["private keys", "-----BEGIN PRIVATE KEY-----"],
  ["URLs", "https://a:"],
  ["dots", "eyJa."],
  ["colors", "\u001b[1;"],
  ["white space", " "],
] as const;

// With a pattern of quadratic time, one of these takes minutes, and the test runs into its timeout.
test.for(HOSTILE)("masks a megabyte of %s in linear time", ([, part]) => {
  const text = part.repeat(1_000_000 / part.length);
  expect(openRedaction().redact(text).length).toBeLessThanOrEqual(text.length * 2);
});

test("masks a word that starts as a JSON Web Token and is long or has a dot, and keeps a short one", () => {
  const [long, short] = ["eyJ45678901234567890", "eyJ4567890123456789"];
  expect(openRedaction().redact(`${short}, ${long} and eyJ9.e30.c2ln`)).toBe(
    `${short}, [redacted] and [redacted]`,
  );
});
