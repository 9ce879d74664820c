/** Chooses what the first screen of a report shows: some changes of each group, the worst groups first. */

import { groupBy } from "../check/compare/document-operations.ts";
import { count } from "../text/phrases.ts";
import type { ChangeBlock, Group } from "./blocks.ts";

interface OverviewGroup extends Pick<Group, "status" | "title"> {
  readonly shown: readonly ChangeBlock[];
  /** Such as `and 12 other changes: 8 invalid, 4 required`. Empty if all changes are shown. */
  readonly rest: string;
}

/**
 * Fills `room` lines, or three for each group if these are more: one for each title, one for each shown
 * change, one for each rest. Each group gets an equal share, and the worst ones get what others leave.
 */
export function createOverview(groups: readonly Group[], room: number): OverviewGroup[] {
  const lines = Math.max(room - groups.length, 2 * groups.length);
  const share = Math.floor(lines / groups.length);
  const sizes = groups.map(({ changes }) => Math.min(changes.length, share));
  let left = lines - sizes.reduce((sum, size) => sum + size, 0);
  return groups.map(({ status, title, changes }, index) => {
    const own = sizes[index] ?? 0;
    const size = Math.min(changes.length, own + left);
    left -= size - own;
    // The last line counts the rest.
    const shown = size < changes.length ? chooseChanges(changes, size - 1) : changes;
    return { status, title, shown, rest: describeRest(changes.filter((change) => !shown.includes(change))) };
  });
}

/** The first change of each rule, then the first ones, in the order of the report. */
function chooseChanges(changes: readonly ChangeBlock[], size: number): ChangeBlock[] {
  const firsts = [...groupBy(changes, ruleOf).values()].map(([first]) => first);
  const kept = new Set([...new Set([...firsts, ...changes])].slice(0, size));
  return changes.filter((change) => kept.has(change));
}

function ruleOf({ first }: ChangeBlock): string {
  return first.rule;
}

function describeRest(changes: readonly ChangeBlock[]): string {
  if (changes.length === 0) return "";
  const rules = groupBy(changes, ruleOf);
  const sizes = [...rules].sort(([, a], [, b]) => b.length - a.length);
  const kinds = sizes.map(([rule, { length }]) => `${length} ${rule}`).join(", ");
  return `and ${count(changes.length, "other change")}: ${kinds}`;
}
