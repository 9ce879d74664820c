/**
 * Reports in all formats: whole texts as files in `fixtures/reports`, and what each format shows, shortens or
 * leaves out.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { CODE_KINDS } from "../src/check/compare/reasons.ts";
import { FINDING_RULES } from "../src/check/index.ts";
import { type Finding, type OperationReport, type Report, renderReport } from "../src/index.ts";
import { formatsByExtension, renderJson, reportFormats } from "../src/reports/index.ts";
import { renderGithub, renderHtml, renderMarkdown, renderText } from "./support/render.ts";
import {
  createUnaffected,
  drifted,
  empty,
  everyVerdict,
  getTenant,
  nonNull,
  placeOf,
  sources,
  used,
  withOperations,
} from "./support/report.ts";
import { checkTexts } from "./support/schema-check.ts";
import { SMALL_SOURCES, smallReports } from "./support/small-reports.ts";
import { WIDE_SOURCES, wideReport } from "./support/wide-report.ts";

const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../../cli/report.schema.json"), "utf8"));
/** Rendered reports, as files of their format. */
const REPORTS = join(import.meta.dirname, "fixtures/reports");
const plain = (report: Report, width = 100) => renderText(report, { sources, colors: false, width });
const firstLine = (text: string) => text.split("\n")[0];
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
  const message = finding.message ?? "Gone.";
  const base = {
    verdict: "breaks",
    rule: "invalid",
    coordinate: "User.displayName",
    code: [],
    place,
  } as const;
  const change = { kind: "invalid", error: message } as const;
  return {
    ...createUnaffected(name),
    verdict: "breaks",
    findings: [{ ...base, message, change, ...finding }],
  };
}

const createRejected = (name: string): OperationReport => ({ ...createBroken(name), harm: "rejected" });
const createChanged = (name: string): OperationReport => ({
  ...createBroken(name, { verdict: "changes types" }),
  verdict: "changes types",
});

const createMany = (length: number) =>
  Array.from({ length }, (_, index) => createBroken(`Operation${String(index).padStart(4, "0")}`));

test("text: shows each schema change once, with its effect and lines, after the verdict and an overview", async () => {
  await expect(plain(drifted)).toMatchFileSnapshot(join(REPORTS, "drifted.txt"));
});

/** The page of one report has the style sheet. */
const withoutStyle = (text: string) => text.replace(/<style>[\s\S]*?<\/style>/, "<style></style>");

/**
 * Each format of reports that together have all that a report can have. Escape codes of terminals are shown
 * as `␛`.
 */
test.for(
  reportFormats.flatMap((format) =>
    Object.entries({ everyVerdict, used }).map(([name, report]) => [format, name, report] as const),
  ),
)("%s: renders %s", async ([format, name, report]) => {
  const options = { sources, colors: true, width: 70, verbose: name === "used", folder: "packages/api" };
  const text = (await renderReport(format, report, options)).replaceAll("\u001b", "␛");
  await expect(name === "everyVerdict" ? text : withoutStyle(text)).toMatchFileSnapshot(
    join(REPORTS, `${name}.${format}`),
  );
});

/** More of everything than the formats show, on a narrow terminal. */
test.for(reportFormats.filter((format) => format !== "json"))(
  "%s: limits a report with many places, lines and errors",
  async (format) => {
    const options = { sources: WIDE_SOURCES, colors: true, width: 48 };
    const text = (await renderReport(format, wideReport, options)).replaceAll("\u001b", "␛");
    await expect(withoutStyle(text)).toMatchFileSnapshot(join(REPORTS, `wide.${format}`));
  },
);

test.for(reportFormats.filter((format) => format !== "json"))(
  "%s: says what each small report has",
  async (format) => {
    const texts = [];
    for (const [name, report] of Object.entries(smallReports)) {
      const text = await renderReport(format, report, { sources: SMALL_SOURCES, colors: false, width: 80 });
      texts.push(`##### ${name}\n${withoutStyle(text)}`);
    }
    await expect(texts.join("\n")).toMatchFileSnapshot(join(REPORTS, `small.${format}`));
  },
);

test("text: 8 changes that break 67 operations fit in 145 lines of 80 columns", () => {
  const types = Array.from({ length: 8 }, (_, index) => `Node${index}`);
  const roots = types.map((name) => `${name}: ${name}!`).join(" ");
  const before = `type Query { ${roots} } ${types.map((name) => `type ${name} { field: String! }`).join(" ")}`;
  const texts = Array.from({ length: 67 }, (_, index) => {
    return [
      `operations/${index}.graphql`,
      `query Operation${index} {\n  ${types[index % 8]} { field }\n}\n`,
    ] as const;
  });
  const report = checkTexts(before, before.replaceAll("String!", "String"), Object.fromEntries(texts));
  const options = { sources: new Map(texts), colors: false, width: 80 };
  const text = renderText(report, options);
  expect(lastLine(text)).toBe("✗ code of 67 of 67 operations breaks · major version");
  expect(text.match(/^✗ Node\d\.field is now nullable, was non-null: breaks code that/gm)).toHaveLength(8);
  expect(text.split("\n").length).toBeLessThan(145);
  const verbose = renderText(report, { ...options, verbose: true });
  for (const { name } of report.operations) expect(verbose).toMatch(new RegExp(`  ${name}$`, "m"));
});

test("text: shows the place with the most operations, and the shortest types with the fewest changes", () => {
  const before = "type Query { a: String! b: String! unchanged: String }";
  const report = checkTexts(before, before.replaceAll("!", ""), {
    "a.graphql": "query Other { a }",
    "b.graphql": `query Both { ...F b }
      query Long { ...F unchanged more: unchanged }
      query Short { ...F unchanged }`,
    "f.graphql": "fragment F on Query { a }",
  });
  const [, first] = plain(report).split("\n\n");
  expect(first).toMatchInlineSnapshot(`
    "✗ Query: a, b are now nullable, were non-null: breaks code that reads it in 4 operations
      rule: nullability
      f.graphql:1:23  Query.a in Both, Long, Short
        Code that reads it must handle null.
          │ export type ShortQuery = {
        - │   readonly a: string;
        + │   readonly a: string | null;
          │   readonly unchanged: string | null;
      a.graphql:1:15  Query.a in Other
      b.graphql:1:19  Query.b in Both"
  `);
});

test("text: shows the types of an operation at the first place, and none for a default", () => {
  const before = "type Query { a: String! c(d: Int = 1): Int }";
  const after = before.replace("String!", "String").replace("= 1", "= 2");
  const report = checkTexts(before, after, {
    "a.graphql": "query Long { a c } query Short { a }\nquery Line { a }",
    "b.graphql": "query Tiny { a }",
  });
  const [, first, second] = plain(report).split("\n\n");
  expect([first, second].join("\n")).toMatchInlineSnapshot(`
    "✗ Query.a is now nullable, was non-null: breaks code that reads it in 4 operations
      rule: nullability
      a.graphql:1:14  Long
        Code that reads it must handle null.
          │ export type LongQuery = {
        - │   readonly a: string;
        + │   readonly a: string | null;
          │   readonly c: number | null;
      a.graphql:1:34  Short
      a.graphql:2:14  Line
      b.graphql:1:14  Tiny
    ✗ Query.c(d:) now has the default 2, was 1: breaks code of 1 operation  rule: default
      a.graphql:1:16  Long
        This operation relies on it."
  `);
});

test("text: shows invalid operations and expired accepted changes", () => {
  const { operations, staleAccepted } = everyVerdict;
  expect(plain({ ...withOperations(empty, operations.slice(3)), staleAccepted })).toMatchInlineSnapshot(`
    "✗ 1 accepted change · 11 of 12 operations unaffected · 1 invalid in both schemas · 1 accepted change expired
    schema/schema.graphql (introspection) → https://platform.example.com/api (introspection)

    ✗ Cannot query field "plan" on type "Tenant": 1 operation is invalid in both schemas
      operations/get-tenant.graphql:3:5  GetTenant

    ✓ 11 operations unaffected: ListIntegrations, CreateFlow, DeleteFlow, GetFlow, GetRun, InviteUser,
      ListConnectors, ListRuns, ListUsers, PublishFlow, RetryRun

    Accepted changes
      Trigger can now be QueueTrigger: 1 operation · accepted until 2027-01-31: The switch on __typename
      has a default branch (PLAT-512).

    Accepted changes to update or remove
      Run.log     The log viewer is going away. (unused)
      User.email  All users have an address. (expired on 2026-11-01, rule: nullability, in
                  GetIntegration)

    What you can do
      - Change the operations that the server rejects, and the code that breaks.
      - Or accept the changes: add { "coordinate": "Mutation.renameIntegration(reason:)", "rule":
        "required", "reason": "why it is safe", "expires": "YYYY-MM-DD" } to schema/accepted.json, and
        an entry with the coordinate of each other one: User.displayName, User.email.
    "
  `);
});

test.each([
  [{ operations: [] }, "✓ no operations"],
  [{ operations: [createUnaffected("GetFlow")] }, "✓ 1 operation unaffected"],
  [
    { operations: drifted.operations.slice(3), semver: "patch" },
    "✓ 11 operations unaffected · patch version: only documentation changed",
  ],
  [
    { operations: drifted.operations.slice(2), verdict: "changes types", semver: "minor" },
    "~ 1 accepted change · nothing else breaks · 1 of 12 operations changes types · minor version",
  ],
  [
    { operations: [createUnaffected("A"), getTenant] },
    "✗ 1 of 2 operations unaffected · 1 invalid in both schemas",
  ],
  [
    { operations: [createUnaffected("GetFlow")], staleAccepted: everyVerdict.staleAccepted },
    "✗ 1 operation unaffected · 1 accepted change expired",
  ],
  [
    { operations: [createBroken("A")], verdict: "breaks", semver: "major" },
    "✗ code of 1 of 1 operation breaks · major version",
  ],
  [
    {
      operations: [createRejected("A"), createBroken("B"), createUnaffected("C")],
      verdict: "breaks",
      semver: "major",
    },
    "✗ the server rejects 1 of 3 operations · code of 1 other breaks · major version",
  ],
  [
    { operations: [createRejected("A"), createChanged("B")], verdict: "breaks", semver: "major" },
    "✗ the server rejects 1 of 2 operations · 1 changes types · major version",
  ],
] as const)("every format has the verdict of %o", (difference, verdict) => {
  const report: Report = { ...withOperations(empty, difference.operations), ...difference };
  const { text, markdown, github, html } = renderAll(report);
  expect(firstLine(text)).toBe(verdict);
  expect(lastLine(github)).toBe(verdict);
  expect(markdown.split("\n")[2]).toMatch(/^## \S+ /);
  expect(markdown.split("\n")[2]?.replace(/^## \S+ /, "")).toBe(verdict.slice(2));
  expect(html).toContain(`<title>${verdict} · Schema check</title>`);
});

test.each([["drifted", drifted] as const, ["everyVerdict", everyVerdict] as const])(
  "every format has the same findings of %s",
  (_name, report) => {
    const { text, json, markdown, github, html } = renderAll(report);
    const findings = report.operations.flatMap((operation) => operation.findings);
    const parsed: Report = JSON.parse(json);
    expect(parsed.operations.flatMap((operation) => operation.findings)).toEqual(findings);
    const used = parsed.causes.flatMap((cause) => cause.findings.flatMap(({ operations }) => operations));
    expect(used).toHaveLength(findings.length);
    const errors = report.operations.flatMap((operation) => operation.errors ?? []);
    const accepted = report.causes.filter((cause) => cause.accepted);
    const shown = report.causes.length + errors.length - accepted.length;
    const groups = html.match(/<section data-status=/g) ?? [];
    expect(markdown.match(/^### [⛔❌🔶]/gmu)).toHaveLength(groups.length);
    // The verdict is the first and the last line, because the report is longer than a screen.
    expect(text.match(/^[✗~] .*/gm)).toHaveLength(shown + groups.length + 2);
    expect(markdown.match(/^<details><summary>[⛔❌🔶]/gmu)).toHaveLength(shown);
    expect(
      github.match(
        /title=[^:]*%3A (?:rejected by the server|breaks code|changes types|invalid in both schemas)::/g,
      ),
    ).toHaveLength(shown);
    expect(html.match(/<article /g)).toHaveLength(shown);
    expect(html.match(/<b>\w+<\/b> <span class="quiet">/g)).toHaveLength(report.operations.length);
    for (const rendered of [text, markdown, html])
      expect(rendered.match(/accepted until/g) ?? []).toHaveLength(accepted.length);
    for (const { coordinates } of report.causes)
      for (const rendered of [text, json, markdown, html]) expect(rendered).toContain(coordinates[0]);
    const verbose = renderText(report, { sources, colors: false, verbose: true });
    const sections = [
      ...report.additions,
      ...report.deprecations,
      ...report.staleAccepted,
      ...report.changes,
    ];
    for (const { coordinate } of sections)
      for (const rendered of [verbose, json, markdown, html]) expect(rendered).toContain(coordinate);
  },
);

test("the extension of a file decides about the format, unless a format has no files", () => {
  expect([...formatsByExtension]).toEqual([
    [".txt", "text"],
    [".json", "json"],
    [".md", "markdown"],
    [".html", "html"],
    [".xml", "junit"],
  ]);
  expect(reportFormats).toEqual(["text", "json", "markdown", "github", "html", "junit"]);
});

test("text: has escape codes only with colors", () => {
  const colorful = renderText(everyVerdict, { sources, colors: true, width: 100 });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(colorful.replaceAll(/\u001b\[\d+m/g, "")).toBe(plain(everyVerdict));
  expect(colorful).toContain("\u001b[31m");
  expect(plain(everyVerdict)).not.toContain("\u001b");
});

test.each([40, 60, 100, 140])("text: fits %i columns, except names that cannot be broken", (width) => {
  const rendered = plain(withOperations(everyVerdict, everyVerdict.operations.slice(0, 3)), width);
  const whole = /^[✗~!✓○] |^schema\/|\.graphql:\d|│ *\S+$|^ +"\S+$/;
  expect(rendered.split("\n").filter((line) => line.length > width && !whole.test(line))).toEqual([]);
});

test("text: a word that is longer than a line has no empty line before it", () => {
  const text = plain({ ...empty, remarks: [`${"x".repeat(50)} is new`] }, 40);
  expect(text.split("\n").slice(2, 4)).toEqual([`! ${"x".repeat(50)}`, "  is new"]);
});

test("text: points at the right column behind tabs, wide letters and accents", () => {
  const file = "wide.graphql";
  const line =
    '\tfind(word: "検索e\u0301\u1100\uac00\uf900\ufe30\uff21\uffe0\u{20000}😀a\u200d\u200cé") { name }';
  const place = { file, line: 2, column: line.indexOf("name") + 1 };
  const report = withOperations(empty, [createBroken("Find", { place })]);
  const rendered = renderText(report, {
    sources: new Map([[file, `query Find {\r\n${line}\r\n}`]]),
    colors: false,
  });
  expect(rendered.split("\n").slice(4, 9)).toMatchInlineSnapshot(`
    [
      "  wide.graphql:2:37  Find",
      "    1 │ query Find {",
      "    2 │   find(word: "検索éᄀ가豈︰Ａ￠𠀀😀a‍‌é") { name }",
      "      │                                           ^^^^ Gone.",
      "    3 │ }",
    ]
  `);
});

test("text: marks the whole token at a place", () => {
  const line = "query Q($id: ID) @live { ... on A { ...  B { name } } }";
  const listMarked = (start: string) => {
    const place = { file: "a.graphql", line: 1, column: line.indexOf(start) + 1 };
    const report = withOperations(empty, [createBroken("Q", { place })]);
    const text = renderText(report, { sources: new Map([["a.graphql", line]]), colors: false });
    const [, before = "", carets = ""] = /^ {6}│ ( *)(\^+) Gone\.$/m.exec(text) ?? [];
    return line.slice(before.length, before.length + carets.length);
  };
  const tokens = ["query", "$id", "@live", "{", "... on", "...  B", "name"];
  expect(tokens.map((token) => listMarked(token))).toEqual(tokens);
});

test("text: types have no doc comments around a change", () => {
  const comment = "/**\n * One.\n * Two.\n */\n";
  const types = { before: `${comment}a`, after: `${comment}b` };
  const text = plain(withOperations(empty, [{ ...createBroken("GetFlow"), types }]));
  expect(text).toContain("Gone.\n");
  expect(text).toContain("\n    - │ a\n    + │ b\n");
  expect(text).not.toContain("│  *");
});

test("github: names the first 5 operations at a place", () => {
  const titleOf = (length: number) => {
    const operations = createMany(length);
    return /title=(Operation[^:]*)%3A/.exec(renderGithub(withOperations(empty, operations)))?.[1];
  };
  const names = [0, 1, 2, 3, 4].map((index) => `Operation000${index}`).join("%2C ");
  expect([titleOf(5), titleOf(6)]).toEqual([names, `${names} and 1 more`]);
});

test("text: shows the message if the file cannot be read", () => {
  const report = withOperations(empty, [createBroken("GetIntegration")]);
  expect(
    renderText(report, { sources: new Map(), colors: false }).split("\n").slice(3, 6),
  ).toMatchInlineSnapshot(`
    [
      "✗ User.displayName was removed: breaks code of 1 operation  rule: invalid",
      "  operations/integrations/get.graphql:9:7  GetIntegration",
      "    Gone.",
    ]
  `);
});

test("json: matches its schema, which describes every property", () => {
  // A stale accepted change has further properties: the rest of the schema checks them.
  const sealed = JSON.parse(JSON.stringify(schema), (key, value) =>
    value?.type === "object" ? { ...value, unevaluatedProperties: key === "acceptedChange" } : value,
  );
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  const validateSealed = new Ajv2020().compile(sealed);
  for (const report of [empty, drifted, everyVerdict]) {
    validateSealed(JSON.parse(renderJson(report)));
    expect(validateSealed.errors).toBe(null);
  }
  validate({ ...drifted, verdict: "fine" });
  expect(validate.errors).toHaveLength(1);
});

test("json: its schema lists every rule and every kind of code", () => {
  expect(schema.$defs.rule.enum).toEqual(FINDING_RULES);
  expect(schema.$defs.code.items.enum).toEqual(CODE_KINDS);
});

test("github: escapes the parts of an annotation, and names files relative to the repository's root", () => {
  const finding = { message: "100%\r\n::error::gone", place: { file: "a,b:c%.graphql", line: 3, column: 5 } };
  const report = withOperations(empty, [createBroken("GetFlow", finding)]);
  expect(renderGithub(report, { folder: "packages/graphql/" }).split("\n")[1]).toBe(
    "::error file=packages/graphql/a%2Cb%3Ac%25.graphql,line=3,col=5,title=GetFlow%3A breaks code::User.displayName was removed: breaks code of 1 operation. 100%25 \\u003a:error::gone. (rule: invalid)",
  );
});

test("github: names a place in a file of the base in the message, because no file has its path", () => {
  const finding = { place: { file: "9581b51:operations/list.graphql", line: 3, column: 5 } };
  const report = withOperations(empty, [createBroken("GetFlow", finding)]);
  const line = renderGithub(report, { folder: "api" }).split("\n")[1];
  expect(line).toMatch(
    /^::error title=GetFlow%3A breaks code::.* \(9581b51:operations\/list\.graphql:3:5\)$/,
  );
});

test("github: annotates a fragment once for all operations that spread it", () => {
  const operations = ["GetFlow", "ListFlows"].map((name) => createBroken(name, { place: nonNull.place }));
  const lines = renderGithub({ ...withOperations(empty, operations), verdict: "breaks" }).split("\n");
  expect(lines.filter((line) => line.startsWith("::"))).toEqual([
    expect.stringMatching(/^::error title=Schema check::code of 2 of 2 operations breaks/),
    expect.stringContaining("title=GetFlow%2C ListFlows%3A breaks code::"),
  ]);
});

test("github: prints one annotation for each change, at its first place", () => {
  const operations = createMany(1000).map((operation, line) => ({
    ...operation,
    findings: operation.findings.flatMap((finding) => [
      { ...finding, place: { ...finding.place, line: line + 1 } },
      { ...nonNull, place: { ...finding.place, line: line + 1 } },
    ]),
  }));
  const lines = renderGithub(withOperations(drifted, operations)).split("\n");
  const annotationsOf = (kind: string) => lines.filter((line) => line.startsWith(`::${kind} `));
  expect([
    annotationsOf("error").length,
    annotationsOf("warning").length,
    annotationsOf("notice").length,
  ]).toEqual([2, 1, 3]);
  expect(annotationsOf("error")[1]).toContain("Operation0000");
});

/** A report of `length` types whose field became nullable, each selected by an operation of its own. */
function nullify(length: number, name = (index: number) => `field${String(index).padStart(2, "0")}`): Report {
  const names = Array.from({ length }, (_, index) => name(index));
  const types = names.map((field) => `type T${field} { name: String! }`).join(" ");
  const before = `type Query { ${names.map((field) => `${field}: T${field}`).join(" ")} } ${types}`;
  const files = names.map((field) => [`${field}.graphql`, `query ${field} { ${field} { name } }`] as const);
  return checkTexts(before, before.replaceAll("!", ""), Object.fromEntries(files));
}

test("github: names each of 36 changes once, in as many annotations as GitHub shows, and the summary first", () => {
  const report = nullify(36);
  const errors = renderGithub(report)
    .split("\n")
    .filter((line) => line.startsWith("::error "));
  expect(errors).toHaveLength(10);
  expect(errors[0]).toMatch(/^::error title=Schema check::code of 36 of 36 operations breaks/);
  expect(errors.at(-1)).toMatch(/^::error title=28 more::T\w+\.name is now nullable/);
  const titles = (length: number) =>
    Array.from(renderGithub(nullify(length)).matchAll(/title=(\d+ more|[^:]*)/g), ([, title]) => title);
  expect(titles(9)).toEqual([
    "Schema check",
    ...Array.from({ length: 9 }, (_, index) => `field0${index}%3A breaks code`),
  ]);
  expect(titles(10).slice(8)).toEqual(["field07%3A breaks code", "2 more"]);
  for (const { coordinates } of report.causes)
    expect(errors.join().match(new RegExp(`${coordinates[0]} is now`, "g"))).toHaveLength(1);
});

test("text: the first 40 lines have the verdict, and each change with its first place", () => {
  const lines = plain(nullify(30)).split("\n");
  expect(lines[0]).toBe("✗ code of 30 of 30 operations breaks · major version");
  expect(
    lines
      .slice(0, 40)
      .filter((line) => /^ {2}1 {2}T\w+\.name is now nullable.* {2}field\d+\.graphql:1:\d+$/.test(line)),
  ).toHaveLength(30);
  expect(lines.slice(0, 40).join("\n")).not.toMatch(/.{101}/);
});

test("text: counts the changes that do not fit on a screen", () => {
  const lines = plain(nullify(100)).split("\n");
  const [listed] = lines
    .slice(0, 40)
    .flatMap((line) => /^ {2}and (\d+) other changes: \1 nullability$/.exec(line)?.[1] ?? []);
  expect(lines.slice(0, 40).filter((line) => line.startsWith("  1  ")).length + Number(listed)).toBe(100);
});

test("text: an operation that is invalid in both schemas takes two lines", () => {
  const files = { "a.graphql": "query A { one two three(x: 1) }" };
  const [, topic] = plain(checkTexts("type Query { a: Int }", "type Query { a: Int b: Int }", files)).split(
    "\n\n",
  );
  expect(topic?.split("\n")).toEqual([
    `✗ Cannot query field "one" on type "Query": 1 operation is invalid in both schemas`,
    "  a.graphql:1:11  A. And 2 other errors.",
  ]);
});

test("markdown: has the verdict, a table and collapsed details", async () => {
  await expect(renderMarkdown(drifted, { sources })).toMatchFileSnapshot(join(REPORTS, "drifted.md"));
});

const HOSTILE =
  "</details> <img src=x onerror=alert(1)> @octocat #1 | ``` `x` *b* [a](b) \u202egnp \u001b[31m\r\n# Head";

test("markdown: escapes foreign text", async () => {
  const operation = createBroken("GetFlow", { message: HOSTILE, coordinate: HOSTILE });
  const types = { before: "```\n</details>", after: "````\n@octocat" };
  const report: Report = {
    ...withOperations(empty, [{ ...operation, name: HOSTILE, types }]),
    verdict: "breaks",
    remarks: [HOSTILE],
    deprecations: [{ coordinate: HOSTILE, reason: HOSTILE, isNew: false, uses: [] }],
  };
  const markdown = renderMarkdown(report, { sources });
  const prose = markdown.replaceAll(/^(`{3,})[a-z]+\n.*?^\1$/gms, "");
  expect(prose.replaceAll(/<code>.*?<\/code>/g, "")).not.toMatch(/<img|@octocat|(?<!&)#1|\u202e/);
  expect(markdown).not.toContain("\u001b");
  expect(prose.match(/<\/details>/g)).toHaveLength(1);
  expect(prose.split("\n").filter((line) => line.startsWith("#"))).toHaveLength(4);
  const [, , row] = prose.split("\n").filter((line) => line.startsWith("| "));
  expect(row?.match(/(?<!\\)\|/g)).toHaveLength(4);
  expect(markdown).toContain("`````diff\n- ```\n- </details>\n+ ````\n+ @octocat\n`````");
  await expect(prose).toMatchFileSnapshot(join(REPORTS, "hostile.md"));
});

test("markdown: fits in a comment, and counts what is left out", () => {
  const essay = "Very long. <@>|".repeat(2000);
  const text = essay.slice(0, 3000);
  const operations = createMany(300).map((operation, index) => ({
    ...operation,
    findings: operation.findings.map((finding) => ({ ...finding, coordinate: `Type${index}.field` })),
    types: {
      before: "a\nb\n".repeat(index === 0 ? 250 : 25),
      after: "b\nc\n".repeat(index === 0 ? 250 : 25),
    },
  }));
  const flood: Report = {
    ...withOperations(drifted, operations),
    changelog: essay,
    remarks: Array(100).fill(essay),
    before: { label: essay, how: essay },
    changes: Array(200).fill({ coordinate: text, level: "breaking", message: text, folded: 0 }),
    additions: Array(200).fill({
      coordinate: "A.b",
      message: text,
      operations: operations.map(({ name }) => name),
    }),
    deprecations: Array(200).fill({ ...drifted.deprecations[0], reason: text }),
    staleAccepted: Array(200).fill({ ...drifted.staleAccepted[0], reason: text }),
    consumers: Array(200).fill({ ...used.consumers?.[0], name: text }),
  };
  const accepted = { label: "schema-change-accepted", actor: text };
  const everyList: Report = {
    ...flood,
    causes: [...flood.causes, ...flood.causes.map((cause) => ({ ...cause, accepted }))],
    operations: [
      ...flood.operations,
      ...Array(200).fill({ ...createUnaffected("LongName".repeat(10)), consumers: [] }),
    ],
    changelog: "\u202e".repeat(10_000),
  };
  const unaffected = withOperations(flood, Array(200).fill(createUnaffected("LongName".repeat(100))));
  for (const report of [flood, everyList, unaffected])
    expect(renderMarkdown(report, { sources }).length).toBeLessThan(65_000);
  const markdown = renderMarkdown(withOperations(drifted, operations), { sources });
  const [, left] =
    markdown.match(
      /\*The details of (\d+) other changes are left out \(all of it: `--output report\.html`\)\.\*/,
    ) ?? [];
  expect(markdown.match(/<summary>❌/g)?.length).toBe(300 - Number(left));
  expect(markdown).toMatch(/\| and \d+ others \(all of it: `--output report\.html`\) \|/);
  expect(markdown.length).toBeGreaterThan(55_000);
});

test("markdown: counts what each part leaves out, and is as long as it can be", () => {
  const many = (length: number) => Array.from({ length }, (_, index) => index);
  const broken = createMany(250).map((operation, index) => ({
    ...operation,
    findings: operation.findings.map((finding) => ({
      ...finding,
      coordinate: `Type${index}.field`,
      message: "A long message. ".repeat(12),
    })),
  }));
  const unaffected = many(200).map((index) => createUnaffected(`GetFlow${index}WithALongName`));
  const report: Report = {
    ...withOperations(empty, [...broken, ...unaffected]),
    remarks: many(60).map((index) => `Remark ${index} is ${"long ".repeat(20)}.`),
    notCompared: many(80).map((index) => ({ subject: `file${index}.graphql`, reason: "long ".repeat(20) })),
    changelog: "An entry. ".repeat(1000),
  };
  const markdown = renderMarkdown(report, { sources });
  const lines = markdown.split("\n");
  expect(markdown.length).toBe(64_745);
  expect(
    lines.filter((line) => line.includes("--output report.html")).map((line) => line.slice(-90)),
  ).toMatchInlineSnapshot(`
    [
      "> and 24 other remarks (all of it: \`--output report.html\`)",
      "- and 44 others (all of it: \`--output report.html\`)",
      "| and 106 others (all of it: \`--output report.html\`) | | |",
      "*The details of 115 other changes are left out (all of it: \`--output report.html\`).*",
      "thALongName\`, \`GetFlow109WithALongName\`, and 90 others (all of it: \`--output report.html\`)",
      "<details><summary>Changelog entry (its start, all of it: --output report.html)</summary>",
    ]
  `);
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  expect({
    remarks: count(/^> Remark/),
    notCompared: count(/^- `file/),
    rows: count(/^\| (?!Change|---|and )/),
    details: count(/^<details><summary>❌/),
    names: markdown.match(/`GetFlow\d+WithALongName`/g)?.length,
    changelog: /^An entry\..*/m.exec(markdown)?.[0].length,
  }).toEqual({ remarks: 36, notCompared: 36, rows: 144, details: 135, names: 110, changelog: 8001 });
});

test("markdown: a list has its own limit, even if there is room for more", () => {
  const changes = Array.from({ length: 200 }, (_, index) => ({
    coordinate: `Type${index}.field`,
    level: "safe" as const,
    message: "Field was added.".padEnd(100, "x"),
    folded: 0,
  }));
  const markdown = renderMarkdown({ ...empty, changes }, { sources });
  const shown = markdown.match(/^- `Type\d+\.field`/gm) ?? [];
  const [, rest] = /^- and (\d+) others/m.exec(markdown) ?? [];
  expect([shown.length, Number(rest)]).toEqual([34, 166]);
});

test("text: escapes foreign text", () => {
  const text = plain(
    { ...withOperations(empty, [createBroken("GetFlow", { message: HOSTILE })]), remarks: [HOSTILE] },
    140,
  );
  expect(text).toContain("\\u202egnp \\u001b[31m # Head");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test("json: keeps foreign text, and escapes it for terminals", () => {
  const report = { ...empty, remarks: [`${HOSTILE}\u{e0041}\ud800`] };
  const json = renderJson(report);
  expect(JSON.parse(json)).toEqual(report);
  expect(json).toContain("\\u202egnp \\u001b[31m\\r\\n# Head\\udb40\\udc41\\ud800");
});

test("html: escapes foreign text", () => {
  const text = `</script></style><img src=x onerror=alert(1)>"'&\u202e\u001b`;
  const shown =
    "&lt;/script&gt;&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\\u202e\\u001b";
  const operation = { ...createBroken("GetFlow", { message: text, coordinate: text }), name: text };
  const report: Report = {
    ...withOperations(drifted, [{ ...operation, types: { before: text, after: `${text}2` } }]),
    remarks: [text],
    changelog: text,
    before: { label: text, how: text },
    additions: [{ coordinate: text, message: text, operations: [text] }],
    changes: [{ coordinate: text, level: "safe", message: text, folded: 0 }],
    deprecations: [{ coordinate: text, reason: text, isNew: false, uses: [] }],
    staleAccepted: [{ coordinate: text, operation: text, reason: text, expires: text, problem: "unused" }],
  };
  const html = renderHtml(report, { sources });
  expect(html).not.toMatch(/<\/script|<img|\u202e/);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html.split(shown)).toHaveLength(17);
});

test("text: shows types without a common line as a whole", () => {
  const lines = (letter: string) =>
    Array.from({ length: 2000 }, (_, index) => `  ${letter}${index}: string;`).join("\n");
  const types = { before: lines("a"), after: lines("b") };
  const text = plain(withOperations(empty, [{ ...createBroken("GetFlow"), types }]));
  expect(text).toContain("\n    - │   a0: string;\n    - │   a1: string;\n");
  expect(text).toContain("… 193 more lines");
});

/** A report of one break, whose types have `removed` and `added` lines that differ. */
function changeLines(removed: number, added: number): Report {
  const list = (letter: string, length: number) =>
    Array.from({ length }, (_, index) => `  ${letter}${index}: string;`).join("\n");
  const types = { before: list("a", removed), after: list("b", added) };
  return withOperations(empty, [{ ...createBroken("GetFlow"), types }]);
}

test.each([
  [5, 4, "a0 a1 a2 a3 a4 b0 b1 b2 b3"],
  [5, 5, "a0 a1 a2 a3 a4 b0 b1 b2 2 more lines"],
  [1, 9, "a0 b0 b1 b2 b3 b4 b5 b6 2 more lines"],
] as const)("text: types of %i removed and %i added lines are whole or cut", (removed, added, shown) => {
  const lines = plain(changeLines(removed, added)).matchAll(/^ {4}[-+ ] │ {3}(\w+)|… (\d+ more lines)/gm);
  const found = Array.from(lines, ([, name, rest]) => name ?? rest);
  expect(found.join(" ")).toBe(shown);
});

test("text: an empty line of types has no white space", () => {
  const show = (before: string, after: string) => {
    const text = plain(withOperations(empty, [{ ...createBroken("GetFlow"), types: { before, after } }]));
    return text.split("\n").filter((line) => /^ {4}[-+⋮ ] │/.test(line) && !line.includes("Gone."));
  };
  expect(show("a\n\nb", "c")).toEqual(["    - │ a", "    - │", "    - │ b", "    + │ c"]);
  expect(show("a", "b\n\nc")).toEqual(["    - │ a", "    + │ b", "    + │", "    + │ c"]);
  expect(show("a\n\nb\nc\nd\ne\n\nf", "g\n\nb\nc\nd\ne\n\nh")).toEqual([
    "    - │ a",
    "    + │ g",
    "      │",
    "    ⋮ │",
    "      │",
    "    - │ f",
    "    + │ h",
  ]);
});

test("markdown and html: types of many lines are whole or cut", () => {
  const countMarkdown = (removed: number, added: number) => {
    const text = renderMarkdown(changeLines(removed, added), { sources });
    return [text.match(/^- {3}a/gm)?.length, text.match(/^\+ {3}b/gm)?.length, /^@@ .*/m.exec(text)?.[0]];
  };
  expect(countMarkdown(31, 30)).toEqual([31, 30, undefined]);
  expect(countMarkdown(31, 31)).toEqual([31, 29, "@@ 2 more lines @@"]);
  const countHtml = (removed: number, added: number) => {
    const text = renderHtml(changeLines(removed, added), { sources });
    return [
      text.match(/<del>/g)?.length,
      text.match(/<ins>/g)?.length,
      /<span> {2}(… more changed lines)<\/span><\/pre>/.exec(text)?.[1],
    ];
  };
  expect(countHtml(150, 50)).toEqual([150, 50, undefined]);
  expect(countHtml(150, 51)).toEqual([150, 50, "… more changed lines"]);
});

test("text: starts with an overview of several changes if it has more than 40 lines", () => {
  const changed = [createBroken("A"), createBroken("B", { coordinate: "User.email" })];
  const render = (remarks: number, operations = changed) =>
    plain({ ...withOperations(empty, operations), remarks: Array<string>(remarks).fill("A remark.") }).split(
      "\n",
    );
  const room = 40 - (render(0).length - 1);
  const isOverview = (line: string) => line.startsWith("✗ Code no longer compiles");
  expect(render(room).findIndex(isOverview)).toBe(-1);
  const long = render(room + 1);
  expect(long.findIndex(isOverview)).toBe(room + 4);
  expect(long.at(-2)).toBe(long[0]);
  expect(render(50, changed.slice(1)).findIndex(isOverview)).toBe(-1);
});

test("text: names at most 12 unaffected operations, and with verbose all of them", () => {
  const names = Array.from({ length: 13 }, (_, index) => `Get${index}`);
  const render = (count: number, verbose = false) => {
    const operations = [createBroken("A"), ...names.slice(0, count).map(createUnaffected)];
    const text = renderText(withOperations(empty, operations), { sources, colors: false, verbose });
    return text.split("\n").find((line) => /^✓ \d/.test(line));
  };
  expect(render(12)).toBe(`✓ 12 operations unaffected: ${names.slice(0, 12).join(", ")}`);
  expect(render(13)).toBe("✓ 13 operations unaffected");
  expect(render(13, true)).toBe(`✓ 13 operations unaffected: ${names.join(", ")}`);
});

test("text: counts the uses of a deprecated field that it does not list", () => {
  const before = "type Query { a: Int }";
  const files = ["A", "B", "C", "D", "E"].map((name) => [`${name}.graphql`, `query ${name} { a }`] as const);
  const check = (count: number) =>
    checkTexts(before, before.replace("Int", "Int @deprecated"), Object.fromEntries(files.slice(0, count)));
  expect(plain(check(3))).not.toContain("other use");
  expect(plain(check(4))).toMatch(/C C\.graphql:1:11\n +and 1 other use\n/);
  expect(plain(check(5))).toMatch(/C C\.graphql:1:11\n +and 2 other uses\n/);
});

test("html: more than 5 other places are closed at first, and each names 3 operations", () => {
  const render = (others: number) => {
    const files = Array.from({ length: others }, (_, index) => [`${index}.graphql`, `query Q${index} { a }`]);
    const spread = (fragment: string, names: string) =>
      names.replaceAll(/\w/g, `query $& { ...${fragment} } `).concat(`fragment ${fragment} on Query { a } `);
    const shared = ["f.graphql", spread("F", "ABCDE") + spread("G", "HIJK")];
    const report = checkTexts(
      "type Query { a: Int! }",
      "type Query { a: Int }",
      Object.fromEntries([shared, ...files]),
    );
    const [, open, list = ""] =
      /<details class="places"( open)?>.*?<ul class="quiet">(.*?)<\/ul>/s.exec(
        renderHtml(report, { sources }),
      ) ?? [];
    return [
      open,
      list
        .replaceAll(/<code.*?<\/code>|<\/?li>/g, "")
        .trim()
        .split(/\s*\n\s*/),
    ];
  };
  expect(render(4)).toEqual([" open", ["H, I, J and 1 more", "Q0", "Q1", "Q2", "Q3"]]);
  expect(render(5)).toEqual([undefined, ["H, I, J and 1 more", "Q0", "Q1", "Q2", "Q3", "Q4"]]);
});

test("html: a list of 21 changes and types of more than 24 lines are closed at first", () => {
  const numbers = Array.from({ length: 21 }, (_, index) => index);
  const listDetails = (report: Report) =>
    renderHtml(report, { sources: new Map() }).match(/<details (?:data-status|class="box")[^>]*>/g);
  const changes = numbers.map((index) => createBroken(`Get${index}`, { coordinate: `Type${index}.field` }));
  const readTimes = (count: number) => {
    const aliases = numbers.slice(0, count).map((index) => `alias${index}: a`);
    return checkTexts("type Query { a: Int! }", "type Query { a: Int }", `query A { ${aliases.join(" ")} }`);
  };
  const [list, types] = ['<details data-status="breaks" open>', '<details class="box" open>'];
  expect(listDetails(withOperations(empty, changes))).toEqual(['<details data-status="breaks">']);
  expect(listDetails(withOperations(empty, changes.slice(1)))).toEqual([list]);
  expect(listDetails(readTimes(12))).toEqual([list, '<details class="box">']);
  expect(listDetails(readTimes(11))).toEqual([list, types]);
});
