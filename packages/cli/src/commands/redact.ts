/** Removes secrets from text of other origin. */

const MASK = "[redacted]";
/** Shorter values also occur inside other words, so they are masked only as whole words. */
const MIN_LENGTH_INSIDE_WORDS = 4;

/** JWTs, and the text after `Bearer`: access tokens that this process does not have as a value. */
const TOKENS = /\bBearer\s+[^\s"',;]+|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/gi;

export type Redact = (text: string) => string;

/**
 * Returns a function that masks access tokens, and all strings and numbers in `values`, as they are and as in JSON.
 *
 * @param values - Variables of an operation, tokens; of any depth.
 */
export function createRedact(...values: readonly unknown[]): Redact {
  const leaves = [...new Set(values.flatMap(listLeaves))].sort((one, other) => other.length - one.length);
  if (leaves.length === 0) return (text) => text.replaceAll(TOKENS, MASK);
  const secrets = new RegExp(leaves.map(toPattern).join("|"), "giu");
  return (text) => text.replaceAll(TOKENS, MASK).replaceAll(secrets, MASK);
}

function listLeaves(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(listLeaves);
  if (typeof value !== "string" && typeof value !== "number") return [];
  const text = String(value);
  const trimmed = text.trim();
  return trimmed === "" ? [] : [text, trimmed, JSON.stringify(trimmed).slice(1, -1)];
}

function toPattern(leaf: string): string {
  const pattern = leaf.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
  const isShort = leaf.length < MIN_LENGTH_INSIDE_WORDS;
  return isShort ? `(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])` : pattern;
}
