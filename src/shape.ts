/**
 * The shape of an operation's data: parsed from the text that codegen writes, and compared with a response. Imports
 * nothing.
 *
 * The text is the length of the operation's text, and the root type with its selection:
 *
 * - `nodes:[Integration{id:ID! name:String!}!]!`: a response name, its type, and the selection after the named type
 * - `page=customers:…`, `name?:…`: a field with an alias; a field with `@include` or `@skip`
 * - `Status(ACTIVE PAUSED)!`: an enum
 * - `Status=String!`: an open enum, or a custom scalar, whose values are those of `String`
 * - `Node<Org User>{__typename plan:String!}<>{__typename}`: selections of possible types; `<>` is any other type
 */

/** What a response must contain at one place. */
export interface Shape {
  /** The type as in the schema, such as `[Integration!]!`. */
  readonly type: string;
  readonly isNonNull: boolean;
  /** Of a list. */
  readonly item?: Shape;
  /** Of a composite type: the selections of its possible types. */
  readonly selections?: readonly Selection[];
  /** Of an enum, and of `__typename`: the valid strings. */
  readonly members?: readonly string[];
  /** Of a scalar: the built-in scalar that has the same values. All others accept every value. */
  readonly scalar?: string;
}

/** The fields that are selected on an object type, or on several types with the same fields. */
export interface Selection {
  /** Names of the types. Empty: all types that no other selection names. */
  readonly types: readonly string[];
  /** Type for coordinates. */
  readonly owner: string;
  /** By response name. */
  readonly fields: ReadonlyMap<string, SelectedField>;
  /** Response name of `__typename`, if it is always present. */
  readonly typeKey: string | undefined;
}

export interface SelectedField {
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

/**
 * The kind of a value. `unknown string`: a string that is not a member of the enum. `unknown type`: an object whose
 * `__typename` is not one of the possible types.
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
export type ValueRule = Pick<Shape, "isNonNull" | "members" | "scalar"> & {
  readonly item?: unknown;
  readonly selections?: unknown;
};

/** Whether a value matches a shape. The members of lists and objects are not compared. */
export function matches({ isNonNull, item, selections, members, scalar }: ValueRule, value: unknown): boolean {
  if (value === null) return !isNonNull;
  if (item) return Array.isArray(value);
  if (selections) return typeof value === "object" && !Array.isArray(value);
  if (members) return members.includes(value as string);
  switch (scalar) {
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

/** @returns `undefined` if the shape does not belong to the operation with this text. */
export function parseShape(shape: string, text: string): Shape | undefined {
  const tokens = shape.match(/\w+|\S/g) ?? [];
  let belongs = tokens[0] === `${text.length}`;
  let index = 1;
  const next = () => tokens[index++] ?? "";
  const accept = (token: string) => tokens[index] === token && index++ > 0;
  const readUntil = <Entry>(end: string, read: () => Entry): Entry[] => {
    const entries: Entry[] = [];
    while (belongs && !accept(end)) {
      belongs = index < tokens.length;
      entries.push(read());
    }
    return entries;
  };

  const readType = (): Shape => {
    const item = accept("[") ? readType() : undefined;
    const type = item ? `[${item.type}${next()}` : next();
    const selections: Selection[] = [];
    while (accept("<")) {
      const types = readUntil(">", next);
      next();
      selections.push(readSelection(types, type));
    }
    if (accept("{")) selections.push(readSelection([type], type));
    const rest: Partial<Shape> = item
      ? { item }
      : selections.length > 0
        ? { selections }
        : accept("(")
          ? { members: readUntil(")", next) }
          : { scalar: accept("=") ? next() : type };
    const isNonNull = accept("!");
    return { type: isNonNull ? `${type}!` : type, isNonNull, ...rest };
  };

  const readSelection = (types: readonly string[], type: string): Selection => {
    let typeKey: string | undefined;
    const readField = (): [string, SelectedField] => {
      const key = next();
      const name = accept("=") ? next() : key;
      const isOptional = accept("?");
      belongs &&= text.includes(key);
      if (accept(":")) return [key, { name, isOptional, shape: readType() }];
      if (!isOptional) typeKey = key;
      const expected = types.join(" | ") || "String!";
      const rest = types.length > 0 ? { members: types } : { scalar: "String" };
      return [key, { name, isOptional, shape: { type: expected, isNonNull: true, ...rest } }];
    };
    return { types, owner: types[0] ?? type, fields: new Map(readUntil("}", readField)), typeKey };
  };

  const root = readType();
  return belongs && index === tokens.length ? root : undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Calls `report` for each place at which `data` differs from the shape. Members that are not selected are ignored. */
export function findMismatches(shape: Shape, data: unknown, report: (mismatch: Mismatch) => void): void {
  const path: (string | number)[] = [];
  let isTrial = false;
  let count = 0;

  const visit = (at: Shape, value: unknown, owner: string, name: string): void => {
    let received: ValueKind | undefined;
    if (!matches(at, value)) {
      received = at.members && typeof value === "string" ? "unknown string" : kindOf(value);
    } else if (at.item && value) {
      for (const [index, entry] of (value as unknown[]).entries()) visitMember(index, at.item, entry, owner, name);
    } else if (at.selections && value) {
      const selection = choose(at.selections, value as Members);
      if (selection) visitSelection(selection, value as Members);
      else received = "unknown type";
    }
    if (received === undefined) return;
    count++;
    if (!isTrial) report({ path: [...path], coordinate: owner + name, expected: at.type, received });
  };
  const visitMember = (key: string | number, at: Shape, value: unknown, owner: string, name: string): void => {
    path.push(key);
    visit(at, value, owner, name);
    path.pop();
  };
  const visitSelection = ({ types, owner, fields, typeKey }: Selection, value: Members): void => {
    // Several types can have the same selection.
    const type = types.find((name) => name === value[typeKey ?? ""]) ?? owner;
    for (const [key, { name, isOptional, shape: member }] of fields) {
      const isPresent = Object.hasOwn(value, key);
      if (isPresent || !isOptional) visitMember(key, member, isPresent ? value[key] : undefined, type, `.${name}`);
    }
  };
  /** By `__typename`, or else the first selection that the object matches. */
  const choose = (selections: readonly Selection[], value: Members): Selection | undefined => {
    if (selections.length === 1) return selections[0];
    if (selections.every(({ typeKey }) => typeKey !== undefined)) {
      return selections.find(({ types, typeKey = "" }) => {
        const type = value[typeKey];
        return types.length > 0 ? types.includes(type as string) : typeof type === "string";
      });
    }
    const isSelected = (key: string) => selections.some(({ fields }) => fields.has(key));
    const keys = Object.keys(value).filter(isSelected);
    const candidates = selections.filter(({ fields }) => keys.every((key) => fields.has(key)));
    return candidates.find((selection) => !fails(selection, value)) ?? candidates[0] ?? selections[0];
  };
  const fails = (selection: Selection, value: Members): boolean => {
    const before = [isTrial, count] as const;
    isTrial = true;
    visitSelection(selection, value);
    const hasFailed = count > before[1];
    [isTrial, count] = before;
    return hasFailed;
  };
  visit(shape, data, shape.type, "");
}

function kindOf(value: unknown): ValueKind {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : (typeof value as ValueKind);
}
