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
    const [old = [], now = []] = [before, after].map(({ inputs }) => inputs.map(render));
    const [known, others] = [new Set(old), new Set(now)];
    return [old.filter((text) => !others.has(text)), now.filter((text) => !known.has(text))];
  });

  const list = (
    { declarations, fragments }: CompiledDefinition,
    inputs: readonly string[],
    isSame: (text: string) => boolean,
  ): string[] => {
    const own = declarations.map(render);
    const ofFragments = fragments.flatMap((fragment) => fragment.declarations.map(render));
    const others = [...ofFragments, ...inputs].filter((text) => !isSame(text));
    const found = new Set<string>();
    const follow = (text: string): void => {
      for (const other of others) {
        if (found.has(other) || !wordsOf(text).has(nameOf(other))) continue;
        found.add(other);
        follow(other);
      }
    };
    own.forEach(follow);
    const shown = [...own.filter((text) => !isSame(text)), ...found];
    // The types of a fragment that is spread at another type can differ although those of the operation are the same.
    return shown.length > 0 ? shown : others.filter((text) => ofFragments.includes(text));
  };

  return (old, now) => {
    const [known, others] = [old, now].map(
      ({ declarations, fragments }) =>
        new Set([{ declarations }, ...fragments].flatMap((one) => one.declarations.map(render))),
    );
    const [inputsBefore, inputsAfter] = listInputs("changed");
    const texts = {
      before: list(old, inputsBefore, (text) => others?.has(text) ?? false).join("\n\n"),
      after: list(now, inputsAfter, (text) => known?.has(text) ?? false).join("\n\n"),
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
