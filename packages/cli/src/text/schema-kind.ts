/** Kinds of text that can be in a schema file, and what to do about those that are no schema. */

export type SchemaKind = "sdl" | "introspection" | RefusedKind;
type RefusedKind = "empty" | "page" | "pointer";

/** Recognizes a text by its first characters. */
export function findSchemaKind(text: string): SchemaKind {
  const start = text.slice(0, 200).trimStart();
  if (start === "" && text.trim() === "") return "empty";
  if (/^<[!?a-z]/i.test(start)) return "page";
  if (start.startsWith("version https://git-lfs.github.com/spec/")) return "pointer";
  return /^\{\s*"/.test(text.trimStart()) ? "introspection" : "sdl";
}

export const SCHEMA_FORMATS = "Pass SDL (.graphql) or introspection JSON (.json).";

export const REFUSED_SCHEMAS: Readonly<
  Record<RefusedKind, { readonly problem: string; readonly hint: string }>
> = {
  empty: { problem: "is empty", hint: SCHEMA_FORMATS },
  page: { problem: "is a web page, not a schema", hint: "Check the address." },
  pointer: { problem: "is a pointer of Git LFS, not a schema", hint: 'Run "git lfs pull".' },
};
