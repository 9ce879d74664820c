/** Growth: many operations and a large schema, measured; many processes and tenants, simulated. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildASTSchema, parse, print, specifiedScalarTypes, visit } from "graphql";
import { type Cost, runNode } from "./child.ts";
import { createProject, inventOperations, ROOT, SCHEMAS } from "./codegen/fixtures.ts";
import { checkTypes, TOOLS } from "./codegen/tools.ts";
import { renderNumber, renderTable } from "./markdown.ts";
import type { Measurement } from "./measurement.ts";
import { type FleetStart, startFleet } from "./simulation/cold-start.ts";
import { countExchangesPerDay } from "./simulation/fortnight.ts";

const FLEET = { processes: 10_000, tenants: 1_000, capacityPerS: 200, seed: 7 } as const;

type Figures = Omit<Cost, "output">;

export interface Scale {
  readonly measured: Record<string, Figures>;
  readonly schemaBytes: number;
  readonly starts: readonly (FleetStart & { windowMs: number; shared: boolean; jitter: boolean })[];
  readonly perDay: { readonly alone: number; readonly shared: number };
}

export const scale: Measurement<Scale> = {
  async measure({ quick, report }) {
    const measured: Record<string, Figures> = {};
    const note = (name: string, { output: _, ...figures }: Cost) => {
      measured[name] = figures;
    };
    const many = quick ? 100 : 10_000;
    report(`scale: ${many} operations`);
    const operations = inventOperations(SCHEMAS.GitHub, many);
    {
      await using project = await createProject(ROOT, operations);
      const { folder } = project;
      await TOOLS.ours.prepare(folder, SCHEMAS.GitHub);
      note("codegen, 10,000 operations, GitHub's schema", await TOOLS.ours.generate(folder));
      await TOOLS.ours.consume(
        folder,
        operations.map((text, index) => ({ name: `Operation${index}`, text })),
      );
      note("`tsc` over a consumer of 10,000 operations", await checkTypes(folder, ["consumer.ts"]));
      note("`schema check`, 10,000 operations", await checkSchema(folder, SCHEMAS["GitHub, earlier"], SCHEMAS.GitHub));
    }
    report("scale: a schema of 10 MB");
    const large = enlarge(await readFile(SCHEMAS.GitHub, "utf8"), quick ? 2 : 9);
    await using project = await createProject(ROOT, operations.slice(0, 100));
    const file = join(project.folder, "large.graphql");
    await writeFile(file, large);
    await TOOLS.ours.prepare(project.folder, file);
    note("codegen, 100 operations, schema of 10 MB", await TOOLS.ours.generate(project.folder));
    note("`schema check`, 100 operations, schema of 10 MB", await checkSchema(project.folder, file, file));

    report("scale: the fleet");
    const starts = [1_000, 60_000, 600_000].flatMap((windowMs) =>
      [false, true].flatMap((shared) =>
        [false, true].map((jitter) => ({
          windowMs,
          shared,
          jitter,
          ...startFleet({ ...FLEET, windowMs, shared, jitter }),
        })),
      ),
    );
    const perDay = {
      alone: countExchangesPerDay({ ...FLEET, shared: false }),
      shared: countExchangesPerDay({ ...FLEET, shared: true }),
    };
    return { measured, schemaBytes: large.length, starts, perDay };
  },

  render: ({ measured, schemaBytes, starts, perDay }) => `## Operations and schemas, measured

Whole processes, once each; the operations are invented over GitHub's schema (1.2 MB), and the large schema is GitHub's,
repeated under other names until it has ${renderNumber(schemaBytes / 1e6)} MB.

${renderTable(
  ["work", "by the clock", "processor time", "peak memory"],
  Object.entries(measured).map(([name, { wallMs, cpuMs, peakMiB }]) => [
    name,
    `${(wallMs / 1000).toFixed(2)} s`,
    `${(cpuMs / 1000).toFixed(2)} s`,
    `${Math.round(peakMiB)} MiB`,
  ]),
)}

At run time neither grows: a program holds the documents that it imports, and no schema.

## A fleet, simulated

${renderNumber(FLEET.processes)} processes for ${renderNumber(FLEET.tenants)} tenants, ten each, deployed anew every day; access tokens live 7 days. Exchanges a day:
**${renderNumber(perDay.alone)}** where each process is alone, one for each start; **${renderNumber(perDay.shared)}** with a shared store, one a tenant a week.

A cold start, with nothing in any store, against a refresh endpoint that serves ${FLEET.capacityPerS} exchanges a second, each in 100 ms, and
answers 503 to the rest. "Jitter" are our spread waits; without it each wait is the longest of the same bounds.

${renderTable(
  ["first calls within, store, jitter", "exchanges", "refused", "peak a second", "last process ready"],
  starts.map(({ windowMs, shared, jitter, exchanges, refused, peakPerS, settledS }) => [
    `${windowMs / 1000} s, ${shared ? "shared" : "none"}, ${jitter ? "yes" : "no"}`,
    ...[exchanges, refused, peakPerS].map(renderNumber),
    `${settledS.toFixed(0)} s`,
  ]),
)}

So a fleet of this size wants a store: it takes the exchanges from one a start to one a tenant, and a start within a second
from a storm to a few seconds. Jitter spreads the tries of clients that failed together; it makes no capacity, and with full
jitter some tries come sooner than they would without. What helps without a store is to start over a longer time than
processes ÷ capacity (here ${FLEET.processes / FLEET.capacityPerS} s).

The simulation keeps the rules of \`src/auth\` (three tries, cool-down, a lock that is polled) and stands in \`bench/simulation/\`,
seeded: the same numbers on every machine. The capacity is an assumption: the platform's limits are not known.
`,
};

/** Exit code 1 is a verdict: operations break. */
function checkSchema(folder: string, before: string, after: string): Promise<Cost> {
  const command = [join(ROOT, "dist/cli/main.js"), "schema", "check", "--format", "json"];
  const flags = ["--snapshot", before, "--against", after, "--operations", "operations"];
  return runNode([...command, ...flags], { cwd: folder, accept: [1] });
}

/** The schema, and its types again under other names, so many times in all. */
function enlarge(text: string, times: number): string {
  const document = parse(text, { noLocation: true });
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const kept = new Set([...specifiedScalarTypes, ...roots].flatMap((type) => (type ? [type.name] : [])));
  const types = document.definitions.filter(
    (node) => "name" in node && node.kind.endsWith("TypeDefinition") && !kept.has(node.name?.value ?? ""),
  );
  const copies = Array.from({ length: times - 1 }, (_, copy) => {
    const rename = (name: string) => (kept.has(name) ? name : `${name}_${copy}`);
    return types.map((type) =>
      visit(type, {
        enter(node) {
          const named = node.kind === "NamedType" || node === type;
          if (!named || !("name" in node) || !node.name) return undefined;
          return { ...node, name: { ...node.name, value: rename(node.name.value) } };
        },
      }),
    );
  });
  return [text, ...copies.flat().map((node) => print(node))].join("\n\n");
}
