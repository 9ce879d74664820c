/** Random secrets, and values that are derived from a text. */

/** 64 random hexadecimal digits. */
export function randomSecret(): string {
  return Array.from(randomBytes(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** 32 random bytes. */
export function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** An unsigned 32-bit hash of the text (FNV-1a, with the finalizer of Murmur3). */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** A UUID in the format of version 4, derived from the text. */
export function hashUuid(text: string): string {
  const digits = [0, 1, 2, 3].map((part) => hash(`${part}:${text}`).toString(16).padStart(8, "0")).join("");
  const variant = "89ab"[hash(text) % 4];
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`);
}

/** An entry of the list, chosen by the hash of the text. */
export function pick<Choice>(choices: readonly Choice[], text: string): Choice | undefined {
  return choices[hash(text) % choices.length];
}
