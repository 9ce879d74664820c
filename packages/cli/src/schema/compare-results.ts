/** Compares the types of a result. `breaks` if code that compiled with the old type can fail with the new one. */

import type { ASTNode, GraphQLSchema } from "graphql";
import { fieldOf } from "../graphql.ts";
import { ownerOf } from "./document.ts";
import {
  type Atoms,
  acceptsAnything,
  findTarget,
  hasEqualMember,
  isAssignable,
  isAtomAssignable,
  keyOf,
  type Member,
  type Objects,
  type Property,
  type Shape,
  unwrap,
} from "./shape.ts";
import type { NodeFinding, Reason } from "./validity.ts";

interface ResultComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  /** Coordinate by which the document selects a field. If the selection is on an interface, it is the interface's. */
  coordinateOf(node: ASTNode): string | undefined;
}

/** Element that is compared, and its node. */
interface Location {
  readonly coordinate: string;
  readonly node: ASTNode;
}

/** Compares the types of a whole result. `root` is the operation. */
export function compareResults(comparison: ResultComparison, old: Objects, now: Objects, root: ASTNode): NodeFinding[] {
  return compareObjects(comparison, old, now, { coordinate: now.name, node: root });
}

/** @param depth - Number of lists around the shape. */
function compareShapes(comparison: ResultComparison, old: Shape, now: Shape, at: Location, depth = 0): NodeFinding[] {
  const { coordinate, node } = at;
  const place = (reasons: readonly Reason[]) => reasons.map((reason): NodeFinding => ({ ...reason, node }));
  const [was, is] = [unwrap(old), unwrap(now)];
  if (was.kind !== is.kind) {
    const verdict = isAssignable(now, old) ? "changes types" : "breaks";
    const message = `${coordinate} is now ${describeKind(is)}, was ${describeKind(was)}.`;
    return place([{ verdict, rule: "type", coordinate, message }]);
  }
  const findings = place(compareNullability(old, now, coordinate, depth));
  if (was.kind === "list" && is.kind === "list") {
    findings.push(...compareShapes(comparison, was.of, is.of, at, depth + 1));
  } else if (was.kind === "atoms" && is.kind === "atoms") {
    findings.push(...place(compareAtoms(was, is, coordinate)));
  } else if (was.kind === "objects" && is.kind === "objects") {
    findings.push(...compareObjects(comparison, was, is, at));
  }
  return findings;
}

function describeKind(shape: Exclude<Shape, { kind: "nullable" }>): string {
  if (shape.kind === "list") return "a list";
  return shape.kind === "objects" ? `an object (${shape.name})` : shape.name;
}

function compareNullability(old: Shape, now: Shape, coordinate: string, depth: number): Reason[] {
  if ((old.kind === "nullable") === (now.kind === "nullable")) return [];
  const subject = depth === 0 ? coordinate : `An item of ${"a list in ".repeat(depth - 1)}${coordinate}`;
  const rule = "nullability";
  if (now.kind !== "nullable") {
    return [{ verdict: "changes types", rule, coordinate, message: `${subject} is now non-null, was nullable.` }];
  }
  const message = `${subject} is now nullable, was non-null.`;
  if (!acceptsAnything(old)) return [{ verdict: "breaks", rule, coordinate, message }];
  return [{ verdict: "changes types", rule, coordinate, message: `${message} Its type, unknown, includes null.` }];
}

function compareAtoms(old: Atoms, now: Atoms, coordinate: string): Reason[] {
  const added = [...now.atoms].filter((atom) => !old.atoms.has(atom));
  const removed = [...old.atoms].filter((atom) => !now.atoms.has(atom));
  const isSame = added.length === 0 && removed.length === 0;
  if (isSame && (old.name === now.name || INTERCHANGEABLE.has(`${old.name} ${now.name}`))) return [];
  if (!isSame && old.isEnum && now.isEnum) {
    // An atom of an enum is a literal with quotes.
    const valueCoordinate = ({ name }: Atoms, atom: string) => `${name}.${atom.slice(1, -1)}`;
    return [
      ...added.map((atom): Reason => {
        const message = `${coordinate} can now be ${atom}. A switch over ${now.name} does not handle it.`;
        return { verdict: "breaks", rule: "enum-grew", coordinate: valueCoordinate(now, atom), message };
      }),
      ...removed.map((atom): Reason => {
        const message = `${coordinate} can no longer be ${atom}.`;
        return { verdict: "changes types", rule: "enum-shrank", coordinate: valueCoordinate(old, atom), message };
      }),
    ];
  }
  const isAccepted = acceptsAnything(old) || [...now.atoms].every((atom) => isAtomAssignable(atom, old.atoms));
  const [is, was] = old.name === "__typename" ? [[...now.atoms][0], [...old.atoms][0]] : [now.name, old.name];
  const remark = isSame ? " The TypeScript type is the same, but the values can differ." : "";
  const message = `${coordinate} is now ${is}, was ${was}.${remark}`;
  return [{ verdict: isAccepted ? "changes types" : "breaks", rule: "type", coordinate, message }];
}

/** Built-in scalars with the same TypeScript type, whose values callers cannot distinguish. */
const INTERCHANGEABLE: ReadonlySet<string> = new Set(["ID String", "String ID", "Int Float", "Float Int"]);

function compareObjects(comparison: ResultComparison, old: Objects, now: Objects, at: Location): NodeFinding[] {
  // Members of a union that callers cannot distinguish can have exchanged their types.
  if (old.members.length > 1 && keyOf(old) === keyOf(now)) return [];
  // If there is only one possible type, it is compared even if its name changed.
  const isOnly = old.members.length === 1 && now.members.length === 1;
  const added: Member[] = [];
  const findings: NodeFinding[] = [];
  for (const member of now.members) {
    const isAccepted = findTarget(member, old) !== undefined;
    const counterpart = isOnly ? old.members[0] : old.members.find(({ name }) => name === member.name);
    if (counterpart) {
      const inner = compareMembers(comparison, counterpart, member, at);
      // If another member of the union accepts it, callers already had to handle such a value.
      findings.push(...inner.map((one): NodeFinding => (isAccepted ? { ...one, verdict: "changes types" } : one)));
    } else if (!isAccepted) {
      added.push(member);
    } else if (!hasEqualMember(old, member)) {
      findings.push(describeNewTypes(now, [member.name], at, false));
    }
  }
  findings.push(...describeAddedMembers(old, now, added, at));
  return isOnly ? findings : [...findings, ...describeRemovedMembers(old, now, at)];
}

/** Members that no member of the old type accepts. */
function describeAddedMembers(old: Objects, now: Objects, added: readonly Member[], at: Location): NodeFinding[] {
  if (added.length === 0) return [];
  const unselected = added.some(({ properties }) => properties.size === 0) ? (now.unselected ?? []) : [];
  const emptied = old.members.filter(({ name }) => unselected.includes(name));
  const known = new Set([...old.members.map(({ name }) => name), ...(old.unselected ?? [])]);
  const names = [...added.map(({ name }) => name), ...unselected].filter((name) => name !== "" && !known.has(name));
  return [
    ...emptied.map(({ name, properties }): NodeFinding => {
      const [first] = properties.values();
      const message = `${name} no longer has ${[...properties.keys()].join(", ")} in the result.`;
      const { coordinate = name, node = at.node } = first ?? {};
      return { verdict: "breaks", rule: "type", coordinate, message, node };
    }),
    ...(names.length > 0 || emptied.length === 0 ? [describeNewTypes(now, names, at, true)] : []),
  ];
}

const UNSELECTED = "a type without a selection";

function describeNewTypes(now: Objects, names: readonly string[], at: Location, breaks: boolean): NodeFinding {
  const types = names.filter(Boolean).join(", ") || UNSELECTED;
  const effect = breaks ? " Code that distinguishes its types does not handle this." : "";
  const message = `${at.coordinate} can now be ${types}.${effect}`;
  const verdict = breaks ? "breaks" : "changes types";
  return { verdict, rule: "union-grew", coordinate: now.name, message, node: at.node };
}

/** Types that are no longer possible, if the result shows it. */
function describeRemovedMembers(old: Objects, now: Objects, at: Location): NodeFinding[] {
  const kept = new Set([...now.members.map(({ name }) => name), ...(now.unselected ?? [])]);
  const removed = old.members.filter((member) => !kept.has(member.name) && !hasEqualMember(now, member));
  if (removed.length === 0) return [];
  const unselected = (old.unselected ?? []).filter((name) => !kept.has(name));
  const names = [...removed.map(({ name }) => name), ...unselected].filter((name) => name !== "");
  const message = `${at.coordinate} can no longer be ${names.join(", ") || UNSELECTED}.`;
  return [{ verdict: "changes types", rule: "union-shrank", coordinate: now.name, message, node: at.node }];
}

function compareMembers(comparison: ResultComparison, old: Member, now: Member, at: Location): NodeFinding[] {
  const findings: NodeFinding[] = [];
  const add = ({ coordinate, node }: Location, verdict: NodeFinding["verdict"], message: string) =>
    findings.push({ verdict, rule: "type", coordinate, message, node });
  for (const [key, property] of now.properties) {
    const was = old.properties.get(key);
    const location = locate(comparison, property, at);
    const { coordinate } = location;
    if (!was) {
      add(location, "changes types", `${now.name} now has ${key} in the result.`);
      continue;
    }
    findings.push(...compareShapes(comparison, was.shape, property.shape, location));
    if (property.optional && !was.optional) add(location, "breaks", `${coordinate} can now be absent.`);
    if (!property.optional && was.optional) add(location, "changes types", `${coordinate} is now always present.`);
  }
  for (const [key, was] of old.properties) {
    if (now.properties.has(key)) continue;
    const message = `${old.name} no longer has ${key} in the result.`;
    add(locate(comparison, was, at), was.optional ? "changes types" : "breaks", message);
  }
  return findings;
}

/** Uses the interface's coordinate if its field changed as well, or if the type no longer has such a field. */
function locate({ before, after, coordinateOf }: ResultComparison, property: Property, at: Location): Location {
  const { coordinate, node = at.node } = property;
  if (coordinate.endsWith(".__typename")) return { coordinate: at.coordinate, node };
  const selected = coordinateOf(node) ?? coordinate;
  const [old, now] = [before, after].map((schema) => {
    const field = selected.slice(selected.indexOf(".") + 1);
    return fieldOf(schema, schema.getType(ownerOf(selected)), field)?.type.toString();
  });
  return { coordinate: old === now ? coordinate : selected, node };
}
