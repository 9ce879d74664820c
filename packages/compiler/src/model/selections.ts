/**
 * Walks selection sets: fragments, type conditions and recursion. `conditions.ts` has `@include` and `@skip`.
 */

import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isCompositeType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import { cacheByObject } from "./cache.ts";
import { ALWAYS, addConditions, type Condition } from "./conditions.ts";

export type FragmentsByName = ReadonlyMap<string, FragmentDefinitionNode>;

export function findFragments({ definitions }: DocumentNode): FragmentsByName {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/**
 * The surroundings of a selection or a selection set. "The field around it" is the innermost one, or else the
 * definition.
 */
interface Scope {
  /**
   * Type whose fields can be selected: that of the innermost type condition, or else that of the field around
   * it. `undefined` if the schema does not have the type, or is not known.
   */
  readonly parent?: GraphQLCompositeType | undefined;
  /** Names of the types in `... on Type` up to the field around it, outermost first, each once. */
  readonly typeConditions: readonly string[];
  /**
   * `@include` and `@skip`, its own and those up to the field around it. {@link selectionsOf} can add those
   * of the field.
   */
  readonly condition: Condition;
  /** The innermost fragment around it, in those up to the definition. They are not entered again. */
  readonly entered: Entered | undefined;
}

/** A fragment, and those around it. A list would be copied for each fragment of a long chain. */
interface Entered {
  readonly fragment: Fragment;
  readonly outer: Entered | undefined;
}

export type Fragment = InlineFragmentNode | FragmentDefinitionNode;

/** The scope of the selection set of a definition or a field: nothing is around it except this type. */
export function scopeOf(parent?: GraphQLCompositeType | null): Scope {
  return { parent: parent ?? undefined, typeConditions: [], condition: ALWAYS, entered: undefined };
}

export interface WalkContext {
  /** Spreads of other fragments are skipped. */
  readonly fragments: FragmentsByName;
  /** Finds the types of type conditions. Without it, `parent` is `undefined` in a fragment with one. */
  readonly schema?: GraphQLSchema;
}

interface SelectionVisitor {
  onField(node: FieldNode, scope: Scope): void;
  /**
   * Is called for each fragment, even if it is not entered because it is missing from `fragments` or already
   * around.
   *
   * @param inner - Scope of the fragment's selection set; of the spread itself if the fragment is missing.
   */
  onFragment?(node: InlineFragmentNode | FragmentSpreadNode, inner: Scope): void;
}

/**
 * Visits the fields of a selection set and of its fragments, in the order of the document. The selection sets
 * of the fields are left to the visitor. A fragment that spreads itself is not entered again.
 */
export function walkSelections(
  context: WalkContext,
  { selections }: SelectionSetNode,
  outer: Scope,
  visitor: SelectionVisitor,
  { around, walked }: Walk = startWalk(outer),
): void {
  for (const node of selections) {
    const condition = addConditions(outer.condition, node.directives);
    const scope = condition === outer.condition ? outer : { ...outer, condition };
    if (node.kind === Kind.FIELD) {
      visitor.onField(node, scope);
      continue;
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? context.fragments.get(node.name.value) : node;
    const inner = fragment ? enterFragment(context, scope, fragment) : scope;
    visitor.onFragment?.(node, inner);
    if (!fragment || around.has(fragment)) continue;
    if (node.kind === Kind.FRAGMENT_SPREAD && isRepeated(fragment, inner, walked)) continue;
    around.add(fragment);
    walkSelections(context, fragment.selectionSet, inner, visitor, { around, walked });
    around.delete(fragment);
  }
}

/** The state of a walk, without the fields' own selection sets. */
interface Walk {
  /** The fragments around the current selection. */
  readonly around: Set<Fragment>;
  /** The scopes in which each fragment was entered. */
  readonly walked: Walked;
}

type Walked = Map<Fragment, Set<string>>;

function startWalk({ entered }: Scope): Walk {
  const around = new Set<Fragment>();
  for (let current = entered; current; current = current.outer) around.add(current.fragment);
  return { around, walked: new Map() };
}

/**
 * Whether a fragment was entered in the same scope. Its fields are the same again: without this, n fragments
 * that each spread the next one twice are entered 2 ** n times.
 */
function isRepeated(fragment: Fragment, { condition, typeConditions }: Scope, walked: Walked): boolean {
  const scopes = walked.get(fragment) ?? new Set();
  walked.set(fragment, scopes);
  const { size } = scopes;
  return scopes.add([condition, ...typeConditions].join()).size === size;
}

function enterFragment({ schema }: WalkContext, scope: Scope, fragment: Fragment): Scope {
  const entered = { fragment, outer: scope.entered };
  const name = fragment.typeCondition?.name.value;
  if (name === undefined) return { ...scope, entered };
  const type = scope.parent && schema?.getType(name);
  return {
    ...scope,
    parent: isCompositeType(type) ? type : undefined,
    typeConditions: scope.typeConditions.includes(name)
      ? scope.typeConditions
      : [...scope.typeConditions, name],
    entered,
  };
}

/** A field of the document, with its scope. */
export interface FieldOccurrence extends Scope {
  readonly node: FieldNode;
}

/** The fields of one response name. */
export type Occurrences = readonly [FieldOccurrence, ...FieldOccurrence[]];

/** A selection set, with its scope. */
export interface ScopedSet {
  readonly set: SelectionSetNode;
  readonly scope: Scope;
}

/** Lists the fields of selection sets and of their fragments, in the order of the document. */
export function listFields(context: WalkContext, sets: readonly ScopedSet[]): FieldOccurrence[] {
  const fields: FieldOccurrence[] = [];
  const visitor: SelectionVisitor = { onField: (node, scope) => fields.push({ ...scope, node }) };
  for (const { set, scope } of sets) walkSelections(context, set, scope, visitor);
  return fields;
}

/**
 * The selection sets of a field, one for each occurrence that has one.
 *
 * `{ flow @include(if: $a) { id } flow { name } }` responds without `id` if `$a` is false, so a set keeps the
 * condition of its occurrence. If all occurrences have the same condition, a `flow` that is in the response
 * has the fields of all of them: its sets need no condition.
 *
 * @param type - Type of the field.
 */
export function selectionsOf(
  occurrences: readonly FieldOccurrence[],
  type: GraphQLCompositeType,
): ScopedSet[] {
  const [first] = occurrences;
  const isSame = occurrences.every(({ condition }) => condition === first?.condition);
  return occurrences.flatMap(({ node: { selectionSet: set }, condition, entered }) => {
    if (!set) return [];
    return [{ set, scope: { ...scopeOf(type), condition: isSame ? ALWAYS : condition, entered } }];
  });
}

/**
 * Returns the fragments that a selection set spreads, directly or through others. In an invalid document,
 * those of a fragment can include that fragment.
 *
 * @param onMissing - Receives the names of spreads that the document does not define.
 * @param collected - Grows during the recursion.
 */
export function collectFragments(
  set: SelectionSetNode,
  fragments: FragmentsByName,
  onMissing: (name: string) => void = () => {},
  collected: Set<FragmentDefinitionNode> = new Set(),
): ReadonlySet<FragmentDefinitionNode> {
  for (const name of spreadsOf(set)) {
    const fragment = fragments.get(name);
    if (!fragment) {
      onMissing(name);
    } else if (!collected.has(fragment)) {
      collected.add(fragment);
      collectFragments(fragment.selectionSet, fragments, onMissing, collected);
    }
  }
  return collected;
}

/**
 * Names of the fragments that a selection set and the sets of its fields spread, without what those fragments
 * spread, in the order of the document.
 */
export const spreadsOf: (set: SelectionSetNode) => readonly string[] = cacheByObject((set) => {
  const names: string[] = [];
  addSpreads(set, names);
  return names;
});

function addSpreads({ selections }: SelectionSetNode, names: string[]): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) names.push(selection.name.value);
    else if (selection.selectionSet) addSpreads(selection.selectionSet, names);
  }
}
