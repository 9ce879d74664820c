/** Defaults of options: those that doc comments name, and those of the code. */

import { type Node, type Program, traverseFast } from "@babel/types";
import { readInterfaces, readSources } from "./sources.ts";

/**
 * A default that is a literal, such as `30000` or `"after"`, with an explanation in parentheses or without
 * one.
 */
const LITERAL = /^("[^"]*"|\d+|true|false)(?: \([^)]*\))?$/;

/**
 * The options whose doc comment names a literal that is no default of this option in the sources of the
 * package, with the remedy.
 */
export function findWrongDefaults(folder: string): string[] {
  const sources = readSources(folder);
  const actual = new Set(sources.flatMap(readDefaults));
  return readInterfaces(sources).flatMap(({ name, file, members }) =>
    members.flatMap((member) => {
      const [, text = ""] = /@default (.*)/.exec(member.comment) ?? [];
      const [, literal] = LITERAL.exec(text) ?? [];
      // A missing option is false anyway.
      const isKnown =
        literal === "false" ? !actual.has(`${member.name}: true`) : actual.has(`${member.name}: ${literal}`);
      const isWrong = literal !== undefined && !isKnown;
      const missing = `no code has this literal: write "${member.name} ?? ${literal}", not a constant of another file`;
      return isWrong ? [`${file}: ${name}.${member.name}, @default ${literal}: ${missing}`] : [];
    }),
  );
}

/**
 * Literals that a file uses for a missing property: `{ name = 1 }`, `name ?? 1` and
 * `{ name: 1, ...options }`.
 */
function readDefaults(program: Program): string[] {
  const defaults: string[] = [];
  const constants = new Map<string, Node | null | undefined>();
  const add = (name: Node, defaultNode: Node) => {
    const key = name.type === "MemberExpression" ? name.property : name;
    const value = (defaultNode.type === "Identifier" && constants.get(defaultNode.name)) || defaultNode;
    if (key.type === "Identifier" && "value" in value)
      defaults.push(`${key.name}: ${JSON.stringify(value.value)}`);
  };
  traverseFast(program, (node) => {
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier")
      constants.set(node.id.name, node.init);
    if (node.type === "LogicalExpression" && node.operator === "??") add(node.left, node.right);
    if (node.type === "ObjectPattern") {
      for (const property of node.properties) {
        if (property.type !== "ObjectProperty" || property.value.type !== "AssignmentPattern") continue;
        add(property.key, property.value.right);
      }
    }
    if (node.type === "ObjectExpression" && node.properties.some(({ type }) => type === "SpreadElement")) {
      for (const property of node.properties) {
        if (property.type === "ObjectProperty") add(property.key, property.value);
      }
    }
  });
  return defaults;
}
