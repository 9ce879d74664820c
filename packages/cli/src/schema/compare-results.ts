/** Why the new type of a result is not the old one: `breaks` where what compiled with the old one would not. */

import { type ASTNode, type GraphQLSchema, isCompositeType } from "graphql";
import { findTarget, isAssignable } from "./assignable.ts";
import { type At, compareAtoms, compareNullability, describeKind, type Reason } from "./compare-leaves.ts";
import { describeGrowth, describeHarmlessGrowth, describeLoss, isIn } from "./compare-possible-types.ts";
import { ownerOf } from "./coordinates.ts";
import type { Found } from "./finding.ts";
import type { Member, Objects, Property, Shape } from "./shape.ts";
import { keyOf } from "./shape-key.ts";

export interface ResultComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  /** Coordinate by which the document selects a field: an interface's, where the selection is on it. */
  coordinateOf(node: ASTNode): string | undefined;
}

/** Compares the types of a whole result; `root` is the operation. */
export function compareResults(comparison: ResultComparison, old: Objects, now: Objects, root: ASTNode): Found[] {
  const found: Found[] = [];
  compareObjects(comparison, old, now, { coordinate: now.name, node: root }, found);
  return found;
}

function compareShapes(comparison: ResultComparison, old: Shape, now: Shape, at: At, found: Found[], depth = 0): void {
  const add = (reasons: readonly Reason[]): void =>
    void found.push(...reasons.map((reason) => ({ ...reason, node: at.node })));
  const { coordinate } = at;
  const [oldInner, nowInner] = [unwrap(old), unwrap(now)];
  if (oldInner.kind !== nowInner.kind) {
    const verdict = isAssignable(now, old) ? "changes types" : "breaks";
    const message = `${coordinate} is ${describeKind(nowInner)} now, was ${describeKind(oldInner)}.`;
    add([{ verdict, rule: "type", coordinate, message }]);
    return;
  }
  add(compareNullability(old, now, coordinate, depth));
  if (oldInner.kind === "list" && nowInner.kind === "list") {
    compareShapes(comparison, oldInner.of, nowInner.of, at, found, depth + 1);
  } else if (oldInner.kind === "atoms" && nowInner.kind === "atoms") {
    add(compareAtoms(oldInner, nowInner, coordinate));
  } else if (oldInner.kind === "objects" && nowInner.kind === "objects") {
    compareObjects(comparison, oldInner, nowInner, at, found);
  }
}

function compareObjects(comparison: ResultComparison, old: Objects, now: Objects, at: At, found: Found[]): void {
  // Two members of a union may have swapped their types: for who cannot tell them apart nothing happened.
  if (old.members.length > 1 && keyOf(old) === keyOf(now)) return;
  // The only possible type may have another name now: the two are compared all the same.
  const renamed = old.members.length === 1 && now.members.length === 1;
  const added: Member[] = [];
  for (const member of now.members) {
    const accepts = findTarget(member, old);
    const counterpart = renamed ? old.members[0] : old.members.find(({ name }) => name === member.name);
    if (!counterpart) {
      if (!accepts) added.push(member);
      else if (!isIn(member, old)) found.push(describeHarmlessGrowth(now, member, at));
      continue;
    }
    const inner: Found[] = [];
    compareMembers(comparison, counterpart, member, at, inner);
    // Another member of the union takes it: who reads the old type cannot tell them apart and had to expect this.
    found.push(...inner.map((one) => (accepts ? soften(one) : one)));
  }
  found.push(...describeGrowth(old, now, added, at));
  if (!renamed) found.push(...describeLoss(old, now, at));
}

function compareMembers(comparison: ResultComparison, old: Member, now: Member, at: At, found: Found[]): void {
  for (const [key, property] of now.properties) {
    const was = old.properties.get(key);
    const place = locate(comparison, property, at);
    if (was) {
      compareShapes(comparison, was.shape, property.shape, place, found);
      compareOptional(was, property, place, found);
    } else {
      const message = `${now.name} has ${key} in the result now.`;
      found.push({ verdict: "changes types", rule: "type", coordinate: place.coordinate, message, node: place.node });
    }
  }
  for (const [key, was] of old.properties) {
    if (now.properties.has(key)) continue;
    const place = locate(comparison, was, at);
    const message = `${old.name} has no ${key} in the result any more.`;
    const verdict = was.optional ? "changes types" : "breaks";
    found.push({ verdict, rule: "type", coordinate: place.coordinate, message, node: place.node });
  }
}

function compareOptional(was: Property, property: Property, { coordinate, node }: At, found: Found[]): void {
  if (was.optional === property.optional) return;
  const message = property.optional ? `${coordinate} may be absent now.` : `${coordinate} is always there now.`;
  found.push({ verdict: property.optional ? "breaks" : "changes types", rule: "type", coordinate, message, node });
}

/** By the interface's coordinate where its field changed as well, or where the type has no such field any more. */
function locate({ before, after, coordinateOf }: ResultComparison, property: Property, at: At): At {
  const { coordinate, node = at.node } = property;
  const selected = coordinateOf(node) ?? coordinate;
  if (coordinate.endsWith(".__typename")) return { coordinate: at.coordinate, node };
  const [old, now] = [typeText(before, selected), typeText(after, selected)];
  return { coordinate: old === now ? coordinate : selected, node };
}

function typeText(schema: GraphQLSchema, coordinate: string): string | undefined {
  const type = schema.getType(ownerOf(coordinate));
  const field = coordinate.slice(coordinate.indexOf(".") + 1);
  return isCompositeType(type) ? schema.getField(type, field)?.type.toString() : undefined;
}

function unwrap(shape: Shape): Exclude<Shape, { kind: "nullable" }> {
  return shape.kind === "nullable" ? unwrap(shape.of) : shape;
}

function soften(found: Found): Found {
  return { ...found, verdict: "changes types" };
}
