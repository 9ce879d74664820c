/** A realistic report, with the operation files that it refers to. */

import type { AcceptedChange, Finding, OperationReport, Place, Report } from "../../src/schema/report.ts";

const FLOW_SUMMARY = `# What lists and cards show of a flow.
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

const RENAME_INTEGRATION = `# Gives an integration another name.
mutation RenameIntegration($id: ID!, $name: String!) {
  renameIntegration(id: $id, name: $name) {
    integration {
      id
      name
    }
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

const LIST_INTEGRATIONS = `# Lists the integrations that the token's tenant can see.
query ListIntegrations {
  integrations {
    nodes {
      id
      name
      slug
    }
  }
}
`;

export const sources: ReadonlyMap<string, string> = new Map([
  ["operations/flows/flow-summary.graphql", FLOW_SUMMARY],
  ["operations/flows/list.graphql", LIST_FLOWS],
  ["operations/integrations/get.graphql", GET_INTEGRATION],
  ["operations/integrations/list.graphql", LIST_INTEGRATIONS],
  ["operations/integrations/rename.graphql", RENAME_INTEGRATION],
]);

/** Place of the first occurrence of a text in a file. */
export function placeOf(file: string, text: string): Place {
  const before = (sources.get(file) ?? "").split(text)[0]?.split("\n") ?? [];
  return { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

const acceptedChange: AcceptedChange = {
  coordinate: "Trigger",
  rule: "union-grew",
  reason: "The switch on __typename has a default branch (PLAT-512).",
  expires: "2027-01-31",
};

export const accepted: Finding = {
  verdict: "breaks",
  rule: "union-grew",
  coordinate: "Trigger",
  message: "Flow.trigger can now be QueueTrigger. Code that distinguishes its types does not handle this.",
  place: placeOf("operations/flows/flow-summary.graphql", "trigger {"),
  accepted: acceptedChange,
};

export const enumShrank: Finding = {
  verdict: "changes types",
  rule: "enum-shrank",
  coordinate: "FlowStatus.LEGACY",
  message: 'Flow.status can no longer be "LEGACY".',
  place: placeOf("operations/flows/flow-summary.graphql", "status"),
};

const renameIntegration: OperationReport = {
  name: "RenameIntegration",
  kind: "mutation",
  place: placeOf("operations/integrations/rename.graphql", "mutation"),
  verdict: "breaks",
  findings: [
    {
      verdict: "breaks",
      rule: "required",
      coordinate: "Mutation.renameIntegration(reason:)",
      message: "Mutation.renameIntegration(reason:) is now required. This operation omits it.",
      place: placeOf("operations/integrations/rename.graphql", "renameIntegration("),
    },
  ],
};

const getIntegration: OperationReport = {
  name: "GetIntegration",
  kind: "query",
  place: placeOf("operations/integrations/get.graphql", "query"),
  verdict: "breaks",
  findings: [
    {
      verdict: "breaks",
      rule: "nullability",
      coordinate: "User.email",
      message: "User.email is now nullable, was non-null.",
      place: placeOf("operations/integrations/get.graphql", "email"),
    },
    {
      verdict: "breaks",
      rule: "invalid",
      coordinate: "User.displayName",
      message: 'Cannot query field "displayName" on type "User". Did you mean "name"?',
      place: placeOf("operations/integrations/get.graphql", "displayName"),
    },
    {
      verdict: "changes types",
      rule: "nullability",
      coordinate: "Run.status",
      message: "Run.status is now non-null, was nullable.",
      place: placeOf("operations/integrations/get.graphql", "status"),
    },
  ],
  types: {
    before: `type GetIntegration = {
  integration: {
    id: string;
    name: string;
    slug: string;
    owner: {
      email: string;
      displayName: string;
    };
    runs: {
      nodes: Array<{
        id: string;
        status: RunStatus | null;
      }>;
    };
  };
};

type GetIntegrationVariables = {
  id: string;
  runs?: number | null;
};`,
    after: `type GetIntegration = {
  integration: {
    id: string;
    name: string;
    slug: string;
    owner: {
      email: string | null;
    };
    runs: {
      nodes: Array<{
        id: string;
        status: RunStatus;
      }>;
    };
  };
};

type GetIntegrationVariables = {
  id: string;
  runs?: number | null;
};`,
  },
};

const listFlows: OperationReport = {
  name: "ListFlows",
  kind: "query",
  place: placeOf("operations/flows/list.graphql", "query"),
  verdict: "changes types",
  findings: [
    enumShrank,
    {
      verdict: "changes types",
      rule: "input-field",
      coordinate: "FlowFilter.tags",
      message: "FlowFilter.tags is new and optional.",
      place: placeOf("operations/flows/list.graphql", "$filter: FlowFilter"),
    },
    accepted,
  ],
  types: {
    before: `type FlowStatus = "ACTIVE" | "DRAFT" | "LEGACY";\n\ntype FlowFilter = {\n  status?: FlowStatus | null;\n};`,
    after: `type FlowStatus = "ACTIVE" | "DRAFT";\n\ntype FlowFilter = {\n  status?: FlowStatus | null;\n  tags?: Array<string> | null;\n};`,
  },
};

/** An unaffected operation. */
export function createUnaffected(name: string): OperationReport {
  const file = `operations/${name.replaceAll(/\B[A-Z]/g, "-$&").toLowerCase()}.graphql`;
  const kind = /^(?:Get|List)/.test(name) ? "query" : "mutation";
  return { name, kind, place: { file, line: 2, column: 1 }, verdict: "unaffected", findings: [] };
}

/** A report without operations and changes. */
export const empty: Report = {
  version: 1,
  before: { label: "schema/schema.graphql", how: "introspection" },
  after: { label: "https://platform.example.com/api", how: "introspection" },
  verdict: "unaffected",
  semver: "none",
  changelog: "",
  operations: [],
  changes: [],
  drift: [],
  deprecations: [],
  unpaged: [],
  staleAccepted: [],
  remarks: [],
};

const UNAFFECTED = [
  ...["CreateFlow", "DeleteFlow", "GetFlow", "GetRun", "InviteUser", "ListConnectors", "ListRuns", "ListUsers"],
  ...["PublishFlow", "RetryRun"],
];

const slugUses = [
  { operation: "GetIntegration", place: placeOf("operations/integrations/get.graphql", "slug") },
  { operation: "ListIntegrations", place: placeOf("operations/integrations/list.graphql", "slug") },
];

/** Two of fourteen operations break, one changes types. */
export const drifted: Report = {
  ...empty,
  verdict: "breaks",
  semver: "major",
  changelog: `### Major

- **GetIntegration**: \`integration.owner.displayName\` was removed, \`integration.owner.email\` is nullable.
- **RenameIntegration**: \`reason\` is required.

### Minor

- **ListFlows**: \`FlowStatus\` loses \`LEGACY\`; \`FlowFilter\` has \`tags\`.
`,
  operations: [
    getIntegration,
    renameIntegration,
    listFlows,
    ...[...UNAFFECTED, "ListIntegrations"].sort().map(createUnaffected),
  ],
  changes: [
    { coordinate: "User.displayName", level: "breaking", message: "Field removed.", folded: 0 },
    {
      coordinate: "Mutation.renameIntegration(reason:)",
      level: "breaking",
      message: "Required argument added.",
      folded: 0,
    },
    { coordinate: "Mutation.archiveTenant", level: "breaking", message: "Field removed.", folded: 0 },
    { coordinate: "User.email", level: "breaking", message: "Type changed from String! to String.", folded: 0 },
    { coordinate: "FlowStatus.LEGACY", level: "breaking", message: "Enum value removed.", folded: 0 },
    { coordinate: "Trigger", level: "dangerous", message: "Member QueueTrigger added to the union.", folded: 0 },
    {
      coordinate: "Integration.runs(first:)",
      level: "dangerous",
      message: "Default changed from 50 to 20.",
      folded: 0,
    },
    { coordinate: "AuditEvent", level: "safe", message: "Type added.", folded: 38 },
    { coordinate: "FlowFilter.tags", level: "safe", message: "Optional input field added.", folded: 0 },
    { coordinate: "Integration.archivedAt", level: "safe", message: "Field added.", folded: 0 },
    { coordinate: "QueueTrigger", level: "safe", message: "Type added.", folded: 5 },
  ],
  drift: [
    {
      coordinate: "Integration.archivedAt",
      message: "New field of type DateTime.",
      operations: ["GetIntegration", "ListIntegrations", "RenameIntegration"],
    },
    { coordinate: "Query.auditEvents", message: "New field of type AuditEventConnection!.", operations: [] },
  ],
  deprecations: [
    {
      coordinate: "Integration.slug",
      reason: "Use `key`; removed on 2027-06-01.",
      announced: "description",
      isNew: true,
      uses: slugUses,
    },
  ],
  unpaged: [
    {
      coordinate: "Integration.runs",
      missing: "pageInfo { hasNextPage endCursor }",
      place: placeOf("operations/integrations/get.graphql", "runs("),
      operations: ["GetIntegration"],
    },
  ],
  staleAccepted: [
    {
      coordinate: "Run.log",
      reason: "The log viewer is going away.",
      expires: "2026-12-31",
      problem: "unused",
    },
  ],
  remarks: [
    "The schemas were read with different headers (none; x-preview). The platform can return another schema for each.",
  ],
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

/** Also has an operation that is invalid in both schemas, an expired accepted change, and an accepted finding. */
export const everyVerdict: Report = {
  ...drifted,
  operations: [
    ...drifted.operations.slice(0, 3),
    getTenant,
    { ...createUnaffected("GetFlow"), findings: [accepted] },
    ...drifted.operations.slice(3).filter(({ name }) => name !== "GetFlow"),
  ],
  staleAccepted: [
    ...drifted.staleAccepted,
    {
      coordinate: "User.email",
      rule: "nullability",
      operation: "GetIntegration",
      reason: "All users have an address.",
      expires: "2026-11-01",
      problem: "expired",
    },
  ],
};
