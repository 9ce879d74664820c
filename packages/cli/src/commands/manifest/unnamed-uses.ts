/** Finds code that can use any name of a package without writing it. */

import { isBuiltin } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { isInside } from "../../is-inside.ts";
import type { TextFile } from "./text-files.ts";

/** The package whose names are used. */
export interface UsedPackage {
  /** Its name, and the names under which the consumer installs it. */
  readonly names: readonly string[];
  /** Folder of the consumer, relative to the working directory. */
  readonly folder: string;
  /** Names of the packages that the consumer installs. */
  readonly dependencies: ReadonlySet<string>;
  /** Base names of the modules that the consumer publishes, without extensions. */
  readonly published: ReadonlySet<string>;
}

/**
 * Finds code that can use any name: a namespace that is read by an expression or passed on, a name that is
 * put together, and a published module with all exports.
 *
 * @returns the name of the first such file.
 */
export function findUnnamed(files: readonly TextFile[], used: UsedPackage): string | undefined {
  const modules = findModules(files, used);
  const originOf = (specifier: string, file: string): Origin => {
    const isModule = isLocal(specifier, used) && modules.has(nameModule(specifier));
    if (isModule || isPackage(specifier, used)) return "package";
    return canResolve(specifier, file, used) ? "unknown" : "other";
  };
  const mentions = files.some(({ text }) => used.names.some((name) => text.includes(name)));
  if (!mentions) return undefined;
  return files.find(({ name, text }) => {
    if (STAR.test(text) && modules.has(nameModule(name)) && used.published.has(withoutExtension(name)))
      return true;
    const canLoad = modules.size > 0 || used.names.some((name) => text.includes(name));
    if (PUT_TOGETHER.test(text) || (GLOB.test(text) && canLoad)) return true;
    const namespaces = readNamespaces(text, (specifier) => originOf(specifier, name));
    return namespaces.some((namespace) => isUnnamed(namespace, text));
  })?.name;
}

/** Whether a specifier is that of the package: certainly, perhaps, or not. */
type Origin = "package" | "unknown" | "other";

/** A path or an alias, and no package that is installed. */
function isLocal(specifier: string, { dependencies }: UsedPackage): boolean {
  const [scope = "", name = ""] = specifier.split("/");
  return !isBuiltin(specifier) && !dependencies.has(scope) && !dependencies.has(`${scope}/${name}`);
}

/** Whether a specifier can lead to the package: an alias, or a path out of the consumer's folder. */
function canResolve(specifier: string, file: string, used: UsedPackage): boolean {
  if (!specifier.startsWith(".")) return isLocal(specifier, used);
  return !isInside(join(dirname(file), specifier), used.folder);
}

/** `export * from "…"` and `export * as name from "…"`. */
const STAR = /\bexport\s*(?:type\s*)?\*\s*(?:as\s+\w+\s+)?from\s*(["'])(.*?)\1/;
/** The end of a name after an expression: `kind + "Document"` or `${kind}Document`. */
const PUT_TOGETHER = /\+\s*(["'`])\w*Document\1|\}\w*Document`/;
const GLOB = /\bimport\.meta\.glob\w*\s*\(|\brequire\.context\s*\(/;

function isPackage(specifier: string, { names }: UsedPackage): boolean {
  return names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Names of the files that export all of the package, or of another such file. */
function findModules(files: readonly TextFile[], used: UsedPackage): Set<string> {
  const stars = files.flatMap(({ name, text }) =>
    [...text.matchAll(new RegExp(STAR, "g"))].map(([, , specifier = ""]) => ({
      name: nameModule(name),
      specifier,
    })),
  );
  const modules = new Set<string>();
  // Until a pass adds no module: a module can export all of one that is listed later.
  for (let size = -1; size < modules.size; ) {
    size = modules.size;
    for (const { name, specifier } of stars)
      if (isPackage(specifier, used) || modules.has(nameModule(specifier))) modules.add(name);
  }
  return modules;
}

function withoutExtension(path: string): string {
  const end = extname(path);
  return basename(path, /^\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx?)$/.test(end) ? end : "");
}

/** The last part of a path or an alias without its extension; for an index, that of its folder. */
function nameModule(path: string): string {
  const name = withoutExtension(path);
  return name === "index" || /^\.{0,2}$/.test(name) ? basename(dirname(path)) : name;
}

/** Code before a specifier that makes a name for all of its exports. */
const NAMESPACES: readonly RegExp[] = [
  /\bimport\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\*\s*as\s+(?<name>[\w$]+)\s+from\s*["'](?<from>[^"']+)["']/g,
  /\bimport\s+(?<name>[\w$]+)\s*=\s*require\s*\(\s*["'](?<from>[^"']+)["']/g,
  /\b(?:const|let|var)\s+(?<name>[\w$]+)\s*(?::[^=\n]{1,200})?=\s*(?:await\s+)?(?:import|[\w$]*[rR]equire)\s*\(\s*["'`](?<from>[^"'`]+)["'`]/g,
  /\bimport\s*\(\s*["'`](?<from>[^"'`]+)["'`]\s*\)\s*\.\s*then\s*\(\s*(?:async\s*)?(?:\(\s*(?<name>[\w$]+)|(?<bare>[\w$]+)\s*=>)/g,
];
/** A module that is read or passed on without a name. */
const NAMELESS =
  /(?:\bimport|\b[\w$]*[rR]equire)\s*\(\s*(?<mark>["'`])(?<from>[^"'`]+)\k<mark>(?:\s*\+[^)\n]{1,200})?\s*\)\s*\)?(?<next>\s*\S{0,6})/g;

interface Namespace {
  /** "" has no name: `rest` is the code after it. */
  readonly name: string;
  readonly origin: Origin;
  readonly rest?: string;
}

function readNamespaces(text: string, originOf: (specifier: string) => Origin): Namespace[] {
  // By name, because one name can be declared many times.
  const named = new Map<string, Namespace>();
  for (const { groups = {} } of NAMESPACES.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const namespace = { name: groups.name ?? groups.bare ?? "", origin: originOf(groups.from ?? "") };
    if (named.get(namespace.name)?.origin !== "package") named.set(namespace.name, namespace);
  }
  const nameless = [...text.matchAll(NAMELESS)].flatMap(({ groups = {}, index, 0: all }) => {
    const origin = originOf(groups.from ?? "");
    if (origin !== "package") return [];
    const before = text.slice(Math.max(0, index - 80), index);
    // A name or a pattern before it, a statement of its own, or a callback: these are read elsewhere.
    if (/(?:=|^|[;{}\n])\s*(?:\(?\s*await\s+)?\(?\s*$/.test(before) && !/^\s*[[]/.test(groups.next ?? ""))
      return [];
    return [
      {
        name: "",
        origin,
        rest: text.slice(index + all.length - (groups.next ?? "").length, index + all.length + 80),
      },
    ];
  });
  return [...[...named.values()].filter(({ origin }) => origin !== "other"), ...nameless];
}

/** A member by its name: `.Name`, `?.Name`, `!.Name` or `["Name"]`. */
const MEMBER = /^\s*!?\s*(?:\??\.\s*[A-Za-z_$]|(?:\?\.)?\[\s*(["'`])[\w$]+\1\s*\])/;

/** Whether a namespace is used in a way that does not show names. */
function isUnnamed({ name, origin, rest }: Namespace, text: string): boolean {
  if (origin === "unknown") return isEnumerated(name, text);
  if (rest !== undefined) return !MEMBER.test(rest) && !/^\s*\.\s*then/.test(rest);
  // A name with "$" is not searched: it counts as passed on.
  if (/[$]/.test(name)) return true;
  for (const { index } of text.matchAll(
    new RegExp(String.raw`(?<![\w$]|(?<!\.\.)\.)${name}(?![\w$])`, "g"),
  )) {
    const before = text.slice(Math.max(0, index - 200), index);
    const after = text.slice(index + name.length, index + name.length + 120);
    if (!MEMBER.test(after) && !isDeclaration(before, after)) return true;
  }
  return false;
}

/** Whether the names of a namespace are read by an expression, or listed. */
function isEnumerated(name: string, text: string): boolean {
  const word = name.replaceAll("$", "\\$");
  const indexed = String.raw`(?<![\w$.])${word}\s*!?\s*(?:\?\.)?\[\s*(?!(["'\x60])[\w$]+\1\s*\])`;
  const listed = String.raw`\bkeyof\s+typeof\s+${word}(?![\w$])|\bObject\.(?:keys|values|entries)\s*\(\s*${word}(?![\w$])`;
  return new RegExp(`${indexed}|${listed}`).test(text);
}

/** Whether the name is declared, destructured by names, or the name of something else. */
function isDeclaration(before: string, after: string): boolean {
  if (/\*\s*as\s+$|\b(?:const|let|var|import)\s+$/.test(before)) return true;
  if (/\bthen\s*\(\s*(?:async\s*)?\(?\s*$/.test(before)) return true;
  const [, pattern] = /\{([^{}]*)\}\s*(?::[^=;]*)?=\s*(?:\(\s*)?$/.exec(before) ?? [];
  if (pattern !== undefined) return !/\.\.\.|\[/.test(pattern);
  // A key, an attribute, a comment, or a specifier.
  return /(?:^|[,{\s])$/.test(before)
    ? /^\s*:(?!:)|^\s*=(?![=>])[{"']/.test(after)
    : /["'`/@-]$/.test(before);
}
