/** The formats for other tools, validated against their schemas. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import type { Report } from "../src/index.ts";
import { renderJunit } from "./support/render.ts";
import { drifted, empty, everyVerdict, withOperations } from "./support/report.ts";

const readSchema = (name: string) =>
  readFileSync(join(import.meta.dirname, "fixtures/report-formats", name), "utf8");

const xsd = readSchema("junit.xsd");

/**
 * Texts that break escaping: a link, a workflow command, XML markup, and characters that XML 1.0 cannot
 * contain.
 */
const HOSTILE =
  "[click](https://evil.example)\n::error::]]></failure><x a=\"'&amp;\u0000\u001b[31m\u202e\ufffe\uffff\ud800";

/** A report with special characters in each text. */
function createHostile(): Report {
  const [first] = drifted.operations;
  const finding = first?.findings[0];
  if (!first || !finding) throw new TypeError("The sample has findings.");
  const place = { file: `../a b/${HOSTILE}?#%.graphql`, line: 2, column: 3 };
  const operation = { ...first, name: HOSTILE, place };
  const broken = { ...operation, findings: [{ ...finding, message: HOSTILE, coordinate: HOSTILE, place }] };
  const errors = [{ message: HOSTILE, place }];
  return {
    ...withOperations(drifted, [broken, { ...operation, verdict: "unaffected", findings: [], errors }]),
    remarks: [HOSTILE],
    deprecations: [
      {
        coordinate: HOSTILE,
        reason: HOSTILE,
        isNew: true,
        uses: [{ operation: HOSTILE, place }],
      },
    ],
    staleAccepted: [{ coordinate: HOSTILE, reason: HOSTILE, expires: "2020-01-01", problem: "expired" }],
  };
}

const REPORTS = { empty, drifted, everyVerdict, hostile: createHostile() };

test.for(Object.entries(REPORTS))("junit: is valid in its schema for %s", async ([, report]) => {
  const { errors } = await validateXML({ xml: renderJunit(report), schema: xsd });
  expect(errors).toEqual([]);
});

test("junit: its schema rejects an unknown attribute", async () => {
  const { valid } = await validateXML({
    xml: renderJunit(drifted).replace("<testcase ", '<testcase a="" '),
    schema: xsd,
  });
  expect(valid).toBe(false);
});

test("junit: has a test case for each operation, and a failure for each that breaks", () => {
  const operations = everyVerdict.operations.slice(0, 5);
  expect(renderJunit(withOperations(everyVerdict, operations))).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="schema check" tests="6" failures="3" errors="1">
    <testsuite name="schema check" tests="6" failures="3" errors="1">
    <testcase name="GetIntegration" classname="operations/integrations/get.graphql"><failure type="rejected by the server" message="Cannot query field &quot;displayName&quot; on type &quot;User&quot;. And 2 more.">operations/integrations/get.graphql:9:7: Cannot query field &quot;displayName&quot; on type &quot;User&quot;. (User.displayName, rule: invalid)
    operations/integrations/get.graphql:8:7: User.email is now nullable, was non-null. Code that reads it must handle null. (User.email, rule: nullability)
    operations/integrations/get.graphql:14:9: Run.status is now non-null, was nullable. Tests that build this result must not set status to null. (Run.status, rule: nullability)
    </failure></testcase>
    <testcase name="RenameIntegration" classname="operations/integrations/rename.graphql"><failure type="rejected by the server" message="Mutation.renameIntegration(reason:) is now required. This operation omits it.">operations/integrations/rename.graphql:3:3: Mutation.renameIntegration(reason:) is now required. This operation omits it. (Mutation.renameIntegration(reason:), rule: required)
    </failure></testcase>
    <testcase name="ListFlows" classname="operations/flows/list.graphql"><system-out>operations/flows/flow-summary.graphql:6:3: Flow.trigger is now non-null, was nullable. Tests that build this result must not set trigger to null. (Flow.trigger, rule: nullability)
    operations/flows/list.graphql:2:36: FlowFilter.tags is new and optional. Only code that sets all fields must set it. (FlowFilter.tags, rule: input-field)
    </system-out></testcase>
    <testcase name="GetTenant" classname="operations/get-tenant.graphql"><error type="invalid in both schemas" message="Cannot query field &quot;plan&quot; on type &quot;Tenant&quot;.">operations/get-tenant.graphql:3:5: Cannot query field &quot;plan&quot; on type &quot;Tenant&quot;.
    </error></testcase>
    <testcase name="ListIntegrations" classname="operations/integrations/list.graphql"></testcase>
    <testcase name="User.email, rule: nullability, in GetIntegration" classname="accepted changes"><failure type="expired" message="expired on 2026-11-01: All users have an address."/></testcase>
    </testsuite>
    </testsuites>
    "
  `);
});

test("junit: escapes special characters", () => {
  const xml = renderJunit(REPORTS.hostile);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  expect(xml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\ufffe\uffff\ud800]|<x|^::/m);
  expect(xml.match(/<\/failure>/g)).toHaveLength(1);
});
