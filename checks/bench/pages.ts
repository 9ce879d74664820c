/** The pages: what is measured, in the order in which it is told. */

import { bundle } from "./bundle.ts";
import type { Circumstances } from "./circumstances.ts";
import { codegen } from "./codegen.ts";
import { type Figures, renderGoals } from "./goals.ts";
import { heap } from "./heap.ts";
import type { Measurement } from "./measurement.ts";
import { overhead } from "./overhead.ts";
import { profile } from "./profile.ts";
import { refresh } from "./refresh.ts";
import { scale } from "./scale.ts";
import { schemaCheck } from "./schema-check.ts";
import { start } from "./start.ts";
import { WHY } from "./why.ts";

const PERFORMANCE = { overhead, profile, bundle, start, codegen, "schema-check": schemaCheck, refresh, heap };

export const MEASUREMENTS: Readonly<Record<string, Measurement<unknown>>> = { ...PERFORMANCE, scale };

export interface Results {
  readonly measured: Record<string, { readonly at: Circumstances; readonly result: unknown }>;
}

export function renderPerformance({ measured }: Results): string {
  const sections = Object.entries(PERFORMANCE).flatMap(([name, { render }]) => {
    const found = measured[name];
    return found ? [(render as Measurement<unknown>["render"])(found.result)] : [];
  });
  const all = Object.keys(PERFORMANCE).every((name) => measured[name]);
  const figures = Object.fromEntries(Object.entries(measured).map(([name, { result }]) => [name, result]));
  return `# Performance

<!-- Written by \`npm run bench\` from what it measured. -->

${renderCircumstances(measured[Object.keys(PERFORMANCE)[0] ?? ""]?.at)}

Only ratios that were taken in one run hold, and a shared machine is noisy: read the quartiles in parentheses before the
medians. \`npm run bench\` measures all of it anew (\`-- --only <name>\` one part: ${Object.keys(MEASUREMENTS).join(", ")}).

${all ? `## Goals\n\n${renderGoals(figures as unknown as Figures)}\n\n${WHY}` : ""}
${sections.join("\n")}`;
}

export function renderScale({ measured }: Results): string {
  const found = measured.scale;
  return `# Growth

<!-- Written by \`npm run bench -- --only scale\`. -->

${renderCircumstances(found?.at)}

${found ? (scale as Measurement<unknown>).render(found.result) : ""}`;
}

function renderCircumstances(at: Circumstances | undefined): string {
  if (!at) return "";
  const versions = Object.entries(at.versions).map(([name, version]) => `${name} ${version}`);
  return `Measured ${at.date} on ${at.machine}, with ${versions.join(", ")}.`;
}
