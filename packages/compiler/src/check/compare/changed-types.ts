/** Renders the generated types of an operation that differ between two schemas. */

import { cacheByObject, lazy, memoize } from "../../model/cache.ts";
import type { Compilation, CompiledDefinition, Declaration } from "../../model/compilation.ts";
import { renderDeclaration } from "../../model/render-type.ts";
import { compareText } from "./document-operations.ts";

/** The types of a result and of variables under both schemas, as TypeScript. */
export interface ChangedTypes {
  readonly before: string;
  readonly after: string;
}

/** Returns `undefined` if no type differs. */
type TypesRenderer = (old: CompiledDefinition, now: CompiledDefinition) => ChangedTypes | undefined;

/** A type as generated code contains it. */
interface RenderedType {
  readonly name: string;
  readonly text: string;
}

/** The texts are those of the generated code. Types that are equal in both are left out. */
export function createTypesRenderer(before: Compilation, after: Compilation): TypesRenderer {
  const render = memoize(
    (declaration: Declaration): RenderedType => ({
      name: declaration.name,
      text: renderDeclaration(sortFields(declaration)),
    }),
  );
  /** The enums and input types that differ. Computed if an operation differs. */
  const listInputs = lazy(() => {
    const old = before.inputs.map(render);
    const now = after.inputs.map(render);
    return { old: leaveOut(old, textsOf(now)), now: leaveOut(now, textsOf(old)) };
  });
  const listOwn = ({ declarations }: CompiledDefinition) => declarations.map(render);
  const listOfFragments = ({ fragments }: CompiledDefinition) =>
    fragments.flatMap((fragment) => fragment.declarations.map(render));

  return (old, now) => {
    const oldTypes = { own: listOwn(old), ofFragments: listOfFragments(old) };
    const newTypes = { own: listOwn(now), ofFragments: listOfFragments(now) };
    const inputs = listInputs();
    const texts = {
      before: renderChanged(oldTypes, inputs.old, newTypes),
      after: renderChanged(newTypes, inputs.now, oldTypes),
    };
    return texts.before === texts.after ? undefined : texts;
  };
}

/** The types of an operation and of its fragments. */
interface OperationTypes {
  readonly own: readonly RenderedType[];
  readonly ofFragments: readonly RenderedType[];
}

/** Renders the types that differ: those of the operation, and the others that they refer to. */
function renderChanged(
  types: OperationTypes,
  inputs: readonly RenderedType[],
  other: OperationTypes,
): string {
  const same = textsOf([...other.own, ...other.ofFragments]);
  const others = leaveOut([...types.ofFragments, ...inputs], same);
  const reached = new Set<RenderedType>();
  for (const type of types.own) follow(type, others, reached);
  const shown = [...leaveOut(types.own, same), ...reached];
  // The types of a fragment that is spread at another type can differ although those of the operation are the
  // same.
  const changed = shown.length > 0 ? shown : leaveOut(types.ofFragments, same);
  return [...textsOf(changed)].join("\n\n");
}

/** Adds the types that a type refers to, directly or through others. */
function follow(type: RenderedType, others: readonly RenderedType[], reached: Set<RenderedType>): void {
  const words = wordsOf(type);
  for (const other of others) {
    if (reached.has(other) || !words.has(other.name)) continue;
    reached.add(other);
    follow(other, others, reached);
  }
}

/** The words of a type, with the names of all types that it refers to. */
const wordsOf = cacheByObject(({ text }: RenderedType): ReadonlySet<string> => new Set(text.match(/\w+/g)));

function textsOf(types: readonly RenderedType[]): ReadonlySet<string> {
  return new Set(types.map(({ text }) => text));
}

function leaveOut(types: readonly RenderedType[], texts: ReadonlySet<string>): RenderedType[] {
  return types.filter(({ text }) => !texts.has(text));
}

/** Only the snapshot is sorted. A field of an input type at another position is no change. */
function sortFields(declaration: Declaration): Declaration {
  if (declaration.kind !== "input") return declaration;
  const members = declaration.type.members.map((member) => {
    const properties = new Map([...member.properties].sort(([a], [b]) => compareText(a, b)));
    return { ...member, properties };
  });
  return { ...declaration, type: { ...declaration.type, members } };
}
