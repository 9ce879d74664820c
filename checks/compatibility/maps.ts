/** Source maps and declaration maps: each must lead to the source, in the package, that declares the same thing. */

import { readdir, readFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";

export interface Maps {
  /** Maps of code and of declarations, and exported declarations that were followed through them. */
  readonly files: number;
  readonly followed: number;
  readonly complaints: readonly string[];
}

const EXPORTED = /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|interface|type) (\w+)/;

/** Follows each exported declaration of each file in `dist` to its source. */
export async function followMaps(packageFolder: string): Promise<Maps> {
  const dist = join(packageFolder, "dist");
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(d\.ts|js)$/.test(file)).sort();
  const complaints: string[] = [];
  let followed = 0;
  for (const file of files) {
    const code = await readFile(join(dist, file), "utf8");
    const mapFile = join(dist, dirname(file), code.match(/^\/\/# sourceMappingURL=(.+)$/m)?.[1] ?? "");
    const payload = JSON.parse(await readFile(mapFile, "utf8").catch(() => "null"));
    if (!payload) {
      complaints.push(`dist/${file} has no map`);
      continue;
    }
    const source = join(dirname(mapFile), payload.sources[0]);
    const sourceLines = (await readFile(source, "utf8").catch(() => "")).split("\n");
    if (relative(packageFolder, source).startsWith("..") || sourceLines.length < 2) {
      complaints.push(`dist/${file}: its source ${payload.sources[0]} is not in the package`);
      continue;
    }
    const map = new SourceMap(payload);
    for (const [line, text] of code.split("\n").entries()) {
      const name = text.match(EXPORTED)?.[1];
      if (!name) continue;
      const entry = map.findEntry(line, text.indexOf(name, "export ".length));
      // Text that looks like a declaration, in a template, begins nothing.
      if (!("originalLine" in entry) || entry.generatedLine !== line) continue;
      const lead = sourceLines[entry.originalLine] ?? "";
      followed += 1;
      if (!new RegExp(`\\b${name}\\b`).test(lead)) complaints.push(`dist/${file}: ${name} leads to "${lead.trim()}"`);
    }
  }
  return { files: files.length, followed, complaints };
}
