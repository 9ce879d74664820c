/** The data of any operation as rows and fields, for people to read. */

/** A list of objects found in the data. */
export interface Listing {
  /** What it lists: the field's name, or its parent's where the field is `nodes` or the like. */
  readonly noun: string;
  readonly columns: readonly string[];
  /** One value a column; `undefined` where an object lacks it. */
  readonly rows: readonly (readonly unknown[])[];
}

export interface Arranged {
  /** The first list of objects, nearest to the root. */
  readonly listing: Listing | undefined;
  /** All the rest, by dotted path. */
  readonly fields: readonly (readonly [path: string, value: unknown])[];
}

/** Names that say "here is the list" and not what of (the Relay and GitHub habits). */
const CARRIERS = new Set(["nodes", "edges", "items", "node"]);

export function arrange(data: object): Arranged {
  const found = findList(data);
  const fields = flatten(data).filter(([, value]) => value !== found?.list);
  if (!found) return { listing: undefined, fields };
  const { path, list } = found;
  const noun = path.findLast((name) => !CARRIERS.has(name)) ?? path.join(".");
  const rows = list.map((entry) => new Map(flatten(path.at(-1) === "edges" ? openEdge(entry) : (entry ?? {}))));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return { listing: { noun, columns, rows: rows.map((row) => columns.map((column) => row.get(column))) }, fields };
}

interface Found {
  readonly path: readonly string[];
  readonly list: readonly (object | null)[];
}

function findList(data: object): Found | undefined {
  const queue: { path: readonly string[]; value: unknown }[] = [{ path: [], value: data }];
  // The queue grows while it is walked: breadth first.
  for (const { path, value } of queue) {
    if (Array.isArray(value) && value.every((entry) => entry === null || isRecord(entry))) return { path, list: value };
    if (!isRecord(value)) continue;
    queue.push(...Object.entries(value).map(([name, member]) => ({ path: [...path, name], value: member })));
  }
  return undefined;
}

/** A Relay edge: its node's fields stand beside its own. */
function openEdge(entry: object | null): object {
  if (!isRecord(entry)) return {};
  const { node, ...own } = entry;
  return isRecord(node) ? { ...node, ...own } : entry;
}

function flatten(value: object, path: readonly string[] = []): [string, unknown][] {
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    isRecord(member) ? flatten(member, [...path, name]) : [[[...path, name].join("."), member]],
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
