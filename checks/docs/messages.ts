/** The errors of the commands with their hints, read from the places that create them. */

import { globSync } from "node:fs";
import { join } from "node:path";
import type { Expression, Node, TemplateLiteral } from "@babel/types";
import { traverseFast } from "@babel/types";
import { ROOT } from "../commands.ts";
import { renderTable } from "../results.ts";
import { readSource } from "./declarations.ts";

const COMMANDS = "packages/cli/src/commands";
/** Folders with errors of operations, which have a place in a file. */
const CODEGEN = ["packages/cli/src/codegen", "packages/compiler/src/codegen"];

/** Functions that create an error, and the positions of its message and its hint. */
const CREATORS: Readonly<Record<string, readonly [message: number, hint?: number]>> = {
  Problem: [0, 1],
  joinProblems: [1, 2],
  createError: [0],
  FileError: [0],
  OptionError: [0, 1],
  GraphQLError: [0],
};

interface Message {
  readonly message: string;
  readonly hint: string;
}

/** The page with one row per error, by command. */
export function renderMessages(): string {
  const files = globSync("**/*.ts", { cwd: join(ROOT, COMMANDS) }).toSorted();
  const commands = Map.groupBy(files, (file) => {
    const [folder = ""] = file.split("/");
    return /^(?:add|codegen|init|manifest|record|rules|run|serve|token|doctor|verify|schema)$/.test(folder)
      ? folder
      : "All commands";
  });
  const sections = [...commands].map(([command, files]) => {
    const messages = files.flatMap((file) => readMessages(join(COMMANDS, file)));
    // A hint that is passed by the caller depends on the value.
    const describe = (hint: string) => (/^<[^>]*>$/.test(hint) ? "depends on the value" : code(hint));
    const rows = messages.map(({ message, hint }) => [code(message), describe(hint)]);
    return rows.length === 0 ? "" : `## ${command}\n\n${renderTable([["error", "hint"], ...rows])}\n\n`;
  });
  const operations = CODEGEN.flatMap((folder) =>
    globSync("**/*.ts", { cwd: join(ROOT, folder) })
      .toSorted()
      .flatMap((file) => readMessages(join(folder, file))),
  );
  return `# Messages of the commands

Written by \`npm run docs\` from the sources. A command prints \`error:\`, then details, then \`hint:\`. \`<…>\` is a value of your
project. Errors of the platform have the [codes of the client](troubleshooting.md#error-codes).

${sections.join("")}## Operations and codegen.ts

An error of an operation has its file, line and column. The validation rules of graphql-js apply as well.

${renderTable([["error"], ...new Set(operations.map(({ message }) => code(message)))].map((cell) => [cell].flat()))}
`;
}

const code = (text: string) => (text === "" ? "" : `\`${text.replaceAll("`", "'")}\``);

function readMessages(file: string): Message[] {
  const { program } = readSource(file);
  const constants = readConstants(program);
  const messages: Message[] = [];
  traverseFast(program, (node) => {
    if (node.type !== "NewExpression" && node.type !== "CallExpression") return;
    if (node.callee.type !== "Identifier") return;
    const [message, hint] = CREATORS[node.callee.name] ?? [];
    if (message === undefined) return;
    const text = (index = -1) => {
      const argument = node.arguments[index];
      return argument === undefined ? "" : renderText(argument as Expression, constants, node.start ?? 0);
    };
    // A message without a text of its own is that of another error.
    if (!/[a-z]{2}/.test(text(message).replaceAll(/<[^>]*>/g, ""))) return;
    messages.push({ message: text(message), hint: text(hint) });
  });
  return messages;
}

interface Constant {
  readonly name: string;
  readonly start: number;
  readonly value: Expression;
}

/** Constants of a file, in all of its functions, and what its functions return. */
function readConstants(program: Node): Constant[] {
  const constants: Constant[] = [];
  traverseFast(program, (node) => {
    if (node.type === "FunctionDeclaration" && node.id) {
      const name = `${node.id.name}()`;
      traverseFast(node.body, (inner) => {
        if (inner.type !== "ReturnStatement" || !inner.argument) return;
        constants.push({ name, start: inner.start ?? 0, value: inner.argument });
      });
    }
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier" || !node.init) return;
    constants.push({ name: node.id.name, start: node.start ?? 0, value: node.init });
  });
  return constants;
}

/** The texts that a function of the file returns. */
function renderReturned(name: string, constants: readonly Constant[]): string {
  return constants
    .filter((constant) => constant.name === `${name}()`)
    .map(({ value, start }) => renderText(value, constants, start))
    .filter((text) => /[a-z]{2} /.test(text))
    .join(" / ");
}

const isCallOf = (callee: Node, name: string) => callee.type === "Identifier" && callee.name === name;

/** The text of an expression, with `<name>` for values that differ. */
function renderText(node: Expression, constants: readonly Constant[], before: number): string {
  const text = (part: Node | null | undefined) => renderText(part as Expression, constants, before);
  switch (node.type) {
    case "StringLiteral":
      return node.value;
    case "TemplateLiteral":
      return renderTemplate(node, constants, before);
    case "ConditionalExpression":
      return [node.consequent, node.alternate]
        .map(text)
        .filter((branch) => branch !== "")
        .join(" / ");
    case "BinaryExpression":
      return [node.left, node.right].map(text).join("");
    case "LogicalExpression":
      return text(node.right);
    case "MemberExpression":
      return node.property.type === "Identifier" ? `<${node.property.name}>` : "<…>";
    case "ArrayExpression":
      return node.elements.map(text).join(" / ");
    case "CallExpression": {
      const returned = node.callee.type === "Identifier" ? renderReturned(node.callee.name, constants) : "";
      if (returned !== "") return returned;
      if (isCallOf(node.callee, "describeUnknown")) return `unknown ${node.arguments.map(text).join(" ")}`;
      const [argument] = node.arguments;
      const isName = argument?.type === "Identifier" || argument?.type === "MemberExpression";
      return isName ? renderText(argument, [], before) : "<…>";
    }
    case "Identifier": {
      if (node.name === "undefined") return "";
      // The nearest declaration before it, or that of the file.
      const declared = constants.filter(({ name }) => name === node.name);
      const nearest = declared.findLast(({ start }) => start < before) ?? declared[0];
      const value = nearest && renderText(nearest.value, constants, nearest.start);
      return value === undefined || !/[a-z]{2} /.test(value) ? `<${node.name}>` : value;
    }
    default:
      return "<…>";
  }
}

function renderTemplate(node: TemplateLiteral, constants: readonly Constant[], before: number): string {
  return node.quasis
    .map(({ value }, index) => {
      const expression = node.expressions[index];
      return `${value.cooked ?? ""}${expression ? renderText(expression as Expression, constants, before) : ""}`;
    })
    .join("");
}
