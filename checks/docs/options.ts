/** Tables of options, from the doc comments of their interfaces. */

import { renderTable } from "../results.ts";
import { type Interface, type Member, readInterfaces, readSources } from "./sources.ts";

const interfaces: readonly Interface[] = [".", "packages/testing", "packages/cli"].flatMap((folder) =>
  readInterfaces(readSources(folder)),
);

/**
 * A table of the options of an interface: name, default, and the first paragraph of the doc comment.
 *
 * @param argument - Its name, and `inherited` if the table has inherited members.
 */
export function renderOptions(argument: string): string {
  const [name = "", inherited] = argument.split(" ");
  const members = inherited === undefined ? find(name).members : readMembers(name);
  const rows = members.map(({ name, comment, isRequired }) => {
    const [text = "", value] = comment.split(/@default /);
    const [paragraph = ""] = text.split("\n\n");
    const defaults = isRequired ? "required" : renderDefault(value?.trim() ?? "none");
    return [`\`${name}\``, defaults, renderText(paragraph)];
  });
  return renderTable([["option", "default", "meaning"], ...rows]);
}

function find(name: string): Interface {
  const named = interfaces.filter((declaration) => declaration.isExported && declaration.name === name);
  const [declaration] = named;
  if (!declaration || named.length > 1) throw new Error(`${named.length} interfaces are named ${name}.`);
  return declaration;
}

/** Members of an interface, then those of the interfaces that it extends. */
function readMembers(name: string): Member[] {
  const { members, bases } = find(name);
  return [...members, ...bases.flatMap(readMembers)];
}

const renderDefault = (text: string) => text.replace(/^("[^"]*"|\d+|true|false|\{\})/, "`$1`");

const renderText = (text: string) =>
  text
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll("*\\/", "*/")
    .trim()
    .replaceAll("\n", " ");
