/** The lists of schema elements after the changes, in the order of all formats. */

import type { Cause, Report, SchemaChange } from "../check/verdict/report.ts";
import { describeAccepted, describeChange, joinTitle } from "../check/verdict/sentences.ts";
import { count, renderPlace } from "../text/phrases.ts";
import type { Item, List } from "./blocks.ts";

function createItem(subject: string, message: string, details: Partial<Item> = {}): Item {
  return { subject, message, labels: [], fails: false, uses: [], ...details };
}

export function describeNotCompared({ notCompared }: Report): Item[] {
  return notCompared.map(({ subject, reason }) => createItem(subject, reason));
}

/** The lists that have items. */
export function describeLists(report: Report): List[] {
  const causes = new Set(report.causes.flatMap(({ coordinates }) => coordinates));
  const others = report.changes.filter(({ coordinate }) => !causes.has(coordinate));
  const lists: readonly Omit<List, "isDetail">[] = [
    { id: "accepted-changes", title: "Accepted changes", items: listAccepted(report) },
    { id: "consumers", title: "Consumers", items: listConsumers(report) },
    { id: "unused", title: "Operations that no consumer uses", items: listUnused(report) },
    { id: "stale", title: "Accepted changes to update or remove", items: listStale(report) },
    { id: "deprecations", title: "Deprecated elements in use", items: listDeprecations(report) },
    { id: "additions", title: "New on types in use", items: listAdditions(report, causes) },
    {
      id: "changes",
      title: `Other schema changes, by their level for any client: ${describeLevels(others)}`,
      items: others.map(describeOther),
    },
  ];
  return lists.flatMap((list) =>
    list.items.length > 0 ? [{ ...list, isDetail: list.id === "changes" }] : [],
  );
}

function listAccepted({ causes }: Report): Item[] {
  return causes.flatMap(({ accepted, coordinates, change, breaks, changesTypes }) => {
    if (!accepted) return [];
    const size = count(breaks.length + changesTypes.length, "operation");
    const message = `${joinTitle(describeChange(coordinates, change))}: ${size} · accepted ${describeAccepted(accepted)}`;
    return [createItem("", message)];
  });
}

function listConsumers({ consumers = [], causes }: Report): Item[] {
  const open = causes.filter(({ accepted }) => !accepted);
  const usersOfBroken = findTypeUsers(open.filter(({ breaks }) => breaks.length > 0));
  const usersOfChanged = findTypeUsers(open.filter(({ breaks }) => breaks.length === 0));
  return consumers.map(({ name, operations, breaks, changesTypes }) => {
    const effects = [
      ...(breaks.length > 0 ? [count(breaks.length, "breaks", "break")] : []),
      ...(changesTypes.length > 0 ? [count(changesTypes.length, "changes types", "change types")] : []),
      ...(usersOfBroken.has(name) ? ["a type that it uses breaks"] : []),
      ...(usersOfChanged.has(name) ? ["a type that it uses changes"] : []),
    ];
    const message = `uses ${count(operations, "operation")}: ${effects.join(", ") || "unaffected"}`;
    return createItem(name, message);
  });
}

/** Names of the consumers that use the enum or the input type of a cause, and no operation of it. */
function findTypeUsers(causes: readonly Cause[]): ReadonlySet<string> {
  const users = causes.flatMap(({ used }) => used?.consumers ?? []);
  return new Set(users.filter(({ operations }) => operations === 0).map(({ name }) => name));
}

function listUnused({ operations }: Report): Item[] {
  return operations.flatMap(({ name, kind, place, consumers }) =>
    consumers?.length === 0 ? [createItem(name, `${kind} at ${renderPlace(place)}`)] : [],
  );
}

function listStale({ staleAccepted }: Report): Item[] {
  return staleAccepted.map(({ coordinate, rule, operation, reason, expires, problem }) => {
    const label = problem === "expired" ? `expired on ${expires}` : "unused";
    const labels = [label, ...(rule ? [`rule: ${rule}`] : []), ...(operation ? [`in ${operation}`] : [])];
    return createItem(coordinate, reason, { labels, fails: problem === "expired" });
  });
}

function listDeprecations({ deprecations }: Report): Item[] {
  return deprecations.map(({ coordinate, reason, isNew, uses }) =>
    createItem(coordinate, reason, { labels: isNew ? ["new"] : [], uses }),
  );
}

function listAdditions({ additions }: Report, causes: ReadonlySet<string>): Item[] {
  return additions.flatMap(({ coordinate, message, operations }) =>
    causes.has(coordinate)
      ? []
      : [createItem(coordinate, message, { uses: operations.map((operation) => ({ operation })) })],
  );
}

function describeOther({ coordinate, level, message, folded }: SchemaChange): Item {
  const suffix = folded > 0 ? ` (and ${count(folded, "change")} as a result)` : "";
  return createItem(coordinate, message + suffix, { labels: [level] });
}

function describeLevels(changes: readonly SchemaChange[]): string {
  const levels = (["breaking", "dangerous", "safe"] as const).flatMap((level) => {
    const { length } = changes.filter((change) => change.level === level);
    return length > 0 ? [`${length} ${level}`] : [];
  });
  return levels.join(", ");
}
