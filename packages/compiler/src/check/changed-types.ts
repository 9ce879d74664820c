/** Renders the generated types of an operation that differ between two schemas. */

import { memoize } from "../model/cache.ts";
import type { Compilation, CompiledDefinition, Declaration } from "../model/compile.ts";
import { renderDeclaration } from "../model/render-type.ts";
import { compareText } from "./document.ts";
import type { OperationReport } from "./report.ts";

/** Returns `undefined` if no type differs. */
type TypesRenderer = (old: CompiledDefinition, now: CompiledDefinition) => OperationReport["types"];

/** The texts are those of the generated code. Types that are equal in both are left out. */
export function createTypesRenderer(before: Compilation, after: Compilation): TypesRenderer {
  const render = memoize((declaration: Declaration) => renderDeclaration(sortFields(declaration)));
  const wordsOf = memoize((text: string) => new Set(text.match(/\w+/g)));
  /** The enums and input types that differ. Computed if an operation differs. */
  const listInputs = memoize((_: "changed"): readonly [string[], string[]] => {
    const old = before.inputs.map(render);
    const now = after.inputs.map(render);
    const oldTexts = new Set(old);
    const newTexts = new Set(now);
    return [old.filter((text) => !newTexts.has(text)), now.filter((text) => !oldTexts.has(text))];
  });

  /** The types of an operation and of its fragments. */
  const listTexts = ({ declarations, fragments }: CompiledDefinition): ReadonlySet<string> => {
    const all = [{ declarations }, ...fragments].flatMap((definition) => definition.declarations);
    return new Set(all.map(render));
  };
  const list = (
    { declarations, fragments }: CompiledDefinition,
    inputs: readonly string[],
    isSame: (text: string) => boolean,
  ): string[] => {
    const own = declarations.map(render);
    const ofFragments = fragments.flatMap((fragment) => fragment.declarations.map(render));
    const others = [...ofFragments, ...inputs].filter((text) => !isSame(text));
    const reached = new Set<string>();
    const follow = (text: string): void => {
      for (const other of others) {
        if (reached.has(other) || !wordsOf(text).has(nameOf(other))) continue;
        reached.add(other);
        follow(other);
      }
    };
    own.forEach(follow);
    const shown = [...own.filter((text) => !isSame(text)), ...reached];
    // The types of a fragment that is spread at another type can differ although those of the operation are the same.
    return shown.length > 0 ? shown : others.filter((text) => ofFragments.includes(text));
  };

  return (old, now) => {
    const oldTexts = listTexts(old);
    const newTexts = listTexts(now);
    const [inputsBefore, inputsAfter] = listInputs("changed");
    const texts = {
      before: list(old, inputsBefore, (text) => newTexts.has(text)).join("\n\n"),
      after: list(now, inputsAfter, (text) => oldTexts.has(text)).join("\n\n"),
    };
    return texts.before === texts.after ? undefined : texts;
  };
}

const nameOf = (text: string): string => /^export type (\w+)/m.exec(text)?.[1] ?? "";

/** Only the snapshot is sorted. A field of an input type at another position is no change. */
function sortFields(declaration: Declaration): Declaration {
  if (declaration.kind !== "input") return declaration;
  const members = declaration.type.members.map((member) => {
    const properties = new Map([...member.properties].sort(([a], [b]) => compareText(a, b)));
    return { ...member, properties };
  });
  return { ...declaration, type: { ...declaration.type, members } };
}
