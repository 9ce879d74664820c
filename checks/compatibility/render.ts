/** `docs/compatibility.md`: nothing in it that changes from run to run or from machine to machine. */

import { type BundleReport, ONE_OPERATION_BUDGET } from "./bundles.ts";
import type { ClientRow } from "./clients.ts";
import { COMPILERS, PROJECTS } from "./compilers.ts";
import { ENTRIES } from "./effects.ts";
import { EXPECTED } from "./platforms.ts";
import { REFUSAL } from "./refusal.ts";
import type { Runtime } from "./runtimes.ts";
import type { Size } from "./sizes.ts";
import { versionOf } from "./versions.ts";

/** All that was found, where nothing is wrong. */
export interface Findings {
  readonly runtimes: readonly Runtime[];
  readonly clients: readonly ClientRow[];
  readonly bundles: readonly BundleReport[];
  readonly sizes: readonly Size[];
}

export function renderFindings({ runtimes, clients, bundles, sizes }: Findings): string {
  const checks = Object.keys(EXPECTED);
  const [one] = bundles;
  return `# Where it runs

<!-- Written by \`npm run check:compatibility\`. -->

The package is packed and installed from the tarball with \`npm ci --ignore-scripts\`, as a user would; everything below is
asked of what was installed. No package that it brings needs an install script. Versions are those of
[the lock file](../compatibility/package-lock.json) and of [the consumer's](../compatibility/consumer/package-lock.json).

## Runtimes

The same [suite](../compatibility/consumer/smoke/suite.ts) against the simulated platform over HTTP:

${EXPLANATION}

${table(
  ["", "version", ...checks],
  [
    ...runtimes.map(({ name, version }) => [name, version, ...checks.map(() => "✓")]),
    ["requests of the API", "", ...Object.values(EXPECTED).map(({ api }) => String(api))],
    ["exchanges", "", ...Object.values(EXPECTED).map(({ refresh }) => String(refresh))],
  ],
)}
Node takes the suite as it is, and so do Bun and Deno, with the package in \`node_modules\`; Deno is allowed the network and the
environment and nothing else. The worker and the page are bundled by esbuild. The page asks across origins.
A Node that is too old is refused by the command in one line: \`${REFUSAL}\`.

## Clients

Result and variables are typed by the document: each client's file compiles, with the wrong variables and the wrong field
refused. Each form is executed once, in exactly one request.

${table(
  ["client", "version", "forms of a document"],
  [...Map.groupBy(clients, ({ name }) => name)].map(([name, rows]) => [
    `\`${name}\``,
    name.startsWith("@integration-platform/") ? "" : versionOf(name),
    rows.map(({ form }) => `${form} ✓`).join("<br>"),
  ]),
)}
- **AST**: \`./documents\`. **string**: \`./operations\`. **text**: \`document.text\` of a string document, with
  \`ResultOf<typeof document>\` and \`VariablesOf<typeof document>\` given as type arguments.
- urql sends short queries by GET, which the platform does not take: \`preferGetMethod: false\`.
- graphql-request 7 names \`graphql\` 14 to 16 as its peer and works with 17: npm wants
  \`"overrides": { "graphql-request": { "graphql": "$graphql" } }\`.

## Compilers

\`strict\` and \`exactOptionalPropertyTypes\`, and \`skipLibCheck: false\` for all but the last column, since Apollo's own
declarations do not pass it.

${table(
  ["TypeScript", ...PROJECTS.map(({ name }) => name)],
  COMPILERS.map((compiler) => [versionOf(compiler), ...PROJECTS.map(() => "✓")]),
)}
## Bundles

A program that runs one operation of three. No text of the other ones is in the bundle, and a program that imports everything
and uses nothing is empty. \`sideEffects: false\` is true as well as useful: importing
${list(ENTRIES.map((entry) => `.${entry}`))} changes no global, adds no listener and starts nothing.

${table(
  ["", "version", "one operation", "nothing"],
  bundles.map(({ name }) => [name, versionOf(name), "✓", "✓"]),
)}
In each of them, in at most ${ONE_OPERATION_BUDGET.toLocaleString("en")} bytes, minified and compressed by gzip:
${list(one?.modules ?? [])}.

Each entry has a budget of as many bytes for all that it exports:

${table(
  ["entry", "at most", "with"],
  sizes.map(({ entry, budget, packages }) => [`\`${entry}\``, (budget ?? 0).toLocaleString("en"), list(packages)]),
)}
Every file of \`dist\` has a map, and each exported declaration leads through it to the line of \`src\`, in the package, that
declares it: source maps and declaration maps alike.
`;
}

const EXPLANATION = `
- **exchange**: the first of two calls exchanges the refresh token;
- **query**: typed data;
- **replay**: ten calls meet the same 401, and share one renewal;
- **abort**: a caller leaves when the request has arrived, and is given its own reason;
- **timeout**: a deadline ends a call that is not answered, and its error says in which phase;
- **partial**: data and errors at once, beside each other or on the error.

The last two rows are the requests that each took, in every runtime: not one more.`.trimStart();

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

/** The same in a few lines, for the README. */
export function renderSummary({ runtimes, clients }: Findings): string {
  const versions = Map.groupBy(runtimes, ({ name }) => name);
  const others = new Set(clients.map(({ name }) => name).filter((name) => !name.startsWith("@integration-platform/")));
  return `${table(
    [...versions.keys()],
    [[...versions.values()].map((group) => `${group.map(({ version }) => version).join(", ")} ✓`.trim())],
  )}
${table(
  [...others].map((name) => `\`${name}\``),
  [[...others].map((name) => `${versionOf(name)} ✓`)],
)}`;
}
