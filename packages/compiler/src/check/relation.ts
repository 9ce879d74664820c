/**
 * Which code still compiles if a type replaces another: the only place that decides it, in both directions. Code that
 * consumes values compiles if it can handle all new ones; code that produces them, if all old ones are accepted.
 */

import type { ASTNode } from "graphql";
import type { Declaration } from "../model/compile.ts";
import {
  acceptsAnything,
  type Leaf,
  type Member,
  type Objects,
  type Property,
  type ResultType,
  UNKNOWN_ATOM,
  unwrap,
} from "../model/result-type.ts";
import { type Code, type Fact, mergeCode } from "./facts.ts";
import { hasSameKeys, hasTypename, isTypename, pairMembers } from "./members.ts";
import type { Location, NodeReason, Reason } from "./reasons.ts";

export interface RelationOptions {
  /** Results are consumed by `reads` and produced by `builds`; variables by `echoes` and `writes`. */
  readonly direction: "output" | "input";
  /** The new declaration of an exported name. Without this function, names are not compared. */
  readonly declared?: (name: string) => Declaration | undefined;
  /** Element of a property. */
  readonly locate?: (property: Property, at: Location) => Location;
}

export interface Relation {
  /** Lists the differences between two types. `at` is their element. */
  compare(old: ResultType, now: ResultType, at: Location): NodeReason[];
  /** The code that stops if values of an exported type are now values of another one: code that imports the name. */
  compareName(name: string, now: Leaf | Objects | Member): readonly Code[];
  /** Lists the values that an enum gained or lost. */
  compareValues(old: Leaf, now: Leaf, at: Location): NodeReason[];
}

const NOWHERE = { coordinate: "", node: {} as ASTNode };

export function createRelation({ direction, declared, locate }: RelationOptions): Relation {
  const [consume, produce]: readonly [Code, Code] = direction === "output" ? ["reads", "builds"] : ["echoes", "writes"];
  /** Pairs of input types that are being compared, because input types can be recursive. */
  const open = new Map<Objects, Set<Objects>>();
  const stops = (code: Code, reasons: readonly Reason[]) => reasons.some((one) => one.code.includes(code));
  const listCode = (isConsumed: boolean, isProduced: boolean, isExhausted = false): Code[] => [
    ...(isConsumed ? [consume] : []),
    ...(isProduced ? [produce] : []),
    ...(isExhausted ? (["exhausts"] as const) : []),
  ];

  const compareTypes = (old: ResultType, now: ResultType, at: Location, depth = 0): NodeReason[] => {
    const [was, is] = [unwrap(old), unwrap(now)];
    const { coordinate, node } = at;
    if (was.kind !== is.kind) {
      const isSet = (was.kind === "leaf" && was.exported !== undefined) || (was.kind === "objects" && was.isUnion);
      const code = listCode(!isAny(is), !acceptsAnything(is), isSet && !isAny(is));
      return [{ rule: "type", coordinate, fact: { kind: "type", ...describeTypes(was, is, depth) }, code, node }];
    }
    const reasons = compareNullability(old, now, at, depth);
    if (was.kind === "list" && is.kind === "list") reasons.push(...compareTypes(was.of, is.of, at, depth + 1));
    else if (was.kind === "leaf" && is.kind === "leaf") reasons.push(...compareLeaves(was, is, at, depth));
    else if (was.kind === "objects" && is.kind === "objects") reasons.push(...compareObjects(was, is, at));
    return reasons;
  };

  const compareNullability = (old: ResultType, now: ResultType, at: Location, depth: number): NodeReason[] => {
    const isNullable = now.kind === "nullable";
    // `unknown` includes null.
    if ((old.kind === "nullable") === isNullable || [old, now].map(unwrap).some(acceptsAnything)) return [];
    const fact: Fact = { kind: "nullability", now: isNullable ? "nullable" : "non-null", depth };
    return [{ rule: "nullability", fact, code: listCode(isNullable, !isNullable), ...at }];
  };

  const compareLeaves = (old: Leaf, now: Leaf, at: Location, depth: number): NodeReason[] => {
    if (old === now) return [];
    const isSame = old.atoms.size === now.atoms.size && [...old.atoms].every((atom) => now.atoms.has(atom));
    const isEnum = old.exported && now.exported && old.name === now.name;
    if (isSame && old.exported?.name === now.exported?.name && (isEnum || direction === "output")) return [];
    if (isEnum) return direction === "output" ? compareValues(old, now, at) : [];
    const other = old.exported && old.exported.name !== now.exported?.name ? compareName(old.exported.name, now) : [];
    // Code can narrow each alternative, and compare with each literal.
    const isRead = !isSame && !isAny(now);
    const isBuilt = ![...old.atoms].every((atom) => isAccepted(atom, now.atoms));
    const code = mergeCode(listCode(isRead, isBuilt, isRead && old.exported !== undefined), other);
    // TypeScript has one type for all numbers.
    const isFraction = direction === "input" && old.name === "Float" && (now.name === "Int" || now.name === "ID");
    if (direction === "input" && code.length === 0 && !isFraction) return [];
    const lost = other.length > 0 && old.exported ? { lost: old.exported.name } : {};
    const fact: Fact = {
      ...{ kind: "type", ...describeTypes(old, now, depth), ...lost },
      ...(isFraction && { rejects: "a fraction" }),
    };
    return [{ rule: isSame && lost.lost ? "name" : "type", fact, code, ...(isFraction && { fails: true }), ...at }];
  };

  /** The values of one enum. Code for an open enum has a `default`. */
  const compareValues = (old: Leaf, now: Leaf, { coordinate, node }: Location): NodeReason[] => {
    const isOpen = old.atoms.has(UNKNOWN_ATOM);
    const list = (one: Leaf, other: Leaf, change: "added" | "removed", code: readonly Code[]) =>
      [...one.atoms].flatMap((atom): NodeReason[] => {
        if (other.atoms.has(atom)) return [];
        // An atom of an enum is a literal with quotes.
        const value = atom.slice(1, -1);
        const rule = change === "added" ? "enum-grew" : "enum-shrank";
        const fact: Fact = { kind: "value", change, value, ...(direction === "output" && { in: coordinate }) };
        return [{ rule, coordinate: `${one.name}.${value}`, fact, code, node }];
      });
    return [
      ...list(now, old, "added", listCode(!isOpen, false, true)),
      ...list(old, now, "removed", listCode(true, true, true)),
    ];
  };

  const compareObjects = (old: Objects, now: Objects, at: Location): NodeReason[] => {
    if (direction === "input") {
      if (old.name === now.name || open.get(old)?.has(now)) return [];
      open.set(old, (open.get(old) ?? new Set()).add(now));
    }
    const [was, is] = [old.members[0], now.members[0]];
    const isSingle = !old.isUnion && !now.isUnion && was && is;
    const reasons = isSingle ? compareMember(was, is, at) : compareMembers(old, now, at);
    open.get(old)?.delete(now);
    return [...describeName(old.exported.name, now.exported.name, now, at), ...reasons];
  };

  /** Code can import each exported type. */
  const describeName = (name: string, other: string | undefined, now: Objects | Member, at: Location): NodeReason[] => {
    const code = name === other && declared?.(name) ? [] : compareName(name, now);
    return code.length === 0 ? [] : [{ rule: "name", fact: { kind: "name", name }, code, ...at }];
  };

  const compareName = (name: string, now: Leaf | Objects | Member): readonly Code[] => {
    if (!declared) return [];
    const declaration = declared(name);
    if (!declaration || declaration.kind === "variables") return listCode(true, true, true);
    if (declaration.kind === "enum") {
      if (!("kind" in now) || now.kind !== "leaf") return listCode(true, true, true);
      const values = new Set(declaration.type.getValues().map((value) => JSON.stringify(value.name)));
      const known = [...now.atoms].filter((atom) => atom !== UNKNOWN_ATOM);
      const isRead = !known.every((atom) => isAccepted(atom, values));
      const isBuilt = ![...values].every((atom) => isAccepted(atom, now.atoms));
      return listCode(isRead, isBuilt, isRead || isBuilt);
    }
    if ("kind" in now && now.kind === "leaf") return listCode(true, true, true);
    const [old, is] = [asObjects(declaration.type), asObjects(now)];
    if (old.members.length === is.members.length && old.members.every((one, index) => one === is.members[index]))
      return [];
    const reasons = plain().compare(old, is, NOWHERE);
    return listCode(stops(consume, reasons), stops(produce, reasons));
  };
  /** Compares the types alone, without the names of their declarations. */
  const plain = (): Relation => createRelation({ direction });

  /** Compares each member with itself and not with its siblings, because callers narrow to one type. */
  const compareMembers = (old: Objects, now: Objects, at: Location): NodeReason[] => {
    const pairs = pairMembers(old, now);
    const paired = new Set(pairs.flat());
    const added = now.members.filter((member) => !paired.has(member));
    const removed = old.members.filter((member) => !paired.has(member));
    const open = old.members.find((member) => member.isOpen);
    /** Whether code for unknown types can read a new type, and code that narrows to others can, too. */
    const isReadable = ({ properties }: Member) => {
      if (!open || hasLost(open.properties, properties)) return false;
      // Code can narrow by all properties, and cannot distinguish types that have the same ones.
      const twins = old.members.filter((was) => hasSameKeys(was.properties, properties));
      const others = twins.length > 0 ? twins : old.members;
      return [...properties].every(([key, one]) => isTypename(one) || acceptsProperty(others, key, one));
    };
    const codeOfNew = (member: Member): readonly Code[] => listCode(!isReadable(member), false, true);
    const codeOfOld = (member: Member): readonly Code[] => {
      const isSelected = member.properties.size > 0;
      return listCode(isSelected, true, isSelected);
    };
    return [
      ...pairs.flatMap(([was, is]) => {
        const own = compareMember(was, is, at, old.members);
        const [name, other] = [was.exported?.name, is.exported?.name];
        // A removed property is reason enough.
        if (name === undefined || name === old.exported.name || stops(consume, own)) return own;
        return [...own, ...describeName(name, other, is, at)];
      }),
      ...describeMembers("added", added, old, now, at, codeOfNew),
      ...describeMembers("removed", removed, now, old, at, codeOfOld),
    ];
  };

  /** Describes added or removed members, those that stop readers first. @param others - The union without them. */
  const describeMembers = (
    change: "added" | "removed",
    members: readonly Member[],
    others: Objects,
    own: Objects,
    at: Location,
    codeOf: (member: Member) => readonly Code[],
  ): NodeReason[] => {
    const coded = members.map((member) => ({ member, code: codeOf(member) }));
    return [true, false].flatMap((wanted): NodeReason[] => {
      const some = coded.filter(({ code }) => code.includes(consume) === wanted);
      const isOther = (name: string) => others.members.some(({ types }) => types.includes(name));
      const isMoved = ({ types }: Member) => types.length > 0 && types.every(isOther);
      // Other fragments apply to a type that implements other interfaces than before.
      const moved = some.flatMap(({ member, code }): NodeReason[] => {
        if (!isMoved(member)) return [];
        const [coordinate = at.coordinate] = member.types;
        return [{ rule: "type", coordinate, fact: { kind: "interfaces", of: at.coordinate }, code, node: at.node }];
      });
      if (moved.length === some.length) return moved;
      const names = some.flatMap(({ member: { types } }) => types.filter((name) => !isOther(name)));
      const types = names.length > 0 ? names : ["an unknown type"];
      const rule = change === "added" ? "union-grew" : "union-shrank";
      // The union changed, or the field that returns another one now.
      const coordinate = own.name === others.name ? own.name : at.coordinate;
      const [added, removed] = change === "added" ? [types, []] : [[], types];
      const fact: Fact = { kind: "members", of: at.coordinate, added, removed };
      const code = mergeCode(...some.filter(({ member }) => !isMoved(member)).map((one) => one.code));
      return [...moved, { rule, coordinate, fact, code, node: at.node }];
    });
  };

  /** @param all - The members of the old union. Others can have a property that the type did not have. */
  const compareMember = (old: Member, now: Member, at: Location, all: readonly Member[] = []): NodeReason[] => {
    const isShared = [...now.properties.keys()].some((key) => old.properties.has(key));
    if (direction === "input" && !isShared) {
      const fact: Fact = { kind: "type", was: old.types.join(), now: now.types.join() };
      return [{ rule: "type", fact, code: listCode(true, true), ...at }];
    }
    const reasons: NodeReason[] = [];
    const add = (place: Location, fact: Fact, code: readonly Code[]) =>
      reasons.push({ rule: "type", fact, code, coordinate: place.coordinate, node: place.node });
    const describe = (change: "added" | "removed", name: string, { types }: Member): Fact => ({
      ...{ kind: "field", change, name, types: types.length > 0 ? types : ["an unknown type"] },
    });
    for (const [key, property] of now.properties) {
      const was = old.properties.get(key);
      const place = locate?.(property, at) ?? at;
      if (!was) {
        // Without `__typename`, code can narrow by the absence of a property that other types have.
        const isNarrowed = !hasTypename(old) && all.some(({ properties }) => properties.has(key));
        const isAccepted = !isNarrowed && acceptsProperty(all, key, property);
        add(place, describe("added", key, now), listCode(!isAccepted, !property.optional));
        continue;
      }
      reasons.push(...compareTypes(was.type, property.type, place));
      if (property.optional && !was.optional) add(place, { kind: "presence", now: "absent" }, [consume]);
      if (!property.optional && was.optional) add(place, { kind: "presence", now: "present" }, [produce]);
    }
    for (const [key, was] of old.properties) {
      if (now.properties.has(key)) continue;
      add(
        locate?.(was, at) ?? { ...at, coordinate: was.coordinate },
        describe("removed", key, old),
        listCode(true, true),
      );
    }
    return reasons;
  };

  /** Whether code that narrows to the members with a property can read the property of another type. */
  const acceptsProperty = (members: readonly Member[], key: string, { type }: Property): boolean => {
    const others = members.flatMap(({ properties }) => properties.get(key) ?? []);
    return others.length === 0 || others.some((other) => !stops(consume, compareTypes(other.type, type, NOWHERE)));
  };

  /** Whether code that reads the properties of a type cannot read those of another one. */
  const hasLost = (old: Member["properties"], now: Member["properties"]): boolean =>
    [...old].some(([key, was]) => {
      const is = now.get(key);
      return !isTypename(was) && (!is || stops(consume, compareTypes(was.type, is.type, NOWHERE)));
    });

  return { compare: compareTypes, compareValues, compareName };
}

/** Code that narrows an `any` compiles with nothing else. Code for every other type compiles with `any`. */
function isAny(type: ResultType): boolean {
  return type.kind === "leaf" && type.atoms.has("any");
}

/** A string literal is assignable to `string`. */
function isAccepted(atom: string, target: ReadonlySet<string>): boolean {
  if (target.has(atom) || target.has("unknown") || target.has("any")) return true;
  return atom.startsWith('"') && target.has("string");
}

type Unwrapped = ReturnType<typeof unwrap>;

function describeTypes(old: Unwrapped, now: Unwrapped, depth: number): { readonly was: string; readonly now: string } {
  const hasOneName = old.kind === "leaf" && now.kind === "leaf" && old.name === now.name && old.name !== "__typename";
  const lists = depth === 0 ? "" : `a list of ${"lists of ".repeat(depth - 1)}`;
  const [list, object] = depth === 0 ? ["a list", "an object"] : ["lists", "objects"];
  const describe = (type: Unwrapped): string => {
    if (type.kind === "list") return list;
    if (type.kind === "objects") return `${object} (${type.name})`;
    if (type.name === "__typename") return [...type.atoms].join();
    return hasOneName ? `${type.exported ? "an enum" : "a scalar"} (${type.name})` : type.name;
  };
  return { was: lists + describe(old), now: lists + describe(now) };
}

function asObjects(type: Objects | Member): Objects {
  if ("kind" in type) return type;
  const exported = type.exported ?? { name: "" };
  return { kind: "objects", name: "", exported, members: [type], isUnion: false };
}
