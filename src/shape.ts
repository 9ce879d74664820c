/**
 * The shape of an operation's data: parsed from the text that codegen writes, and compared with a response.
 * Imports nothing.
 *
 * The text is the length of the operation's text, and the root type with its selection:
 *
 * - `nodes:[Integration{id:ID! name:String!}!]!`: a response name, its type, and the selection after the
 *   named type
 * - `__typename`, `kind=__typename`: a field without a type is the name of the type
 * - `page=customers:…`, `name?:…`: a field with an alias; a field with `@include` or `@skip`
 * - `Status(ACTIVE PAUSED)!`: an enum
 * - `Status=String!`: an open enum, or a custom scalar, whose values are those of `String`
 * - `Node<Org User>{__typename plan:String!}<>{__typename}`: selections of possible types; `<>` is any other
 *   type
 */

/** Type of a value in a response, with the selection of an object. */
export interface Shape {
  /** The type as in the schema, such as `[Integration!]!`. */
  readonly type: string;
  readonly isNonNull: boolean;
  /** Shape of the items of a list. */
  readonly item?: Shape | undefined;
  /** Selections of the possible types of a composite type. */
  readonly selections?: readonly Selection[] | undefined;
  /** Valid strings of an enum or of `__typename`. */
  readonly members?: readonly string[] | undefined;
  /**
   * Built-in scalar with the same values. Any other name accepts every value. Read only if the rest is
   * absent.
   */
  readonly scalar?: string;
}

/** The fields that are selected on an object type, or on several types with the same fields. */
interface Selection {
  /** Names of the types. Empty: all types that no other selection names. */
  readonly types: readonly string[];
  /** Type for coordinates. */
  readonly owner: string;
  readonly fields: readonly SelectedField[];
  /** Response name of `__typename`, if it is always present. */
  readonly typeKey: string | undefined;
}

interface SelectedField {
  /** Name in the response: the alias, or else the name of the field. */
  readonly key: string;
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

/**
 * The kind of a value. `unknown string`: a string that is not a member of the enum. `unknown type`: an object
 * whose `__typename` is not one of the possible types.
 */
export type ValueKind =
  | "null"
  | "undefined"
  | "list"
  | "object"
  | "string"
  | "unknown string"
  | "unknown type"
  | "number"
  | "boolean";

/** A place at which a response differs from its shape. Contains no value of the response. */
export interface Mismatch {
  readonly path: readonly (string | number)[];
  /** Schema coordinate of the field, such as `Integration.name`. */
  readonly coordinate: string;
  /** Type in the schema, such as `String!`. */
  readonly expected: string;
  readonly received: ValueKind;
}

/** The part of a shape that decides about a value without the members of lists and objects. */
type ValueRule = Pick<Shape, "isNonNull" | "members" | "scalar"> & {
  readonly item?: unknown;
  readonly selections?: unknown;
};

/** Whether a value matches a shape. The members of lists and objects are not compared. */
export function matches(rule: ValueRule, value: unknown): boolean {
  if (value === null) return !rule.isNonNull;
  if (rule.item) return Array.isArray(value);
  if (rule.selections) return typeof value === "object" && !Array.isArray(value);
  if (rule.members) return rule.members.includes(value as string);
  switch (rule.scalar) {
    case "ID":
    case "String":
      return typeof value === "string";
    case "Int":
      return Number.isInteger(value) && (value as number) === ((value as number) | 0);
    case "Float":
      return Number.isFinite(value);
    case "Boolean":
      return typeof value === "boolean";
    default:
      return value !== undefined;
  }
}

/** The text of a shape, while it is parsed. */
interface ShapeText {
  /** Text of the operation. It contains the response names of all fields. */
  readonly operation: string;
  readonly tokens: readonly string[];
  /** Index of the next token. */
  index: number;
  /** Whether the shape can still belong to the operation. */
  belongs: boolean;
}

/** @returns `undefined` if the shape does not belong to the operation with this text. */
export function parseShape(shape: string, operation: string): Shape | undefined {
  const tokens = shape.match(/\w+|\S/g) ?? [];
  const text: ShapeText = { operation, tokens, index: 1, belongs: tokens[0] === `${operation.length}` };
  const root = readType(text);
  return text.belongs && text.index === tokens.length ? root : undefined;
}

function next(text: ShapeText): string {
  return text.tokens[text.index++] ?? "";
}

/** Skips the next token, if it is this one. */
function accept(text: ShapeText, token: string): boolean {
  const isNext = text.tokens[text.index] === token;
  if (isNext) text.index++;
  return isNext;
}

function readUntil<Entry>(text: ShapeText, end: string, read: (text: ShapeText) => Entry): Entry[] {
  const entries: Entry[] = [];
  while (text.belongs && !accept(text, end)) {
    text.belongs = text.index < text.tokens.length;
    entries.push(read(text));
  }
  return entries;
}

function readType(text: ShapeText): Shape {
  const item = accept(text, "[") ? readType(text) : undefined;
  const type = item ? `[${item.type}${next(text)}` : next(text);
  const selections: Selection[] = [];
  while (accept(text, "<")) {
    const types = readUntil(text, ">", next);
    next(text);
    selections.push(readSelection(text, types, type));
  }
  if (accept(text, "{")) selections.push(readSelection(text, [type], type));
  const members = accept(text, "(") ? readUntil(text, ")", next) : undefined;
  const scalar = accept(text, "=") ? next(text) : type;
  const isNonNull = accept(text, "!");
  return {
    type: isNonNull ? `${type}!` : type,
    isNonNull,
    item,
    selections: selections[0] && selections,
    members,
    scalar,
  };
}

function readSelection(text: ShapeText, types: readonly string[], type: string): Selection {
  let typeKey: string | undefined;
  const fields = readUntil(text, "}", (): SelectedField => {
    const key = next(text);
    const name = accept(text, "=") ? next(text) : key;
    const isOptional = accept(text, "?");
    text.belongs &&= text.operation.includes(key);
    if (accept(text, ":")) return { key, name, isOptional, shape: readType(text) };
    // A field without a type is the name of the type.
    if (!isOptional) typeKey = key;
    return { key, name, isOptional, shape: nameOfType(types) };
  });
  return { types, owner: types[0] ?? type, fields, typeKey };
}

const nameOfType = (types: readonly string[]): Shape => ({
  type: "String!",
  isNonNull: true,
  members: types[0] ? types : undefined,
  scalar: "String",
});

type ObjectValue = Readonly<Record<string, unknown>>;
type Path = Mismatch["path"];

/**
 * Calls `report` for each place at which `data` differs from the shape. Members that are not selected are
 * ignored.
 */
export function findMismatches(shape: Shape, data: unknown, report: (mismatch: Mismatch) => void): void {
  /** Returns whether a value matches. Omit `path` for a fast check that reports nothing. */
  const visit = (at: Shape, value: unknown, path: Path | undefined, owner: string, name: string): boolean => {
    let received: ValueKind | undefined;
    let isMatch = true;
    if (!matches(at, value)) {
      received = at.members && typeof value === "string" ? "unknown string" : kindOf(value);
    } else if (at.item && value) {
      const list = value as readonly unknown[];
      for (let index = 0; index < list.length; index++) {
        isMatch = visit(at.item, list[index], path && [...path, index], owner, name) && isMatch;
      }
    } else if (at.selections && value) {
      const selection = choose(at.selections, value as ObjectValue);
      if (selection) return visitSelection(selection, value as ObjectValue, path);
      received = "unknown type";
    }
    if (received && path)
      report({ path, coordinate: name ? `${owner}.${name}` : owner, expected: at.type, received });
    return isMatch && !received;
  };
  const visitSelection = (
    { types, owner, fields, typeKey }: Selection,
    value: ObjectValue,
    path?: Path,
  ): boolean => {
    // Several types can have the same selection.
    const type = path ? (types.find((name) => name === value[typeKey ?? ""]) ?? owner) : "";
    let isMatch = true;
    for (const { key, name, isOptional, shape: fieldShape } of fields) {
      // A function is inherited: JSON contains none.
      const received = typeof value[key] === "function" ? undefined : value[key];
      if (received === undefined && isOptional) continue;
      isMatch = visit(fieldShape, received, path && [...path, key], type, name) && isMatch;
    }
    return isMatch;
  };
  /** Chooses by `__typename`, or else the first selection that the object matches. */
  const choose = (selections: readonly Selection[], value: ObjectValue): Selection | undefined => {
    const [first] = selections;
    if (selections.length === 1) return first;
    if (selections.every(({ typeKey }) => typeKey)) {
      return selections.find(({ types, typeKey = "" }) => {
        const type = value[typeKey];
        return types[0] ? types.includes(type as string) : typeof type === "string";
      });
    }
    const has = (key: string) => (selection: Selection) =>
      selection.fields.some((field) => field.key === key);
    const keys = Object.keys(value).filter((key) => selections.some(has(key)));
    const candidates = selections.filter((selection) => keys.every((key) => has(key)(selection)));
    return candidates.find((selection) => visitSelection(selection, value)) ?? candidates[0] ?? first;
  };
  // Most data matches. Only other data is visited again with paths, which take most of the time.
  if (!visit(shape, data, undefined, "", "")) visit(shape, data, [], shape.type, "");
}

function kindOf(value: unknown): ValueKind {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : (typeof value as ValueKind);
}
