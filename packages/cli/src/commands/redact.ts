/** Keeps what must not be shown out of texts that others wrote. */

const MASK = "[redacted]";
/** Shorter texts occur in ordinary words, and are hidden only where they stand alone. */
const ALONE_BELOW = 4;

/** JWTs, and whatever follows `Bearer`: access tokens that this process never holds as a value. */
const TOKENS = /\bBearer\s+[^\s"',;]+|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/gi;

export type Redact = (text: string) => string;

/**
 * Hides every string and number in `values`, at any depth, as it is and as JSON would quote it.
 *
 * @param values - Variables of an operation, tokens.
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
  return leaf.length < ALONE_BELOW ? `(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])` : pattern;
}
