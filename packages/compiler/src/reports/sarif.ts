/** Renders a report as SARIF 2.1.0, for GitHub code scanning and other tools. */

import type { AcceptedChange, Place, Report } from "../check/report.ts";
import { describeUnpaged, joinTitle } from "../check/sentences.ts";
import { printable, printableJson } from "../text/printable.ts";
import type { SarifOptions } from "./options.ts";
import { inFolder, listSections, listSome } from "./summary.ts";
import { listTopics, type Topic } from "./topics.ts";

type RuleId = NonNullable<AcceptedChange["rule"]> | "deprecated" | "recording";
type Level = "error" | "warning" | "note";

const RULES: Readonly<Record<RuleId, string>> = {
  invalid: "The operation is invalid.",
  nullability: "The nullability of a selected field changed.",
  type: "The type of a selected field or of an input changed.",
  required: "An input is now required.",
  "enum-grew": "An enum has more values.",
  "enum-shrank": "An enum has fewer values.",
  "union-grew": "A union or an interface has more possible types.",
  "union-shrank": "A union or an interface has fewer possible types.",
  name: "Generated code no longer exports a type under its name.",
  "input-field": "An input type has a new optional field, or a field was removed.",
  default: "A default value that the operation relies on changed.",
  unpaged: "A connection is selected without page information.",
  deprecated: "The operation uses a deprecated element.",
  recording: "A recorded response is invalid, too old, or does not match a schema.",
};

const LEVELS: Readonly<Record<Topic["status"], Level>> = {
  ...{ breaks: "error", invalid: "error", "changes types": "warning" },
};
const MAX_NAMES = 10;

/** One result per place. Accepted changes are left out. */
export function renderSarif(report: Report, { folder = "" }: SarifOptions = {}): string {
  const results = [...describeTopics(report), ...describeSections(report)].map(({ place, message, ...result }) => ({
    ...result,
    message: { text: escapeLinks(message) },
    locations: place.file === "" ? [] : [locate(place, folder)],
  }));
  const used = new Set(results.map(({ ruleId }) => ruleId));
  const rules = Object.entries(RULES).flatMap(([id, text]) =>
    used.has(id as RuleId) ? [{ id, shortDescription: { text } }] : [],
  );
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "platform-graphql schema check", rules } },
        columnKind: "utf16CodeUnits",
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: listNotifications(report) }],
        results,
      },
    ],
  };
  return `${printableJson(JSON.stringify(log, undefined, 2))}\n`;
}

interface Result {
  readonly ruleId: RuleId;
  readonly level: Level;
  readonly message: string;
  readonly place: Place;
}

function describeTopics(report: Report): Result[] {
  return listTopics(report).flatMap((topic) =>
    topic.places.map(({ place, rule, element, message, operations }): Result => {
      const names = listSome(operations, MAX_NAMES, String);
      const text = `${joinTitle(topic)}: ${topic.effect}.${element ? ` Here: ${element}.` : ""}${message && ` ${message}`} Operations: ${names}.`;
      return { ruleId: rule, level: topic.isIgnored ? "warning" : LEVELS[topic.status], message: text, place };
    }),
  );
}

function describeSections({ deprecations, unpaged, recordings = [] }: Report): Result[] {
  return [
    ...recordings.map(({ file, message }): Result => {
      return { ruleId: "recording", level: "error", message, place: { file, line: 1, column: 1 } };
    }),
    ...unpaged.flatMap(({ accepted, coordinate, missing, place, operations }): Result[] => {
      if (accepted) return [];
      const message = `${coordinate}: ${describeUnpaged(missing)} Operations: ${operations.join(", ")}.`;
      return [{ ruleId: "unpaged", level: "warning", message, place }];
    }),
    ...deprecations.flatMap(({ coordinate, reason, uses }) =>
      uses.map(({ operation, place }): Result => {
        const message = `${coordinate} is deprecated: ${reason} Operation: ${operation}.`;
        return { ruleId: "deprecated", level: "note", message, place };
      }),
    ),
  ];
}

/** Notes without a place: remarks, and accepted changes to update or remove. */
function listNotifications(report: Report): readonly object[] {
  const stale = listSections(report).find(({ id }) => id === "accepted")?.entries ?? [];
  return [
    ...report.remarks.map((text) => ({ level: "note", message: { text: escapeLinks(text) } })),
    ...stale.map(({ coordinate, labels, message, fails }) => {
      const level = fails ? "error" : "note";
      return {
        level,
        message: { text: escapeLinks(`Accepted change of ${coordinate}, ${labels.join(", ")}: ${message}`) },
      };
    }),
  ];
}

/** `[text](url)` is a link in a SARIF message. */
function escapeLinks(text: string): string {
  return printable(text).replaceAll(/\](?=\()/g, "\\]");
}

function locate({ file, line, column }: Place, folder: string): object {
  // `encodeURIComponent` rejects lone surrogates.
  const encoded = inFolder(folder, file)
    .replaceAll(/\p{Cs}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  // The URL resolves "..".
  const uri = new URL(encoded, "file:///").pathname.slice(1);
  const region = { startLine: line, startColumn: column };
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, region } };
}
