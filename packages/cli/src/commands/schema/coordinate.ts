/** Checks a schema coordinate that a user typed. */

import { fieldOf, resolveCoordinate } from "@integration-platform/graphql-compiler/internal/model/index";
import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { Problem } from "../../host/errors/problem.ts";
import { describeUnknown, findNearest } from "../../text/suggest.ts";

const FORM = /^(@?)([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?(?:\(([A-Za-z_]\w*):\))?$/;
const FORMS = "Type, Type.field, Type.field(argument:), Enum.VALUE, @directive or @directive(argument:)";

/** A name in a coordinate. `before` and `after` complete the coordinate of its element. */
interface Part {
  readonly kind: string;
  readonly before: string;
  readonly name: string;
  readonly after: string;
  /** Names that are valid here. */
  readonly names: readonly string[];
}

/** @throws Problem that suggests a similar coordinate, if the schema has no such element. */
export function checkCoordinate(schema: GraphQLSchema, text: string): void {
  const unknown = split(schema, text).find(
    (part) => !resolveCoordinate(schema, part.before + part.name + part.after),
  );
  if (!unknown) return;
  const { kind, before, name, after, names } = unknown;
  const of = /\w/.test(before) ? ` of ${before.slice(0, -1)}` : "";
  const message = `${describeUnknown(kind, name)}${of}`;
  const near = findNearest(name, names);
  if (near === undefined)
    throw new Problem(message, "Check the schema, or name another one with --schema <file>.");
  const suggestion = before + near + after;
  const whole = suggestion + text.slice(`${before}${name}${after}`.length);
  throw new Problem(message, `Did you mean "${resolveCoordinate(schema, whole) ? whole : suggestion}"?`);
}

/** @throws Problem if the text has another form. */
function split(schema: GraphQLSchema, text: string): Part[] {
  const [match, at = "", name = "", member, argument] = FORM.exec(text) ?? [];
  const isDirective = at !== "";
  const isValid = isDirective ? member === undefined : member !== undefined || argument === undefined;
  if (match === undefined || !isValid) throw new Problem("the coordinate is malformed", `Write ${FORMS}.`);
  const directives = schema.getDirectives();
  const type = schema.getType(name);
  const parts: Part[] = [
    isDirective
      ? {
          kind: "directive",
          before: at,
          name,
          after: "",
          names: directives.map((directive) => directive.name),
        }
      : { kind: "type", before: "", name, after: "", names: Object.keys(schema.getTypeMap()) },
  ];
  if (member !== undefined) {
    const kind = isEnumType(type) ? "enum value" : "field";
    parts.push({ kind, before: `${name}.`, name: member, after: "", names: listMembers(type) });
  }
  if (argument !== undefined) {
    const owner = isDirective ? schema.getDirective(name) : fieldOf(schema, type, member ?? "");
    const names = owner?.args.map((arg) => arg.name) ?? [];
    const before = `${text.slice(0, text.indexOf("("))}(`;
    parts.push({ kind: "argument", before, name: argument, after: ":)", names });
  }
  return parts;
}

function listMembers(type: unknown): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return hasFields ? Object.keys(type.getFields()) : [];
}
