/** Randomness of both sorts: secrets that nobody can guess, and values that a seed decides. */

/** A secret nobody can guess, in hexadecimal. */
export function randomSecret(): string {
  return Array.from(randomBytes(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** 32 random bytes. */
export function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** An unsigned 32-bit number that depends on nothing but the text (FNV-1a, with Murmur's finish to spread it). */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** A UUID (version 4 in form) that depends on nothing but the text. */
export function hashUuid(text: string): string {
  const digits = [0, 1, 2, 3].map((part) => hash(`${part}:${text}`).toString(16).padStart(8, "0")).join("");
  const variant = "89ab"[hash(text) % 4];
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`);
}
