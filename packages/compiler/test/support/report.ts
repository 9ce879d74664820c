/**
 * Reports of one change of a platform, as its users see them, with their operation files: `drifted` is the
 * usual one, and the others vary its accepted changes, its consumers and its operations.
 */

import { buildSchema } from "graphql";
import { findCauses } from "../../src/check/verdict/causes.ts";
import {
  type AcceptedChange,
  type CheckInput,
  check,
  type Finding,
  type OperationReport,
  type Place,
  type Report,
} from "../../src/index.ts";
import { parseFiles } from "./schema-check.ts";

/** Integrations with their owners and runs, and flows with their triggers. */
const BEFORE = `
type Query {
  integration(id: ID!): Integration
  integrations: IntegrationConnection!
  flows(integration: ID!, filter: FlowFilter): FlowConnection!
}

type Mutation {
  renameIntegration(id: ID!, name: String!): Integration
  archiveTenant: Boolean
}

type IntegrationConnection {
  nodes: [Integration!]!
}

type Integration {
  id: ID!
  name: String!
  slug: String!
  owner: User!
  runs(first: Int = 50): RunConnection!
}

type User {
  name: String!
  email: String!
  displayName: String!
}

type RunConnection {
  nodes: [Run!]!
  pageInfo: PageInfo!
}

type PageInfo {
  hasNextPage: Boolean!
  endCursor: String
}

type Run {
  id: ID!
  status: RunStatus
}

enum RunStatus { DONE FAILED }

type FlowConnection {
  nodes: [Flow!]!
}

type Flow {
  id: ID!
  name: String!
  status: FlowStatus!
  trigger: Trigger
}

enum FlowStatus { ACTIVE DRAFT LEGACY }

union Trigger = ScheduleTrigger | WebhookTrigger

type ScheduleTrigger { cron: String! }

type WebhookTrigger { url: String! }

input FlowFilter { text: String }
`;

const SLUG = 'slug: String! @deprecated(reason: "use `key`; removed on 2027-06-01.")';

/** Texts of the schema, and their replacements. */
const CHANGES = [
  // The server rejects calls: a required argument is new, and a selected field was removed.
  ["id: ID!, name: String!)", "id: ID!, name: String!, reason: String!)"],
  ["  displayName: String!\n", ""],
  // Code must handle null, another type of a union, and another number of runs.
  ["email: String!", "email: String"],
  ["| WebhookTrigger", "| WebhookTrigger | QueueTrigger"],
  ["first: Int = 50", "first: Int = 20"],
  // Only types change.
  ["status: RunStatus", "status: RunStatus!"],
  ["trigger: Trigger", "trigger: Trigger!"],
  ["text: String", "text: String tags: [String!]"],
  // No operation uses the removed mutation and the new field. One uses a field that is now deprecated.
  ["  archiveTenant: Boolean\n", ""],
  ["  slug: String!", `  ${SLUG}\n  archivedAt: String`],
] as const;

const AFTER = `${CHANGES.reduce((sdl, [text, replacement]) => sdl.replace(text, replacement), BEFORE)}
type QueueTrigger { queue: String! }
`;

const FLOW_SUMMARY = `# Fields of a flow in lists and cards.
fragment FlowSummary on Flow {
  id
  name
  status
  trigger {
    ... on ScheduleTrigger {
      cron
    }
    ... on WebhookTrigger {
      url
    }
  }
}
`;

const GET_INTEGRATION = `# One integration, with its owner and the newest runs of its flows.
query GetIntegration($id: ID!, $runs: Int = 10) {
  integration(id: $id) {
    id
    name
    slug
    owner {
      email
      displayName
    }
    runs(first: $runs) {
      nodes {
        id
        status
      }
    }
  }
}
`;

const RENAME_INTEGRATION = `# Renames an integration.
mutation RenameIntegration($id: ID!, $name: String!) {
  renameIntegration(id: $id, name: $name) {
    id
    name
  }
}
`;

const LIST_FLOWS = `# The flows of an integration.
query ListFlows($integration: ID!, $filter: FlowFilter) {
  flows(integration: $integration, filter: $filter) {
    nodes {
      ...FlowSummary
    }
  }
}
`;

const LIST_INTEGRATIONS = `query ListIntegrations {
  integrations {
    nodes {
      slug
    }
  }
}
`;

const FILES = {
  "operations/flows/flow-summary.graphql": FLOW_SUMMARY,
  "operations/flows/list.graphql": LIST_FLOWS,
  "operations/integrations/get.graphql": GET_INTEGRATION,
  "operations/integrations/list.graphql": LIST_INTEGRATIONS,
  "operations/integrations/rename.graphql": RENAME_INTEGRATION,
};

export const sources: ReadonlyMap<string, string> = new Map(Object.entries(FILES));

/** Place of the first occurrence of a text in a file. */
export function placeOf(file: string, text: string): Place {
  const before = (sources.get(file) ?? "").split(text)[0]?.split("\n") ?? [];
  return { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** An unaffected operation. */
export function createUnaffected(name: string): OperationReport {
  const file = `operations/${name.replaceAll(/\B[A-Z]/g, "-$&").toLowerCase()}.graphql`;
  const kind = /^(?:Get|List)/.test(name) ? "query" : "mutation";
  return { name, kind, place: { file, line: 2, column: 1 }, verdict: "unaffected", findings: [] };
}

const ACCEPTED: readonly AcceptedChange[] = [
  {
    coordinate: "Trigger",
    rule: "union-grew",
    reason: "The switch on __typename has a default branch (PLAT-512).",
    expires: "2027-01-31",
  },
  { coordinate: "Run.log", reason: "The log viewer is going away.", expires: "2026-12-31" },
];

const schemas = { before: buildSchema(BEFORE), after: buildSchema(AFTER) };

/** Replaces the operations, and the causes of their findings. */
export function withOperations(report: Report, operations: readonly OperationReport[]): Report {
  return { ...report, operations, causes: findCauses(schemas, operations, String) };
}

function createReport(accepted: readonly AcceptedChange[], more: Partial<CheckInput> = {}): Report {
  const before = { label: "schema/schema.graphql", how: "introspection" };
  const origins = { before, after: { ...before, label: "https://platform.example.com/api" } };
  const report = check({
    ...schemas,
    operations: parseFiles(FILES),
    accepted,
    origins,
    today: "2026-11-22",
    types: "closed",
    ...more,
  });
  const others = [
    "CreateFlow",
    "DeleteFlow",
    "GetFlow",
    "GetRun",
    "InviteUser",
    "ListConnectors",
    "ListRuns",
  ];
  const unaffected = [...others, "ListUsers", "PublishFlow", "RetryRun"].map(createUnaffected);
  return { ...report, operations: [...report.operations, ...unaffected] };
}

/** Two of fourteen operations break, one changes types. */
export const drifted: Report = {
  ...createReport(ACCEPTED),
  remarks: [
    "The schemas were read with different headers (none; x-preview). The platform can return another schema for each.",
  ],
};

/** Who uses the operations: two consumers. No consumer uses `RenameIntegration`. */
export const used: Report = createReport([], {
  ignoreUnused: true,
  types: "open",
  consumers: [
    { name: "billing", names: new Set(["GetIntegrationDocument", "ListIntegrationsDocument"]) },
    { name: "web shop", names: new Set(["ListFlowsDocument", "FlowStatus", "OldDocument"]) },
  ],
});

/** A report without operations and changes. */
export const empty: Report = {
  ...drifted,
  verdict: "unaffected",
  semver: "none",
  changelog: "",
  causes: [],
  operations: [],
  changes: [],
  additions: [],
  deprecations: [],
  staleAccepted: [],
  remarks: [],
};

/** An operation that is invalid in both schemas. */
export const getTenant: OperationReport = {
  ...createUnaffected("GetTenant"),
  errors: [
    {
      message: 'Cannot query field "plan" on type "Tenant".',
      place: { file: "operations/get-tenant.graphql", line: 3, column: 5 },
    },
  ],
};

function findFinding(isWanted: (finding: Finding) => boolean): Finding {
  const finding = drifted.operations.flatMap(({ findings }) => findings).find(isWanted);
  if (!finding) throw new TypeError("The report has no such finding.");
  return finding;
}

export const accepted: Finding = findFinding((finding) => finding.accepted !== undefined);
export const nonNull: Finding = findFinding(({ coordinate }) => coordinate === "Flow.trigger");

const [first, second, third, ...unaffected] = drifted.operations;
if (!first || !second || !third) throw new TypeError("The report has fewer operations than expected.");

/**
 * Also has an operation that is invalid in both schemas, an expired accepted change, and an accepted finding.
 */
export const everyVerdict: Report = withOperations(
  createReport([
    ...ACCEPTED,
    {
      coordinate: "User.email",
      rule: "nullability",
      operation: "GetIntegration",
      reason: "All users have an address.",
      expires: "2026-11-01",
    },
  ]),
  [
    first,
    second,
    third,
    getTenant,
    ...unaffected.map((operation) =>
      operation.name === "GetFlow" ? { ...operation, findings: [accepted] } : operation,
    ),
  ],
);
