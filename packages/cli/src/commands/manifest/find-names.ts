/** Finds the names of a package that the scripts of a consumer use. */

import { isBuiltin } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { GraphQLError, type Source } from "graphql";
import { parseScript } from "../../codegen/pluck.ts";
import { NAMESPACE, type Names, readScript, type ScriptModules } from "./read-script.ts";

export interface Consumer {
  readonly package: string;
  readonly scripts: readonly Source[];
  /** Packages that are installed for the scripts. Other specifiers can be aliases of local files. */
  readonly dependencies: ReadonlySet<string>;
  /** Base names of the modules that the consumer publishes, without extensions. */
  readonly published: ReadonlySet<string>;
}

export interface FoundNames {
  readonly names: Names;
  /** Syntax errors. */
  readonly failures: readonly GraphQLError[];
}

/** A module whose names are those of the package: the package, or a script with `export * from "package"`. */
interface Reexporter {
  readonly isAt: (specifier: string, from: string) => boolean;
  readonly file?: string;
  readonly own: ReadonlySet<string>;
  /** Names that are the package itself: `export * as api from "package"`. */
  readonly namespaces: ReadonlySet<string>;
  readonly isWhole: boolean;
}

export async function findNames(consumer: Consumer): Promise<FoundNames> {
  const { scripts } = consumer;
  const failures: GraphQLError[] = [];
  const read = new Map<Source, ScriptModules>();
  const readAll = async (sources: readonly Source[]): Promise<void> => {
    for (const source of sources.filter((one) => !read.has(one))) {
      const program = await parseScript(source);
      if (program instanceof GraphQLError) failures.push(program);
      else read.set(source, readScript(program));
    }
  };
  await readAll(scripts.filter(({ body }) => body.includes(consumer.package)));

  const files = new Map(scripts.map((source) => [withoutExtension(source.name), source]));
  const isPackage = (specifier: string) =>
    specifier === consumer.package || specifier.startsWith(`${consumer.package}/`);
  const none: ReadonlySet<string> = new Set();
  const modules: Reexporter[] = [{ isAt: isPackage, own: none, namespaces: none, isWhole: true }];
  const used = new Set<string>();
  const followed = new Set<string>();
  let isAll = false;
  const add = (names: Names): void => {
    if (names === "all") isAll = true;
    else for (const name of names) used.add(name);
  };

  // The list grows while it is read: scripts that export all of a module are modules of their own.
  for (const module of modules) {
    // A script without the package's name can import the package through another script.
    if (module.file !== undefined) await readAll(scripts);
    let isImported = false;
    for (const [source, { imports, stars, namespaces, exported }] of read) {
      const isAt = (specifier: string) => module.isAt(specifier, source.name);
      for (const [specifier, names] of imports) {
        if (!isAt(specifier)) continue;
        isImported = true;
        for (const [name, members] of names) {
          if (module.namespaces.has(name)) add(members);
          else if (!module.isWhole) continue;
          else if (name === NAMESPACE)
            add(members === "all" ? members : new Set([...members].filter((one) => !module.own.has(one))));
          else if (!module.own.has(name)) used.add(name);
        }
      }
      const isStar = stars.some(isAt);
      const inside = [...namespaces].flatMap(([name, specifier]) => (isAt(specifier) ? [name] : []));
      if (inside.length === 0 && !isStar) continue;
      isImported = true;
      const key = `${source.name} ${isStar} ${inside}`;
      if (followed.has(key)) continue;
      followed.add(key);
      modules.push({
        file: source.name,
        isAt: (specifier, from) => mayResolve(specifier, from, source, files, consumer.dependencies),
        own: new Set([...exported, ...module.own]),
        namespaces: new Set([...inside, ...(isStar ? module.namespaces : [])]),
        isWhole: isStar && module.isWhole,
      });
    }
    // Code that is not here can import any name of it.
    if (module.file !== undefined && (!isImported || consumer.published.has(basename(withoutExtension(module.file)))))
      isAll = true;
  }
  return { names: isAll ? "all" : used, failures };
}

/** Whether an import can be that of a script: a path to it, or an alias that ends with its name. */
function mayResolve(
  specifier: string,
  from: string,
  target: Source,
  files: ReadonlyMap<string, Source>,
  dependencies: ReadonlySet<string>,
): boolean {
  if (specifier.startsWith(".")) {
    const path = join(dirname(from), specifier);
    const found = [path, withoutExtension(path), join(path, "index")].map((one) => files.get(one)).find(Boolean);
    return found === target;
  }
  const [scope = "", name = ""] = specifier.split("/");
  if (isBuiltin(specifier) || dependencies.has(scope) || dependencies.has(`${scope}/${name}`)) return false;
  const own = withoutExtension(target.name);
  const last = basename(withoutExtension(specifier));
  return last === basename(own) || (basename(own) === "index" && last === basename(dirname(own)));
}

function withoutExtension(file: string): string {
  return /^\.[cm]?[jt]sx?$/.test(extname(file)) ? file.slice(0, -extname(file).length) : file;
}
