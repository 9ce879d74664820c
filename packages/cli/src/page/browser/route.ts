/** The address of a view: `#/data/Customer/42?all=1`. */

export interface Route {
  /** `data`, `changes`, `operations` or `requests`. */
  readonly view: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [view = "", ...rest] = path.split("/").map(decode);
  return {
    view: view || "data",
    path: rest.filter((part) => part !== ""),
    query: new URLSearchParams(query),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function linkTo(
  parts: readonly (string | number)[],
  query: Readonly<Record<string, string | number>> = {},
): string {
  const entries = Object.entries(query).filter(([, value]) => value !== "" && value !== 0);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return `#/${parts.map((part) => encodeURIComponent(part)).join("/")}${search ? `?${search}` : ""}`;
}
