/** The size of each entry, against its budget. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const BUDGETS = join(import.meta.dirname, "budgets.json");
/** Entries that are shipped to browsers, and so counted with the packages that they bring. */
const SHIPPED = new Set([".", "./operations", "./documents"]);

export interface Size {
  readonly entry: string;
  /** Minified and compressed, in bytes. */
  readonly gzip: number;
  readonly budget: number | undefined;
  /** Packages that the bundle holds. */
  readonly packages: readonly string[];
}

/** Measures everything that each entry with code exports. */
export async function measure(folder: string, packageFolder: string): Promise<Size[]> {
  const { name, exports } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const budgets: Record<string, number> = JSON.parse(await readFile(BUDGETS, "utf8"));
  const entries = Object.keys(exports).filter((entry) => typeof exports[entry] === "object");
  return Promise.all(
    entries.map(async (entry) => {
      const shipped = SHIPPED.has(entry);
      const { outputFiles, metafile } = await build({
        ...{ stdin: { contents: `export * from "${name}${entry.slice(1)}";`, resolveDir: folder }, bundle: true },
        ...{ minify: true, write: false, metafile: true, format: "esm", target: "es2022", absWorkingDir: folder },
        ...(shipped ? { platform: "browser" } : { platform: "node", plugins: [othersAreExternal(name)] }),
      });
      const packages = Object.keys(metafile.inputs).flatMap(
        (path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? [],
      );
      return {
        entry,
        gzip: gzipSync(outputFiles?.[0]?.contents ?? "").length,
        budget: budgets[entry],
        packages: [...new Set(packages)].filter((used) => used !== name).sort(),
      };
    }),
  );
}

/** What Node finds in `node_modules` is not in our files: only the package itself is bundled. */
function othersAreExternal(name: string) {
  return {
    name: "others-are-external",
    setup(bundler: import("esbuild").PluginBuild) {
      bundler.onResolve({ filter: /^[^./]/ }, ({ path }) =>
        path.startsWith(name) ? undefined : { path, external: true },
      );
    },
  };
}

/** One line for each entry that has outgrown its budget, or has none. */
export function judgeSizes(sizes: readonly Size[]): string[] {
  return sizes.flatMap(({ entry, gzip, budget }) => {
    if (budget !== undefined && gzip <= budget) return [];
    const limit = budget === undefined ? "has no budget" : `has a budget of ${budget}`;
    return [
      `${entry} is ${gzip} bytes and ${limit}: make it smaller, or write another one to compatibility/budgets.json`,
    ];
  });
}
