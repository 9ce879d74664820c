import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { renderGithub, renderHtml, renderJson, renderMarkdown, renderText } from "../src/schema/render/index.ts";
import type { Finding, FindingRule, OperationReport, Report } from "../src/schema/report.ts";
import { createUnaffected, drifted, empty, enumShrank, everyVerdict, placeOf, sources } from "./support/report.ts";

const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../schema/report.schema.json"), "utf8"));
const plain = (report: Report, width?: number) =>
  renderText(report, { sources, colors: false, ...(width === undefined ? {} : { width }) });
const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);

/** All five formats of a report, by name. */
const renderAll = (report: Report) => ({
  text: plain(report),
  json: renderJson(report),
  markdown: renderMarkdown(report, { sources }),
  github: renderGithub(report),
  html: renderHtml(report, { sources }),
});

/** An operation that breaks at a line of a real file. */
function createBroken(name: string, finding: Partial<Finding> = {}): OperationReport {
  const place = placeOf("operations/integrations/get.graphql", "displayName");
  const base: Finding = { verdict: "breaks", rule: "invalid", coordinate: "User.displayName", message: "Gone.", place };
  return { ...createUnaffected(name), verdict: "breaks", findings: [{ ...base, ...finding }] };
}

const createMany = (length: number) =>
  Array.from({ length }, (_, index) => createBroken(`Operation${String(index).padStart(4, "0")}`));

test("text: shows each operation at its lines, worst first, and the verdict last", () => {
  expect(plain(drifted)).toMatchInlineSnapshot(`
    "schema/schema.graphql (introspection) → https://platform.example.com/api (introspection)
    ! The snapshot was introspected without the header x-preview, this one with it: some changes may be
      its.

    ✗ GetIntegration breaks  query · operations/integrations/get.graphql:8:7
        7 │     owner {
        8 │       email
          │       ^^^^^ User.email may be null now.  nullability
        9 │       displayName
          │       ^^^^^^^^^^^ Cannot query field "displayName" on type "User". Did you mean "name"?
          │                   User.displayName · invalid
       10 │     }
        ⋮ │
       13 │         id
       14 │         status
          │         ^^^^^^ Run.status is never null any more.  nullability
       15 │       }
      types
          │     owner: {
        - │       email: string;
        - │       displayName: string;
        + │       email: string | null;
          │     };
        ⋮ │
          │         id: string;
        - │         status: RunStatus | null;
        + │         status: RunStatus;
          │       }>;

    ✗ RenameIntegration breaks  mutation · operations/integrations/rename.graphql:3:3
        2 │ mutation RenameIntegration($id: ID!, $name: String!) {
        3 │   renameIntegration(id: $id, name: $name) {
          │   ^^^^^^^^^^^^^^^^^ Argument "Mutation.renameIntegration(reason:)" of type "String!" is
          │                     required, but it was not provided.  required
        4 │     integration {

    ~ ListFlows changes types  query · operations/flows/flow-summary.graphql:5:3
        4 │   name
        5 │   status
          │   ^^^^^^ Flow.status is never "LEGACY" any more.  FlowStatus.LEGACY · enum-shrank
        6 │   trigger {
      operations/flows/list.graphql:2:36
        2 │ query ListFlows($integration: ID!, $filter: FlowFilter) {
          │                                    ^^^^^^^ FlowFilter.tags may be passed now.  input-field
        3 │   flows(integration: $integration, filter: $filter) {
      ○ Flow.trigger may be QueueTrigger now: code that tells its types apart misses it. Trigger ·
        union-grew
        Accepted until 2027-01-31: Our switch on __typename has a default branch (PLAT-512).
      types
        - │ type FlowStatus = "ACTIVE" | "DRAFT" | "LEGACY";
        + │ type FlowStatus = "ACTIVE" | "DRAFT";
          │
          │ type FlowFilter = {
          │   status?: FlowStatus | null;
        + │   tags?: Array<string> | null;
          │ };

    ✓ 11 operations unaffected: CreateFlow, DeleteFlow, GetFlow, GetRun, InviteUser, ListConnectors,
      ListIntegrations, ListRuns, ListUsers, PublishFlow, RetryRun

    Deprecated, and used by us
      Integration.slug  Use \`key\`; removed on 2027-06-01. (new, announced in words only)
                        GetIntegration operations/integrations/get.graphql:6:5
                        ListIntegrations operations/integrations/list.graphql:7:7

    Read to the first page only
      Integration.runs  without pageInfo { hasNextPage endCursor }
                        GetIntegration operations/integrations/get.graphql:11:5

    New on types that we select
      Integration.archivedAt  New field of type DateTime.
                              selected by GetIntegration, ListIntegrations, RenameIntegration
      Query.auditEvents       New field of type AuditEventConnection!.

    Schema: 5 breaking, 2 dangerous, 4 safe
      User.displayName                     Field removed.
      Mutation.renameIntegration(reason:)  Required argument added.
      Mutation.archiveTenant               Field removed.
      User.email                           Type changed from String! to String.
      FlowStatus.LEGACY                    Enum value removed.
      Trigger                              Member QueueTrigger added to the union.
      Integration.runs(first:)             Default changed from 50 to 20.

    Acceptances to renew or remove
      Run.log  matches nothing any more: The log viewer is going away.

    ✗ 2 of 14 operations break · 1 changes types · major
    "
  `);
});

test("text: says in one line that nothing concerns us", () => {
  const operations = ["GetFlow", "ListFlows"].map(createUnaffected);
  expect(plain({ ...empty, operations })).toMatchInlineSnapshot(`
    "schema/schema.graphql (introspection) → https://platform.example.com/api (introspection)

    ✓ nothing that concerns our 2 operations
    "
  `);
});

test("text: names what could not be compared, and what has expired", () => {
  const { operations, staleAcceptances } = everyVerdict;
  expect(plain({ ...empty, operations: operations.slice(3), staleAcceptances })).toMatchInlineSnapshot(`
    "schema/schema.graphql (introspection) → https://platform.example.com/api (introspection)

    ! GetTenant not compared  query · operations/get-tenant.graphql:2:1
      did not fit the schema before the change either

    ✓ 11 operations unaffected: GetFlow, CreateFlow, DeleteFlow, GetRun, InviteUser, ListConnectors,
      ListIntegrations, ListRuns, ListUsers, PublishFlow, RetryRun
      ○ Flow.trigger may be QueueTrigger now: code that tells its types apart misses it. Trigger ·
        union-grew
        Accepted until 2027-01-31: Our switch on __typename has a default branch (PLAT-512).

    Acceptances to renew or remove
      Run.log                                   matches nothing any more: The log viewer is going away.
      User.email nullability in GetIntegration  expired on 2026-11-01, so it counts again: Every user of
                                                ours has an address.

    ✗ 11 of 12 operations unaffected · 1 did not fit before either · 1 acceptance expired
    "
  `);
});

test.each([
  [{ operations: [] }, "✓ no operations to check"],
  [{ operations: [createUnaffected("GetFlow")] }, "✓ nothing that concerns our only operation"],
  [{ operations: [createUnaffected("GetFlow")], drift: drifted.drift }, "✓ our only operation is unaffected"],
  [{ operations: drifted.operations.slice(3), semver: "patch" }, "✓ nothing that concerns our 11 operations · patch"],
  [
    { operations: drifted.operations.slice(2), verdict: "changes types", semver: "minor" },
    "~ nothing breaks · 1 of 12 operations changes types · minor",
  ],
  [
    { operations: [createUnaffected("A"), { ...createUnaffected("B"), invalidBefore: true }] },
    "! 1 of 2 operations unaffected · 1 did not fit before either",
  ],
  [
    { operations: [createUnaffected("GetFlow")], staleAcceptances: everyVerdict.staleAcceptances },
    "✗ our only operation is unaffected · 1 acceptance expired",
  ],
  [{ operations: [createBroken("A")], verdict: "breaks", semver: "major" }, "✗ 1 of 1 operation breaks · major"],
] as const)("every format has the verdict of %o", (difference, verdict) => {
  const report: Report = { ...empty, ...difference };
  const { text, markdown, github, html } = renderAll(report);
  expect(lastLine(text)).toBe(verdict);
  expect(lastLine(github)).toBe(verdict);
  expect(markdown.split("\n")[2]).toMatch(/^## \S+ /);
  expect(markdown.split("\n")[2]?.replace(/^## \S+ /, "")).toBe(verdict.slice(2));
  expect(html).toContain(`<title>${verdict} · Schema check</title>`);
});

test.each([["drifted", drifted] as const, ["everyVerdict", everyVerdict] as const])(
  "every format tells the same findings of %s",
  (_name, report) => {
    const { text, json, markdown, github, html } = renderAll(report);
    const findings = report.operations.flatMap((operation) => operation.findings);
    const counted = findings.filter(({ accepted }) => !accepted);
    const occurrences = (within: string, what: string) => within.split(what).length - 1;

    const parsed: Report = JSON.parse(json);
    expect(parsed.operations.flatMap((operation) => operation.findings)).toEqual(findings);
    expect(text.match(/ \^+ /g)).toHaveLength(counted.length);
    expect(markdown.match(/^- [✗~] /gm)).toHaveLength(counted.length);
    expect(markdown.match(/^- ○ /gm)).toHaveLength(findings.length - counted.length);
    expect(github.match(/title=[^:]*%3A (?:breaks|changes types)::/g)).toHaveLength(counted.length);
    expect(html.match(/<p class="finding /g)).toHaveLength(counted.length);
    expect(html.match(/<p class="accepted"/g)).toHaveLength(findings.length - counted.length);
    for (const verdict of ["breaks", "changes types"] as const) {
      const { length } = report.operations.filter((operation) => operation.verdict === verdict);
      expect(text.match(new RegExp(`^[✗~] \\w+ ${verdict} `, "gm"))).toHaveLength(length);
      expect(markdown.match(new RegExp(`^\\| .* \\| ${verdict} \\|`, "gm"))).toHaveLength(length);
      expect(occurrences(html, `<article id`)).toBe(report.operations.length);
    }
    for (const { coordinate } of [...report.drift, ...report.deprecations, ...report.staleAcceptances])
      for (const rendered of [text, json, markdown, html]) expect(rendered).toContain(coordinate);
    for (const { coordinate, level } of report.changes)
      for (const rendered of level === "safe" ? [json, markdown, html] : [text, json, markdown, html])
        expect(rendered).toContain(coordinate);
  },
);

test("text: has colours where they are wanted, and not one escape code elsewhere", () => {
  const colorful = renderText(everyVerdict, { sources, colors: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(colorful.replaceAll(/\u001b\[\d+m/g, "")).toBe(plain(everyVerdict));
  expect(colorful).toContain("\u001b[31m");
  expect(plain(everyVerdict)).not.toContain("\u001b");
});

test.each([40, 60, 100, 140])("text: keeps to %i columns, but for names that cannot be broken", (width) => {
  const rendered = plain({ ...everyVerdict, operations: everyVerdict.operations.slice(0, 3) }, width);
  const whole = /^[✗~!✓] |^schema\/|\.graphql:\d|│ *\S+$/;
  expect(rendered.split("\n").filter((line) => line.length > width && !whole.test(line))).toEqual([]);
});

test("text: points at the right column behind tabs and wide letters", () => {
  const file = "wide.graphql";
  const line = '\tfind(word: "検索") { name }';
  const place = { file, line: 2, column: line.indexOf("name") + 1 };
  const report = { ...empty, operations: [createBroken("Find", { place })] };
  const rendered = renderText(report, { sources: new Map([[file, `query Find {\r\n${line}\r\n}`]]), colors: false });
  expect(rendered.split("\n").slice(3, 6)).toMatchInlineSnapshot(`
    [
      "    1 │ query Find {",
      "    2 │   find(word: "検索") { name }",
      "      │                        ^^^^ Gone.  User.displayName · invalid",
    ]
  `);
});

test("text: says what is the matter where the file cannot be read", () => {
  const report = { ...empty, operations: [createBroken("GetIntegration")] };
  expect(renderText(report, { sources: new Map(), colors: false }).split("\n").slice(2, 5)).toMatchInlineSnapshot(`
    [
      "✗ GetIntegration breaks  query · operations/integrations/get.graphql:9:7",
      "    9 │",
      "      │  Gone.  User.displayName · invalid",
    ]
  `);
});

test("json: keeps to its schema, in all that it can say", () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  for (const report of [empty, drifted, everyVerdict]) {
    validate(JSON.parse(renderJson(report)));
    expect(validate.errors).toBe(null);
  }
  validate({ ...drifted, verdict: "fine" });
  expect(validate.errors).toHaveLength(1);
});

test("json: writes nothing that its schema does not describe", () => {
  // An acceptance is extended where it is stale: there its own properties are checked by the rest of the schema.
  const sealed = JSON.parse(JSON.stringify(schema), (key, value) =>
    value?.type === "object" ? { ...value, unevaluatedProperties: key === "acceptance" } : value,
  );
  const validate = new Ajv2020().compile(sealed);
  validate(JSON.parse(renderJson(everyVerdict)));
  expect(validate.errors).toBe(null);
});

test("json: its schema knows every rule", () => {
  const rules: Record<FindingRule, true> = {
    ...{ invalid: true, nullability: true, type: true, required: true, "enum-grew": true, "enum-shrank": true },
    ...{ "union-grew": true, "union-shrank": true, "input-field": true, default: true },
  };
  expect(schema.$defs.rule.enum).toEqual(Object.keys(rules));
});

test("json: says all of the report, in the same order however it was made", () => {
  const reverse = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reverse)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, child]) => [key, reverse(child)]),
          )
        : value;
  const json = renderJson(everyVerdict);
  expect(JSON.parse(json)).toEqual(everyVerdict);
  expect(renderJson(reverse(everyVerdict) as Report)).toBe(json);
  expect(json).toMatch(/^{\n {2}"version": 1,\n {2}"before": {\n.*}\n$/s);
});

test("github: annotates the line, with what may not stand in a command escaped", () => {
  const finding = { message: "100%\r\n::error::gone", place: { file: "a,b:c%.graphql", line: 3, column: 5 } };
  const report = { ...empty, operations: [createBroken("GetFlow", finding)] };
  expect(renderGithub(report).split("\n")[0]).toBe(
    "::error file=a%2Cb%3Ac%25.graphql,line=3,col=5,title=GetFlow%3A breaks::100%25 ::error::gone (User.displayName · invalid)",
  );
});

test("github: finds files below the repository's root", () => {
  const report = { ...empty, operations: [createBroken("GetFlow")] };
  expect(renderGithub(report, { folder: "packages/graphql/" })).toContain(
    "::error file=packages/graphql/operations/integrations/get.graphql,line=9,col=7,",
  );
});

test("github: annotates a fragment once for all who spread it", () => {
  const operations = ["GetFlow", "ListFlows"].map((name) => createBroken(name, { place: enumShrank.place }));
  const lines = renderGithub({ ...empty, verdict: "breaks", operations }).split("\n");
  expect(lines.filter((line) => line.startsWith("::"))).toEqual([
    expect.stringContaining("title=GetFlow%2C ListFlows%3A breaks::"),
  ]);
});

test("github: gives no more than GitHub shows, the most important first, and counts the rest", () => {
  const operations = createMany(1000).map((operation, line) => ({
    ...operation,
    findings: operation.findings.flatMap((finding) => [
      { ...finding, place: { ...finding.place, line: line + 1 } },
      { ...enumShrank, place: { ...finding.place, line: line + 1 } },
    ]),
  }));
  const lines = renderGithub({ ...drifted, operations }).split("\n");
  const of = (kind: string) => lines.filter((line) => line.startsWith(`::${kind} `));
  expect([of("error").length, of("warning").length, of("notice").length]).toEqual([10, 10, 5]);
  expect(of("error")[0]).toContain("Operation0000");
  expect(of("notice").at(-1)).toMatch(/^::notice title=1981 more::GitHub shows 10 .* 1981 more are in the report\.$/);
});

test("markdown: is a comment with the verdict, a table, and details to unfold", () => {
  expect(renderMarkdown(drifted, { sources })).toMatchInlineSnapshot(`
    "<!-- platform-graphql schema check -->

    ## ❌ 2 of 14 operations break · 1 changes types · major

    \`schema/schema.graphql\` (introspection) → \`https://platform.example.com/api\` (introspection)

    > [!WARNING]
    > The snapshot was introspected without the header x-preview, this one with it: some changes may be its.

    | Operation | Verdict | Because of | Where |
    | --- | --- | --- | --- |
    | ❌ \`GetIntegration\` | breaks | \`User.email\` nullability and 2 more | \`operations/integrations/get.graphql:8:7\` |
    | ❌ \`RenameIntegration\` | breaks | \`Mutation.renameIntegration(reason:)\` required | \`operations/integrations/rename.graphql:3:3\` |
    | 🔶 \`ListFlows\` | changes types | \`FlowStatus.LEGACY\` enum-shrank and 1 more | \`operations/flows/flow-summary.graphql:5:3\` |

    <details><summary>❌ <b>GetIntegration</b> breaks: 3 reasons</summary>

    - ✗ \`User.email\` nullability: User.email may be null now. (\`operations/integrations/get.graphql:8:7\`)
    - ✗ \`User.displayName\` invalid: Cannot query field "displayName" on type "User". Did you mean "name"? (\`operations/integrations/get.graphql:9:7\`)
    - ~ \`Run.status\` nullability: Run.status is never null any more. (\`operations/integrations/get.graphql:14:9\`)

    \`\`\`graphql
    # operations/integrations/get.graphql
        owner {
          email
    #     ^^^^^ User.email
          displayName
    #     ^^^^^^^^^^^ User.displayName
        }
    # ⋮
            id
            status
    #       ^^^^^^ Run.status
          }
    \`\`\`

    \`\`\`diff
    @@ 4 lines @@
          slug: string;
          owner: {
    -       email: string;
    -       displayName: string;
    +       email: string | null;
          };
          runs: {
            nodes: Array<{
              id: string;
    -         status: RunStatus | null;
    +         status: RunStatus;
            }>;
          };
    @@ 7 lines @@
    \`\`\`

    </details>

    <details><summary>❌ <b>RenameIntegration</b> breaks: 1 reason</summary>

    - ✗ \`Mutation.renameIntegration(reason:)\` required: Argument "Mutation.renameIntegration(reason:)" of type "String!" is required, but it was not provided. (\`operations/integrations/rename.graphql:3:3\`)

    \`\`\`graphql
    # operations/integrations/rename.graphql
    mutation RenameIntegration($id: ID!, $name: String!) {
      renameIntegration(id: $id, name: $name) {
    # ^^^^^^^^^^^^^^^^^ Mutation.renameIntegration(reason:)
        integration {
    \`\`\`

    </details>

    <details><summary>🔶 <b>ListFlows</b> changes types: 2 reasons</summary>

    - ~ \`FlowStatus.LEGACY\` enum-shrank: Flow.status is never "LEGACY" any more. (\`operations/flows/flow-summary.graphql:5:3\`)
    - ~ \`FlowFilter.tags\` input-field: FlowFilter.tags may be passed now. (\`operations/flows/list.graphql:2:36\`)
    - ○ \`Trigger\` union-grew: Flow.trigger may be QueueTrigger now: code that tells its types apart misses it. (\`operations/flows/flow-summary.graphql:6:3\`) *Accepted until 2027-01-31: Our switch on \\_\\_typename has a default branch (PLAT-512).*

    \`\`\`graphql
    # operations/flows/flow-summary.graphql
      name
      status
    # ^^^^^^ FlowStatus.LEGACY
      trigger {
    \`\`\`

    \`\`\`graphql
    # operations/flows/list.graphql
    query ListFlows($integration: ID!, $filter: FlowFilter) {
    #                                  ^^^^^^^ FlowFilter.tags
      flows(integration: $integration, filter: $filter) {
    \`\`\`

    \`\`\`diff
    - type FlowStatus = "ACTIVE" | "DRAFT" | "LEGACY";
    + type FlowStatus = "ACTIVE" | "DRAFT";
      
      type FlowFilter = {
        status?: FlowStatus | null;
    +   tags?: Array<string> | null;
      };
    \`\`\`

    </details>

    <details><summary>✅ 11 operations unaffected</summary>

    \`CreateFlow\`, \`DeleteFlow\`, \`GetFlow\`, \`GetRun\`, \`InviteUser\`, \`ListConnectors\`, \`ListIntegrations\`, \`ListRuns\`, \`ListUsers\`, \`PublishFlow\`, \`RetryRun\`

    </details>

    ### Acceptances to renew or remove
    - \`Run.log\`: matches nothing any more: The log viewer is going away.

    ### Deprecated, and used by us
    - \`Integration.slug\` **new** (announced in words only): Use \\\`key\\\`; removed on 2027-06-01. Used by \`GetIntegration\` (\`operations/integrations/get.graphql:6:5\`), \`ListIntegrations\` (\`operations/integrations/list.graphql:7:7\`)

    ### Read to the first page only
    - \`Integration.runs\` without \`pageInfo { hasNextPage endCursor }\`: \`GetIntegration\` (\`operations/integrations/get.graphql:11:5\`)

    ### New on types that we select
    - \`Integration.archivedAt\`: New field of type DateTime. Selected by \`GetIntegration\`, \`ListIntegrations\`, \`RenameIntegration\`
    - \`Query.auditEvents\`: New field of type AuditEventConnection!.

    <details><summary>Schema: 5 breaking, 2 dangerous, 4 safe</summary>

    - breaking: \`User.displayName\` Field removed.
    - breaking: \`Mutation.renameIntegration(reason:)\` Required argument added.
    - breaking: \`Mutation.archiveTenant\` Field removed.
    - breaking: \`User.email\` Type changed from String! to String.
    - breaking: \`FlowStatus.LEGACY\` Enum value removed.
    - dangerous: \`Trigger\` Member QueueTrigger added to the union.
    - dangerous: \`Integration.runs(first:)\` Default changed from 50 to 20.
    - safe: \`AuditEvent\` Type added. (and 38 changes that follow)
    - safe: \`FlowFilter.tags\` Optional input field added.
    - safe: \`Integration.archivedAt\` Field added.
    - safe: \`QueueTrigger\` Type added. (and 5 changes that follow)

    </details>

    <details><summary>Changelog entry</summary>

    \`\`\`markdown
    ### Major

    - **GetIntegration**: \`integration.owner.displayName\` is gone, \`integration.owner.email\` may be null.
    - **RenameIntegration**: must say why (\`reason\`).

    ### Minor

    - **ListFlows**: \`FlowStatus\` is never \`LEGACY\`; \`FlowFilter\` takes \`tags\`.
    \`\`\`

    </details>
    "
  `);
});

const HOSTILE =
  "</details> <img src=x onerror=alert(1)> @octocat #1 | ``` `x` *b* [a](b) \u202egnp \u001b[31m\r\n# Head";

test("markdown: shows foreign text as it is, and lets it mark up or call nothing", () => {
  const operation = createBroken("GetFlow", { message: HOSTILE, coordinate: HOSTILE });
  const types = { before: "```\n</details>", after: "````\n@octocat" };
  const report: Report = {
    ...{ ...empty, verdict: "breaks", operations: [{ ...operation, name: HOSTILE, types }], remarks: [HOSTILE] },
    deprecations: [{ coordinate: HOSTILE, reason: HOSTILE, announced: "directive", isNew: false, uses: [] }],
  };
  const markdown = renderMarkdown(report, { sources });
  const prose = markdown.replaceAll(/^(`{3,})[a-z]+\n.*?^\1$/gms, "");
  expect(prose.replaceAll(/<code>.*?<\/code>/g, "")).not.toMatch(/<img|@octocat|(?<!&)#1|\u202e/);
  expect(markdown).not.toContain("\u001b");
  expect(prose.match(/<\/details>/g)).toHaveLength(1);
  expect(prose.split("\n").filter((line) => line.startsWith("#"))).toHaveLength(2);
  const [row] = prose.split("\n").filter((line) => line.startsWith("| ❌"));
  expect(row?.match(/(?<!\\)\|/g)).toHaveLength(5);
  expect(markdown).toContain("`````diff\n- ```\n- </details>\n+ ````\n+ @octocat\n`````");
  expect(prose).toMatchInlineSnapshot(`
    "<!-- platform-graphql schema check -->

    ## ❌ 1 of 1 operation breaks

    \`schema/schema.graphql\` (introspection) → \`https://platform.example.com/api\` (introspection)

    > [!WARNING]
    > &lt;/details\\> &lt;img src=x onerror=alert(1)\\> @&#8203;octocat #&#8203;1 \\| \\\`\\\`\\\` \\\`x\\\` \\*b\\* \\[a\\](b) \\\\u202egnp \\\\u001b\\[31m # Head

    | Operation | Verdict | Because of | Where |
    | --- | --- | --- | --- |
    | ❌ <code>&#60;/details&#62; &#60;img src&#61;x onerror&#61;alert(1)&#62; @octocat &#35;1 &#124; &#96;&#96;&#96; &#96;x&#96; &#42;b&#42; &#91;a&#93;(b) &#92;u202egnp &#92;u001b&#91;31m &#35; Head</code> | breaks | <code>&#60;/details&#62; &#60;img src&#61;x onerror&#61;alert(1)&#62; @octocat &#35;1 &#124; &#96;&#96;&#96; &#96;x&#96; &#42;b&#42; &#91;a&#93;(b) &#92;u202egnp &#92;u001b&#91;31m &#35; Head</code> invalid | \`operations/integrations/get.graphql:9:7\` |

    <details><summary>❌ <b>&#60;/details&#62; &#60;img src&#61;x onerror&#61;alert(1)&#62; @&#8203;octocat &#35;&#8203;1 &#124; &#96;&#96;&#96; &#96;x&#96; &#42;b&#42; &#91;a&#93;(b) &#92;u202egnp &#92;u001b&#91;31m &#35; Head</b> breaks: 1 reason</summary>

    - ✗ <code>&#60;/details&#62; &#60;img src&#61;x onerror&#61;alert(1)&#62; @octocat &#35;1 &#124; &#96;&#96;&#96; &#96;x&#96; &#42;b&#42; &#91;a&#93;(b) &#92;u202egnp &#92;u001b&#91;31m &#35; Head</code> invalid: &lt;/details\\> &lt;img src=x onerror=alert(1)\\> @&#8203;octocat #&#8203;1 \\| \\\`\\\`\\\` \\\`x\\\` \\*b\\* \\[a\\](b) \\\\u202egnp \\\\u001b\\[31m # Head (\`operations/integrations/get.graphql:9:7\`)





    </details>

    ### Deprecated, and used by us
    - <code>&#60;/details&#62; &#60;img src&#61;x onerror&#61;alert(1)&#62; @octocat &#35;1 &#124; &#96;&#96;&#96; &#96;x&#96; &#42;b&#42; &#91;a&#93;(b) &#92;u202egnp &#92;u001b&#91;31m &#35; Head</code>: &lt;/details\\> &lt;img src=x onerror=alert(1)\\> @&#8203;octocat #&#8203;1 \\| \\\`\\\`\\\` \\\`x\\\` \\*b\\* \\[a\\](b) \\\\u202egnp \\\\u001b\\[31m # Head
    "
  `);
});

test("markdown: fits in a comment whatever happens, and counts what is left out", () => {
  const essay = "Very long. <@>|".repeat(2000);
  const operations = createMany(1000).map((operation) => ({
    ...operation,
    types: { before: "a\nb\n".repeat(250), after: "b\nc\n".repeat(250) },
  }));
  const flood: Report = {
    ...{
      ...drifted,
      operations,
      changelog: essay,
      remarks: Array(100).fill(essay),
      before: { label: essay, how: essay },
    },
    changes: Array(1000).fill({ coordinate: essay, level: "breaking", message: essay, folded: 0 }),
    drift: Array(1000).fill({ coordinate: "A.b", message: essay, operations: operations.map(({ name }) => name) }),
    deprecations: Array(1000).fill({ ...drifted.deprecations[0], reason: essay }),
    staleAcceptances: Array(1000).fill({ ...drifted.staleAcceptances[0], reason: essay }),
  };
  const calm = { ...flood, operations: Array(1000).fill(createUnaffected("LongName".repeat(100))) };
  for (const report of [flood, calm]) expect(renderMarkdown(report, { sources }).length).toBeLessThan(65_000);
  const markdown = renderMarkdown({ ...drifted, operations }, { sources });
  const [, left] = markdown.match(/\*Details of (\d+) other operations did not fit here\.\*/) ?? [];
  expect(markdown.match(/<summary>❌/g)?.length).toBe(1000 - Number(left));
  expect(markdown).toMatch(/\| and \d+ others \|/);
  expect(markdown.length).toBeGreaterThan(55_000);
});

test("text: lets foreign text neither break its lines nor speak to the terminal", () => {
  const text = plain(
    { ...empty, operations: [createBroken("GetFlow", { message: HOSTILE })], remarks: [HOSTILE] },
    140,
  );
  expect(text).toContain("\\u202egnp \\u001b[31m # Head");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test("json: keeps foreign text whole, and harmless on a terminal", () => {
  const report = { ...empty, remarks: [`${HOSTILE}\u{e0041}\ud800`] };
  const json = renderJson(report);
  expect(JSON.parse(json)).toEqual(report);
  expect(json).toContain("\\u202egnp \\u001b[31m\\r\\n# Head\\udb40\\udc41\\ud800");
});

test("html: shows foreign text as text", () => {
  const text = `</script></style><img src=x onerror=alert(1)>"'&\u202e\u001b`;
  const shown = "&lt;/script&gt;&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\\u202e\\u001b";
  const operation = { ...createBroken("GetFlow", { message: text, coordinate: text }), name: text };
  const report: Report = {
    ...{ ...drifted, remarks: [text], changelog: text, before: { label: text, how: text } },
    operations: [{ ...operation, types: { before: text, after: `${text}2` } }],
    drift: [{ coordinate: text, message: text, operations: [text] }],
    changes: [{ coordinate: text, level: "safe", message: text, folded: 0 }],
    deprecations: [{ coordinate: text, reason: text, announced: "directive", isNew: false, uses: [] }],
    staleAcceptances: [{ coordinate: text, operation: text, reason: text, expires: text, problem: "unused" }],
  };
  const html = renderHtml(report, { sources });
  expect(html).not.toMatch(/<\/script|<img|\u202e/);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html.split(shown).length).toBeGreaterThan(18);
});

test("renders 1,000 operations in every format without delay", () => {
  const operations = createMany(1000).map((operation) => ({
    ...operation,
    types: drifted.operations[0]?.types ?? { before: "", after: "" },
  }));
  const startedAt = performance.now();
  const { text, github, html } = renderAll({ ...drifted, operations });
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(lastLine(text)).toBe("✗ 1000 of 1000 operations break · major");
  expect(lastLine(github)).toBe(lastLine(text));
  expect(html.match(/<article /g)).toHaveLength(1000);
});

test("shows types that have nothing in common whole, and does not take long over it", () => {
  const lines = (letter: string) =>
    Array.from({ length: 20_000 }, (_, index) => `  ${letter}${index}: string;`).join("\n");
  const types = { before: lines("a"), after: lines("b") };
  const startedAt = performance.now();
  const text = plain({ ...empty, operations: [{ ...createBroken("GetFlow"), types }] });
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(text).toContain("… 39986 more lines");
});

test("every format names a connection that is read to its first page only", () => {
  const calm: Report = { ...empty, operations: [createUnaffected("GetIntegration")], unpaged: drifted.unpaged };
  const { text, json, markdown, github, html } = renderAll(calm);
  expect(lastLine(text)).toBe("✓ our only operation is unaffected");
  expect(text).toContain("Integration.runs  without pageInfo { hasNextPage endCursor }\n");
  expect(text).toContain("GetIntegration operations/integrations/get.graphql:11:5\n");
  expect(JSON.parse(json).unpaged).toEqual(drifted.unpaged);
  expect(markdown).toContain(
    "- `Integration.runs` without `pageInfo { hasNextPage endCursor }`: `GetIntegration` (`operations/integrations/get.graphql:11:5`)",
  );
  expect(github).toBe(
    "::warning file=operations/integrations/get.graphql,line=11,col=5,title=GetIntegration%3A stops at one page::\
Integration.runs is selected without pageInfo { hasNextPage endCursor }: items on further pages are left out, \
without a word.\n✓ our only operation is unaffected\n",
  );
  expect(html).toContain("<code>Integration.runs</code> without <code>pageInfo { hasNextPage endCursor }</code>");
  expect(renderText(empty, { sources, colors: false })).not.toContain("first page only");
});
