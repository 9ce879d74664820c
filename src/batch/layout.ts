/**
 * The parts of an operation's text that a request repeats for each item, and the places of the item's prefix.
 */

import { readTokens, type Token } from "../client/read-document.ts";

/**
 * The parts of a text: the first one is written once, the second one for each item, and so on in turn. The
 * prefix of an item joins the pieces of a part.
 *
 * For example, `query A($id: ID!) { on(id: $id) }` has the parts `query A(`, `$` + `id: ID!`, `) {`,
 * ` ` + `on: on(id: $` + `id) ` and `}`. For two items they become
 * `query A($_0_id: ID! $_1_id: ID!) { _0_on: on(id: $_0_id) _1_on: on(id: $_1_id) }`.
 */
export type Layout = readonly (readonly string[])[];

/**
 * A place of the text that a request for several items can change:
 *
 * - `edge`: the start or the end of a part that is repeated
 * - `fragment`: the name of a fragment in its definition
 * - `variable`: the name of a variable; `fixed`: the same, in a directive of the operation
 * - `field`: a field that is not below another one
 * - `spread`: the name of a fragment that is spread; `spread below`: the same, below a field
 */
interface Place {
  readonly kind: "edge" | "fragment" | "variable" | "fixed" | "field" | "spread" | "spread below";
  readonly at: number;
  /** The name of a fragment that is spread. The alias to write for a field that has none. */
  readonly name?: string;
}

/** An operation or a fragment. Its places have the order of the text. */
interface Definition {
  /** Name of a fragment, `""` for an operation. */
  readonly name: string;
  readonly places: readonly Place[];
}

type Definitions = ReadonlyMap<string | undefined, Definition>;

/**
 * Reads the text of an operation with its fragments.
 *
 * @returns `undefined` if items cannot share a request: a directive of the operation has a variable, whose
 * value can differ per item, or a fragment with fields of the root is also spread below a field.
 */
export function readLayout(text: string): Layout | undefined {
  const definitions: Definitions = new Map(
    readDefinitions(text).map((definition) => [definition.name, definition]),
  );
  const all = [...definitions.values()];
  /** Those with fields of the root. */
  const root = findReachable(definitions, "", (kind) => kind === "spread");
  /** Those that are spread below a field, whose fields have no prefix. */
  const below = all.flatMap((definition) =>
    definition.places
      .filter(({ kind }) => kind === "spread below" || (kind === "spread" && !root.has(definition)))
      .map(({ name }) => definitions.get(name) as Definition),
  );
  const hasFixed = all.some(({ places }) => places.some(({ kind }) => kind === "fixed"));
  if (hasFixed || below.some((definition) => root.has(definition))) return undefined;
  const differs = (definition: Definition) =>
    root.has(definition) || definition.places.some(({ kind }) => kind === "variable");
  /** Those that differ per item, or spread one that does. */
  const repeated = new Set(
    all.filter(({ name }) => [...findReachable(definitions, name, isSpread)].some(differs)),
  );
  const places = [...repeated].flatMap((definition) =>
    definition.places.filter(({ kind, name }) => {
      if (kind === "field") return root.has(definition);
      return !isSpread(kind) || repeated.has(definitions.get(name) as Definition);
    }),
  );
  return splitText(text, places);
}

const isSpread = (kind: Place["kind"]) => kind === "spread" || kind === "spread below";

/** Finds a definition and those that it spreads, directly or through others. */
function findReachable(
  definitions: Definitions,
  name: string,
  isFollowed: (kind: Place["kind"]) => boolean,
): ReadonlySet<Definition> {
  const found = new Set<Definition>();
  const names = new Set<string | undefined>([name]);
  // A set visits what is added to it.
  for (const next of names) {
    const definition = definitions.get(next);
    if (!definition) continue;
    found.add(definition);
    for (const place of definition.places) if (isFollowed(place.kind)) names.add(place.name);
  }
  return found;
}

function splitText(text: string, places: readonly Place[]): Layout {
  const parts = [[""]];
  let last = 0;
  /** Adds the text up to a place to the last piece. */
  const addText = (end: number) => {
    const part = parts.at(-1) as string[];
    part.push(`${part.pop()}${text.slice(last, end)}`);
    last = end;
    return part;
  };
  for (const { kind, at, name } of places) {
    const part = addText(at);
    if (kind === "edge") parts.push([""]);
    else part.push(kind === "field" && name ? `${name}: ` : "");
  }
  addText(text.length);
  return parts;
}

/** The tokens of a text, and the places found in the definition that is read. */
interface Reader {
  readonly tokens: readonly Token[];
  /** Number of tokens that were read. */
  count: number;
  places: Place[];
}

const END: Token = { value: "", at: Number.POSITIVE_INFINITY };
const peek = ({ tokens, count }: Reader): Token => tokens[count] ?? END;
const read = (reader: Reader): Token => reader.tokens[reader.count++] ?? END;
const isName = ({ value }: Token): boolean => /^\w/.test(value);

function readDefinitions(text: string): Definition[] {
  const reader: Reader = { tokens: readTokens(text), count: 0, places: [] };
  const definitions: Definition[] = [];
  while (reader.count < reader.tokens.length) {
    reader.places = [];
    const isFragment = peek(reader).value === "fragment";
    const name = isFragment ? readFragment(reader) : readOperation(reader);
    definitions.push({ name, places: reader.places });
  }
  return definitions;
}

function readFragment(reader: Reader): string {
  const start = read(reader);
  const name = read(reader);
  reader.places.push({ kind: "edge", at: start.at }, { kind: "fragment", at: name.at });
  readNames(reader);
  readArguments(reader, "variable");
  const end = readSelections(reader, true);
  reader.places.push({ kind: "edge", at: end.at + 1 });
  return name.value;
}

function readOperation(reader: Reader): "" {
  readNames(reader);
  const start = peek(reader);
  if (start.value === "(") {
    reader.places.push({ kind: "edge", at: start.at + 1 });
    const end = readBrackets(reader, "variable");
    reader.places.push({ kind: "edge", at: end.at });
  }
  readArguments(reader, "fixed");
  reader.places.push({ kind: "edge", at: peek(reader).at + 1 });
  const end = readSelections(reader, true);
  reader.places.push({ kind: "edge", at: end.at });
  return "";
}

function readNames(reader: Reader): void {
  while (isName(peek(reader))) read(reader);
}

/** Reads arguments and directives. */
function readArguments(reader: Reader, kind: "variable" | "fixed"): void {
  for (;;) {
    const { value } = peek(reader);
    if (value === "(") readBrackets(reader, kind);
    else if (value === "@") reader.count += 2;
    else return;
  }
}

/** Reads up to the bracket that closes the next one. @returns This bracket. */
function readBrackets(reader: Reader, kind: "variable" | "fixed"): Token {
  let depth = 0;
  for (;;) {
    const token = read(reader);
    if (/^[{([]/.test(token.value)) depth++;
    if (/^[})\]]/.test(token.value)) depth--;
    if (token.value === "$") reader.places.push({ kind, at: peek(reader).at });
    if (depth === 0 || token === END) return token;
  }
}

/**
 * Reads a selection set.
 *
 * @param isTop - Whether its fields are not below another field.
 * @returns The bracket that closes it.
 */
function readSelections(reader: Reader, isTop: boolean): Token {
  read(reader);
  for (;;) {
    const token = read(reader);
    if (token.value === "}" || token === END) return token;
    const isField = token.value !== "...";
    const next = peek(reader);
    if (isField) {
      const hasAlias = next.value === ":";
      if (hasAlias) reader.count += 2;
      if (isTop) reader.places.push({ kind: "field", at: token.at, name: hasAlias ? "" : token.value });
    } else if (next.value === "on") {
      reader.count += 2;
    } else if (isName(next)) {
      reader.count++;
      reader.places.push({ kind: isTop ? "spread" : "spread below", at: next.at, name: next.value });
    }
    readArguments(reader, "variable");
    if (peek(reader).value === "{") readSelections(reader, isTop && !isField);
  }
}
