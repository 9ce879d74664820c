/** What follows from a union or an interface in a result having other possible types than before. */

import type { At } from "./compare-leaves.ts";
import type { Found } from "./finding.ts";
import type { Member, Objects } from "./shape.ts";
import { keyOfMember } from "./shape-key.ts";

/** Members that the old type has no place for. */
export function describeGrowth(old: Objects, now: Objects, added: readonly Member[], at: At): Found[] {
  if (added.length === 0) return [];
  const hasUnselected = added.some(({ properties }) => properties.size === 0);
  const unselected = hasUnselected ? (now.unselected ?? []) : [];
  const emptied = old.members.filter(({ name }) => unselected.includes(name));
  const known = new Set([...old.members.map(({ name }) => name), ...(old.unselected ?? [])]);
  const names = [...added.map(({ name }) => name), ...unselected].filter((name) => name !== "" && !known.has(name));
  return [
    ...emptied.map((member) => describeEmptied(member, at)),
    ...(names.length > 0 || emptied.length === 0 ? [describeNewTypes(now, names, at)] : []),
  ];
}

/** No condition of a fragment fits the type any more. */
function describeEmptied({ name, properties }: Member, at: At): Found {
  const [first] = properties.values();
  const message = `${name} has no ${[...properties.keys()].join(", ")} in the result any more.`;
  return {
    verdict: "breaks",
    rule: "type",
    coordinate: first?.coordinate ?? name,
    message,
    node: first?.node ?? at.node,
  };
}

function describeNewTypes(now: Objects, names: readonly string[], at: At): Found {
  const what = names.length > 0 ? names.join(", ") : "a type of which nothing is selected";
  const message = `${at.coordinate} may be ${what} now: code that tells its types apart misses it.`;
  return { verdict: "breaks", rule: "union-grew", coordinate: now.name, message, node: at.node };
}

/** A new type that looks like one that is possible already. */
export function describeHarmlessGrowth(now: Objects, { name }: Member, at: At): Found {
  const message = `${at.coordinate} may be ${name || "a type of which nothing is selected"} now.`;
  return { verdict: "changes types", rule: "union-grew", coordinate: now.name, message, node: at.node };
}

/** Types that are not possible any more, where that shows in the result. */
export function describeLoss(old: Objects, now: Objects, at: At): Found[] {
  const kept = new Set([...now.members.map(({ name }) => name), ...(now.unselected ?? [])]);
  const lost = old.members.filter((member) => !kept.has(member.name) && !isIn(member, now));
  if (lost.length === 0) return [];
  const gone = (old.unselected ?? []).filter((name) => !kept.has(name));
  const names = [...lost.map(({ name }) => name), ...gone].filter((name) => name !== "");
  const message = `${at.coordinate} is never ${names.join(", ") || "a type of which nothing is selected"} any more.`;
  return [{ verdict: "changes types", rule: "union-shrank", coordinate: now.name, message, node: at.node }];
}

/** Whether the union has a member that looks the same. */
export function isIn(member: Member, { members }: Objects): boolean {
  return members.some((other) => keyOfMember(other) === keyOfMember(member));
}
