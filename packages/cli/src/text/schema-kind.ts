/** Kinds of text that can be in a schema file, and what to do about those that are no schema. */

export type SchemaKind = "sdl" | "introspection" | RefusedKind;
type RefusedKind = "empty" | "page" | "pointer";

/** Recognizes a text by its first characters. */
export function findSchemaKind(text: string): SchemaKind {
  const start = text.trimStart();
  if (start === "") return "empty";
  if (/^<[!?a-z]/i.test(start)) return "page";
  if (start.startsWith("version https://git-lfs.github.com/spec/")) return "pointer";
  return /^\{\s*"/.test(start) ? "introspection" : "sdl";
}

export const REFUSED_SCHEMAS: Readonly<Record<RefusedKind, string>> = {
  empty: "is empty",
  page: "is a web page, not a schema: check the address",
  pointer: 'is a pointer of Git LFS, not a schema: run "git lfs pull"',
};
