/**
 * Bytes of a program with a refresh token that disappear (`gzip -9`) without one promise, or without the text of messages.
 * Parts compress together, so their costs do not add up to the whole.
 */

import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { parseSync, Visitor } from "vite";
import { REFRESH_TOKEN, renderProgram, STATIC_TOKEN } from "../../test/support/program.ts";
import { ROOT } from "./fixtures.ts";
import type { Measurement, Table } from "./measurement.ts";
import { runNode } from "./processes.ts";
import { ARGUMENT_CHECKS, SIMPLIFICATIONS, type Simplification } from "./simplifications.ts";

const OPTIONS = {
  absWorkingDir: ROOT,
  ...{ bundle: true, format: "esm", platform: "browser", write: false },
} as const satisfies BuildOptions;

/** A platform in place of the network: each variant must execute the program. */
const PLATFORM = `globalThis.fetch = async (url) =>
  Response.json(url.endsWith("/auth/refresh") ? { access_token: "token" } : { data: { isExecuted: true } });`;

/** Changes the text of a file in `src/`. The path has no extension. */
type Edit = (file: string, text: string) => string;

export const bundleCost: Measurement = async ({ report }) => {
  const whole = await measure();
  const table: Table = {
    "whole program": { "gzip -9, bytes": whole },
    "with a static token": { "gzip -9, bytes": await measure(undefined, STATIC_TOKEN) },
  };
  const add = (name: string, without: number) => {
    table[name] = { "gzip -9, bytes": whole - without };
  };
  for (const [name, parts] of Object.entries(SIMPLIFICATIONS)) {
    report(`bundle cost: ${name}`);
    const applied = new Set<Simplification>();
    add(name, await measure((file, text) => simplify(file, text, parts, applied)));
    const [unused] = parts.filter((part) => !applied.has(part));
    if (unused) throw new Error(`simplifications.ts, "${name}": src/${unused.file}.ts has no ${unused.name}`);
  }
  add("message text", await measure(removeText));
  const checks = ARGUMENT_CHECKS.flatMap((name) => SIMPLIFICATIONS[name] ?? []);
  const removeChecks: Edit = (file, text) => simplify(file, text, checks);
  add("all checks of arguments", await measure(removeChecks));
  add(
    "all checks of arguments, and message text",
    await measure((file, text) => removeText(file, removeChecks(file, text))),
  );
  return table;
};

async function measure(edit?: Edit, auth = REFRESH_TOKEN): Promise<number> {
  const plugin: Plugin = {
    name: "edit",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const file = relative(join(ROOT, "src"), path).replace(/\.ts$/, "");
        return { contents: edit?.(file, text) ?? text, loader: "ts" };
      }),
  };
  const stdin = { contents: renderProgram(auth), resolveDir: join(ROOT, "test"), loader: "ts" } as const;
  const { outputFiles } = await build({ ...OPTIONS, stdin, minify: true, plugins: [plugin] });
  const text = outputFiles[0]?.text ?? "";
  const { output } = await runNode(["--input-type=module", "--eval", `${PLATFORM}${text}`]);
  if (output.trim() !== "{ isExecuted: true }") throw new Error(`The program printed ${output}`);
  return gzipSync(text, { level: 9 }).length;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function simplify(
  file: string,
  text: string,
  parts: readonly Simplification[],
  applied = new Set<Simplification>(),
): string {
  const { body } = parseSync(`${file}.ts`, text).program;
  const replacements = body.flatMap((node): Replacement[] => {
    const declaration = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    if (!declaration) return [];
    const { id } = ("declarations" in declaration ? declaration.declarations[0] : declaration) as {
      id?: { name?: string };
    };
    const part = parts.find((one) => one.file === file && one.name === id?.name);
    if (!part) return [];
    applied.add(part);
    return [{ start: declaration.start, end: declaration.end, text: `const ${part.name}: any = ${part.value};` }];
  });
  return replace(text, replacements);
}

/** Replaces strings and parts of templates that contain a space, as text of messages does. */
function removeText(file: string, text: string): string {
  const replacements: Replacement[] = [];
  const visitor = new Visitor({
    Literal: ({ value, start, end }) => {
      if (typeof value === "string" && value.includes(" ")) replacements.push({ start, end, text: `""` });
    },
    TemplateElement: ({ value: { raw }, start }) => {
      // The position of the element can be that of the delimiter before it.
      const from = text.indexOf(raw, start);
      if (raw.includes(" ")) replacements.push({ start: from, end: from + raw.length, text: "" });
    },
  });
  visitor.visit(parseSync(`${file}.ts`, text).program);
  return replace(text, replacements);
}

function replace(text: string, replacements: readonly Replacement[]): string {
  const fromEnd = replacements.toSorted((one, other) => other.start - one.start);
  return fromEnd.reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), text);
}
