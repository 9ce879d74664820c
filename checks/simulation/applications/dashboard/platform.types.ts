import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  DateTime: string;
  Health: "HEALTHY" | "DEGRADED" | "DOWN" | "UNKNOWN";
  Severity: "MINOR" | "MAJOR" | "CRITICAL";
  Window: "DAY" | "WEEK" | "MONTH";
  Unit: "HOUR" | "DAY";
  Trend: "UP" | "DOWN" | "STEADY" | "UNKNOWN";
  GroupBy: "SERVICE" | "TEAM" | "SEVERITY";
  Metric: "AVAILABILITY" | "INCIDENTS" | "LATENCY";
  ServiceSort: "NAME" | "AVAILABILITY" | "OPEN_INCIDENTS";
  ID: string;
  String: string;
  Int: number;
  Float: number;
  Boolean: boolean;
}

interface PlatformInputs {
  DateTime: string;
  Health: "HEALTHY" | "DEGRADED" | "DOWN" | "UNKNOWN";
  Severity: "MINOR" | "MAJOR" | "CRITICAL";
  Window: "DAY" | "WEEK" | "MONTH";
  Unit: "HOUR" | "DAY";
  Trend: "UP" | "DOWN" | "STEADY" | "UNKNOWN";
  GroupBy: "SERVICE" | "TEAM" | "SEVERITY";
  Metric: "AVAILABILITY" | "INCIDENTS" | "LATENCY";
  ServiceSort: "NAME" | "AVAILABILITY" | "OPEN_INCIDENTS";
  ID: string | number;
  String: string;
  Int: number;
  Float: number;
  Boolean: boolean;
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface User {
    readonly __typename: "User";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly team: Team;
  }
  interface Team {
    readonly __typename: "Team";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly services: readonly Service[];
    readonly openIncidents: PlatformValues["Int"];
  }
  interface Service {
    readonly __typename: "Service";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly team: Team;
    readonly target: PlatformValues["Float"];
    readonly health: PlatformValues["Health"];
    readonly availability: PlatformValues["Float"] | null;
    readonly latency: PlatformValues["Int"] | null;
    readonly budget: PlatformValues["Int"];
    readonly checks: readonly Check[];
    readonly incidents: readonly Incident[];
    readonly openIncidents: PlatformValues["Int"];
    readonly deployments: readonly Deployment[];
    readonly current: Deployment | null;
  }
  interface Check {
    readonly __typename: "Check";
    readonly id: PlatformValues["ID"];
    readonly service: Service;
    readonly at: PlatformValues["DateTime"];
    readonly ok: PlatformValues["Boolean"];
    readonly latencyMs: PlatformValues["Int"];
  }
  interface Incident {
    readonly __typename: "Incident";
    readonly id: PlatformValues["ID"];
    readonly service: Service;
    readonly title: PlatformValues["String"];
    readonly severity: PlatformValues["Severity"];
    readonly startedAt: PlatformValues["DateTime"];
    readonly acknowledgedAt: PlatformValues["DateTime"] | null;
    readonly resolvedAt: PlatformValues["DateTime"] | null;
    readonly isOpen: PlatformValues["Boolean"];
    readonly minutes: PlatformValues["Int"];
    readonly cause: Deployment | null;
  }
  interface Deployment {
    readonly __typename: "Deployment";
    readonly id: PlatformValues["ID"];
    readonly service: Service;
    readonly version: PlatformValues["String"];
    readonly author: PlatformValues["String"];
    readonly at: PlatformValues["DateTime"];
    readonly failed: PlatformValues["Boolean"];
    readonly isCurrent: PlatformValues["Boolean"];
  }
  interface Bucket {
    readonly __typename: "Bucket";
    readonly start: PlatformValues["DateTime"];
    readonly checks: PlatformValues["Int"];
    readonly failed: PlatformValues["Int"];
    readonly average: PlatformValues["Float"] | null;
  }
  interface Group {
    readonly __typename: "Group";
    readonly key: PlatformValues["String"];
    readonly incidents: PlatformValues["Int"];
    readonly minutes: PlatformValues["Int"];
    readonly share: PlatformValues["Float"];
  }
  interface Rank {
    readonly __typename: "Rank";
    readonly position: PlatformValues["Int"];
    readonly service: Service;
    readonly value: PlatformValues["Float"];
    readonly change: PlatformValues["Int"] | null;
  }
  interface Overview {
    readonly __typename: "Overview";
    readonly services: PlatformValues["Int"];
    readonly healthy: PlatformValues["Int"];
    readonly down: PlatformValues["Int"];
    readonly openIncidents: PlatformValues["Int"];
    readonly meanMinutes: PlatformValues["Float"] | null;
    readonly availability: PlatformValues["Float"] | null;
    readonly trend: PlatformValues["Trend"];
  }
  interface TimelineEdge {
    readonly __typename: "TimelineEdge";
    readonly cursor: PlatformValues["String"];
    readonly node: TimelineEntry;
  }
  interface TimelineConnection {
    readonly __typename: "TimelineConnection";
    readonly edges: readonly TimelineEdge[];
    readonly pageInfo: PageInfo;
    readonly totalCount: PlatformValues["Int"];
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: PlatformValues["Boolean"];
    readonly endCursor: PlatformValues["String"] | null;
  }
  interface InputError {
    readonly __typename: "InputError";
    readonly field: PlatformValues["String"] | null;
    readonly message: PlatformValues["String"];
    readonly code: PlatformValues["String"] | null;
  }
  interface IncidentPayload {
    readonly __typename: "IncidentPayload";
    readonly incident: Incident | null;
    readonly errors: readonly InputError[];
  }
  type TimelineEntry = Incident | Deployment;
}

declare namespace Returned {
  type User = Row.User | {
    readonly __typename?: "User";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly team?: Team;
  };
  type Team = Row.Team | {
    readonly __typename?: "Team";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly services?: readonly Service[];
    readonly openIncidents?: PlatformValues["Int"];
  };
  type Service = Row.Service | {
    readonly __typename?: "Service";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly team?: Team;
    readonly target?: PlatformValues["Float"];
    readonly health?: PlatformValues["Health"];
    readonly availability?: PlatformValues["Float"] | null;
    readonly latency?: PlatformValues["Int"] | null;
    readonly budget?: PlatformValues["Int"];
    readonly checks?: readonly Check[];
    readonly incidents?: readonly Incident[];
    readonly openIncidents?: PlatformValues["Int"];
    readonly deployments?: readonly Deployment[];
    readonly current?: Deployment | null;
  };
  type Check = Row.Check | {
    readonly __typename?: "Check";
    readonly id?: PlatformValues["ID"];
    readonly service?: Service;
    readonly at?: PlatformValues["DateTime"];
    readonly ok?: PlatformValues["Boolean"];
    readonly latencyMs?: PlatformValues["Int"];
  };
  type Incident = Row.Incident | {
    readonly __typename?: "Incident";
    readonly id?: PlatformValues["ID"];
    readonly service?: Service;
    readonly title?: PlatformValues["String"];
    readonly severity?: PlatformValues["Severity"];
    readonly startedAt?: PlatformValues["DateTime"];
    readonly acknowledgedAt?: PlatformValues["DateTime"] | null;
    readonly resolvedAt?: PlatformValues["DateTime"] | null;
    readonly isOpen?: PlatformValues["Boolean"];
    readonly minutes?: PlatformValues["Int"];
    readonly cause?: Deployment | null;
  };
  type Deployment = Row.Deployment | {
    readonly __typename?: "Deployment";
    readonly id?: PlatformValues["ID"];
    readonly service?: Service;
    readonly version?: PlatformValues["String"];
    readonly author?: PlatformValues["String"];
    readonly at?: PlatformValues["DateTime"];
    readonly failed?: PlatformValues["Boolean"];
    readonly isCurrent?: PlatformValues["Boolean"];
  };
  type Bucket = Row.Bucket | {
    readonly __typename?: "Bucket";
    readonly start?: PlatformValues["DateTime"];
    readonly checks?: PlatformValues["Int"];
    readonly failed?: PlatformValues["Int"];
    readonly average?: PlatformValues["Float"] | null;
  };
  type Group = Row.Group | {
    readonly __typename?: "Group";
    readonly key?: PlatformValues["String"];
    readonly incidents?: PlatformValues["Int"];
    readonly minutes?: PlatformValues["Int"];
    readonly share?: PlatformValues["Float"];
  };
  type Rank = Row.Rank | {
    readonly __typename?: "Rank";
    readonly position?: PlatformValues["Int"];
    readonly service?: Service;
    readonly value?: PlatformValues["Float"];
    readonly change?: PlatformValues["Int"] | null;
  };
  type Overview = Row.Overview | {
    readonly __typename?: "Overview";
    readonly services?: PlatformValues["Int"];
    readonly healthy?: PlatformValues["Int"];
    readonly down?: PlatformValues["Int"];
    readonly openIncidents?: PlatformValues["Int"];
    readonly meanMinutes?: PlatformValues["Float"] | null;
    readonly availability?: PlatformValues["Float"] | null;
    readonly trend?: PlatformValues["Trend"];
  };
  type TimelineEdge = Row.TimelineEdge | {
    readonly __typename?: "TimelineEdge";
    readonly cursor?: PlatformValues["String"];
    readonly node?: TimelineEntry;
  };
  type TimelineConnection = Platform.Page<Row.TimelineEntry> | {
    readonly __typename?: "TimelineConnection";
    readonly edges?: readonly TimelineEdge[];
    readonly pageInfo?: PageInfo;
    readonly totalCount?: PlatformValues["Int"];
  };
  type PageInfo = Row.PageInfo | {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformValues["Boolean"];
    readonly endCursor?: PlatformValues["String"] | null;
  };
  type InputError = Row.InputError | {
    readonly __typename?: "InputError";
    readonly field?: PlatformValues["String"] | null;
    readonly message?: PlatformValues["String"];
    readonly code?: PlatformValues["String"] | null;
  };
  type IncidentPayload = Row.IncidentPayload | {
    readonly __typename?: "IncidentPayload";
    readonly incident?: Incident | null;
    readonly errors?: readonly InputError[];
  };
  type TimelineEntry = Incident | Deployment;
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface IncidentInput {
    readonly serviceId: PlatformValues["ID"];
    readonly title: PlatformValues["String"];
    readonly severity: PlatformValues["Severity"];
  }
  interface CheckInput {
    readonly serviceId: PlatformValues["ID"];
    readonly ok: PlatformValues["Boolean"];
    readonly latencyMs: PlatformValues["Int"];
  }
  type Health = PlatformInputs["Health"];
  type Severity = PlatformInputs["Severity"];
  type Window = PlatformInputs["Window"];
  type Unit = PlatformInputs["Unit"];
  type Trend = PlatformInputs["Trend"];
  type GroupBy = PlatformInputs["GroupBy"];
  type Metric = PlatformInputs["Metric"];
  type ServiceSort = PlatformInputs["ServiceSort"];
  interface User {
    readonly __typename?: "User";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly team?: Row.Team | string | number | Team | null | undefined;
  }
  interface Team {
    readonly __typename?: "Team";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly services?: readonly (Row.Service | string | number | Service)[] | null | undefined;
    readonly openIncidents?: PlatformInputs["Int"] | null | undefined;
  }
  interface Service {
    readonly __typename?: "Service";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly team?: Row.Team | string | number | Team | null | undefined;
    readonly target?: PlatformInputs["Float"] | null | undefined;
    readonly health?: PlatformInputs["Health"] | null | undefined;
    readonly availability?: PlatformInputs["Float"] | null | undefined;
    readonly latency?: PlatformInputs["Int"] | null | undefined;
    readonly budget?: PlatformInputs["Int"] | null | undefined;
    readonly checks?: readonly (Row.Check | string | number | Check)[] | null | undefined;
    readonly incidents?: readonly (Row.Incident | string | number | Incident)[] | null | undefined;
    readonly openIncidents?: PlatformInputs["Int"] | null | undefined;
    readonly deployments?: readonly (Row.Deployment | string | number | Deployment)[] | null | undefined;
    readonly current?: Row.Deployment | string | number | Deployment | null | undefined;
  }
  interface Check {
    readonly __typename?: "Check";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly service?: Row.Service | string | number | Service | null | undefined;
    readonly at?: PlatformInputs["DateTime"] | null | undefined;
    readonly ok?: PlatformInputs["Boolean"] | null | undefined;
    readonly latencyMs?: PlatformInputs["Int"] | null | undefined;
  }
  interface Incident {
    readonly __typename?: "Incident";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly service?: Row.Service | string | number | Service | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly severity?: PlatformInputs["Severity"] | null | undefined;
    readonly startedAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly acknowledgedAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly resolvedAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly isOpen?: PlatformInputs["Boolean"] | null | undefined;
    readonly minutes?: PlatformInputs["Int"] | null | undefined;
    readonly cause?: Row.Deployment | string | number | Deployment | null | undefined;
  }
  interface Deployment {
    readonly __typename?: "Deployment";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly service?: Row.Service | string | number | Service | null | undefined;
    readonly version?: PlatformInputs["String"] | null | undefined;
    readonly author?: PlatformInputs["String"] | null | undefined;
    readonly at?: PlatformInputs["DateTime"] | null | undefined;
    readonly failed?: PlatformInputs["Boolean"] | null | undefined;
    readonly isCurrent?: PlatformInputs["Boolean"] | null | undefined;
  }
  interface Bucket {
    readonly __typename?: "Bucket";
    readonly start?: PlatformInputs["DateTime"] | null | undefined;
    readonly checks?: PlatformInputs["Int"] | null | undefined;
    readonly failed?: PlatformInputs["Int"] | null | undefined;
    readonly average?: PlatformInputs["Float"] | null | undefined;
  }
  interface Group {
    readonly __typename?: "Group";
    readonly key?: PlatformInputs["String"] | null | undefined;
    readonly incidents?: PlatformInputs["Int"] | null | undefined;
    readonly minutes?: PlatformInputs["Int"] | null | undefined;
    readonly share?: PlatformInputs["Float"] | null | undefined;
  }
  interface Rank {
    readonly __typename?: "Rank";
    readonly position?: PlatformInputs["Int"] | null | undefined;
    readonly service?: Row.Service | string | number | Service | null | undefined;
    readonly value?: PlatformInputs["Float"] | null | undefined;
    readonly change?: PlatformInputs["Int"] | null | undefined;
  }
  interface Overview {
    readonly __typename?: "Overview";
    readonly services?: PlatformInputs["Int"] | null | undefined;
    readonly healthy?: PlatformInputs["Int"] | null | undefined;
    readonly down?: PlatformInputs["Int"] | null | undefined;
    readonly openIncidents?: PlatformInputs["Int"] | null | undefined;
    readonly meanMinutes?: PlatformInputs["Float"] | null | undefined;
    readonly availability?: PlatformInputs["Float"] | null | undefined;
    readonly trend?: PlatformInputs["Trend"] | null | undefined;
  }
  interface TimelineEdge {
    readonly __typename?: "TimelineEdge";
    readonly cursor?: PlatformInputs["String"] | null | undefined;
    readonly node?: Row.TimelineEntry | string | number | TimelineEntry | null | undefined;
  }
  interface TimelineConnection {
    readonly __typename?: "TimelineConnection";
    readonly edges?: readonly (Row.TimelineEdge | string | number | TimelineEdge)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
  }
  interface PageInfo {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly endCursor?: PlatformInputs["String"] | null | undefined;
  }
  interface InputError {
    readonly __typename?: "InputError";
    readonly field?: PlatformInputs["String"] | null | undefined;
    readonly message?: PlatformInputs["String"] | null | undefined;
    readonly code?: PlatformInputs["String"] | null | undefined;
  }
  interface IncidentPayload {
    readonly __typename?: "IncidentPayload";
    readonly incident?: Row.Incident | string | number | Incident | null | undefined;
    readonly errors?: readonly (Row.InputError | string | number | InputError)[] | null | undefined;
  }
  type TimelineEntry = Incident | Deployment;
}

/** The tables of types with a key. */
export interface Db {
  readonly User: Platform.Table<Row.User, Input.User>;
  readonly Team: Platform.Table<Row.Team, Input.Team>;
  readonly Service: Platform.Table<Row.Service, Input.Service>;
  readonly Check: Platform.Table<Row.Check, Input.Check>;
  readonly Incident: Platform.Table<Row.Incident, Input.Incident>;
  readonly Deployment: Platform.Table<Row.Deployment, Input.Deployment>;
  readonly Bucket: Platform.Table<Row.Bucket, Input.Bucket>;
  readonly Group: Platform.Table<Row.Group, Input.Group>;
  readonly Rank: Platform.Table<Row.Rank, Input.Rank>;
  readonly Overview: Platform.Table<Row.Overview, Input.Overview>;
  readonly TimelineEdge: Platform.Table<Row.TimelineEdge, Input.TimelineEdge>;
  readonly PageInfo: Platform.Table<Row.PageInfo, Input.PageInfo>;
  readonly InputError: Platform.Table<Row.InputError, Input.InputError>;
  readonly TimelineEntry: Platform.Table<Row.TimelineEntry, never>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, Row.User> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly User?: {
    readonly id?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["String"]>;
    readonly team?: Platform.TypedResolver<Row.User, object, Context<More>, Returned.Team>;
  };
  readonly Team?: {
    readonly id?: Platform.TypedResolver<Row.Team, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Team, object, Context<More>, PlatformValues["String"]>;
    readonly services?: Platform.TypedResolver<Row.Team, object, Context<More>, readonly Returned.Service[]>;
    readonly openIncidents?: Platform.TypedResolver<Row.Team, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly Service?: {
    readonly id?: Platform.TypedResolver<Row.Service, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Service, object, Context<More>, PlatformValues["String"]>;
    readonly team?: Platform.TypedResolver<Row.Service, object, Context<More>, Returned.Team>;
    readonly target?: Platform.TypedResolver<Row.Service, object, Context<More>, PlatformValues["Float"]>;
    readonly health?: Platform.TypedResolver<Row.Service, object, Context<More>, PlatformValues["Health"]>;
    readonly availability?: Platform.TypedResolver<Row.Service, { readonly window: PlatformValues["Window"] }, Context<More>, PlatformValues["Float"] | null>;
    readonly latency?: Platform.TypedResolver<Row.Service, { readonly window: PlatformValues["Window"]; readonly percentile: PlatformValues["Int"] }, Context<More>, PlatformValues["Int"] | null>;
    readonly budget?: Platform.TypedResolver<Row.Service, object, Context<More>, PlatformValues["Int"]>;
    readonly checks?: Platform.TypedResolver<Row.Service, object, Context<More>, readonly Returned.Check[]>;
    readonly incidents?: Platform.TypedResolver<Row.Service, { readonly open?: PlatformValues["Boolean"] | null | undefined; readonly severity?: readonly PlatformValues["Severity"][] | null | undefined }, Context<More>, readonly Returned.Incident[]>;
    readonly openIncidents?: Platform.TypedResolver<Row.Service, object, Context<More>, PlatformValues["Int"]>;
    readonly deployments?: Platform.TypedResolver<Row.Service, object, Context<More>, readonly Returned.Deployment[]>;
    readonly current?: Platform.TypedResolver<Row.Service, object, Context<More>, Returned.Deployment | null>;
  };
  readonly Check?: {
    readonly id?: Platform.TypedResolver<Row.Check, object, Context<More>, PlatformValues["ID"]>;
    readonly service?: Platform.TypedResolver<Row.Check, object, Context<More>, Returned.Service>;
    readonly at?: Platform.TypedResolver<Row.Check, object, Context<More>, PlatformValues["DateTime"]>;
    readonly ok?: Platform.TypedResolver<Row.Check, object, Context<More>, PlatformValues["Boolean"]>;
    readonly latencyMs?: Platform.TypedResolver<Row.Check, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly Incident?: {
    readonly id?: Platform.TypedResolver<Row.Incident, object, Context<More>, PlatformValues["ID"]>;
    readonly service?: Platform.TypedResolver<Row.Incident, object, Context<More>, Returned.Service>;
    readonly title?: Platform.TypedResolver<Row.Incident, object, Context<More>, PlatformValues["String"]>;
    readonly severity?: Platform.TypedResolver<Row.Incident, object, Context<More>, PlatformValues["Severity"]>;
    readonly startedAt?: Platform.TypedResolver<Row.Incident, object, Context<More>, PlatformValues["DateTime"]>;
    readonly acknowledgedAt?: Platform.TypedResolver<Row.Incident, object, Context<More>, PlatformValues["DateTime"] | null>;
    readonly resolvedAt?: Platform.TypedResolver<Row.Incident, object, Context<More>, PlatformValues["DateTime"] | null>;
    readonly isOpen?: Platform.TypedResolver<Row.Incident, object, Context<More>, PlatformValues["Boolean"]>;
    readonly minutes?: Platform.TypedResolver<Row.Incident, object, Context<More>, PlatformValues["Int"]>;
    readonly cause?: Platform.TypedResolver<Row.Incident, object, Context<More>, Returned.Deployment | null>;
  };
  readonly Deployment?: {
    readonly id?: Platform.TypedResolver<Row.Deployment, object, Context<More>, PlatformValues["ID"]>;
    readonly service?: Platform.TypedResolver<Row.Deployment, object, Context<More>, Returned.Service>;
    readonly version?: Platform.TypedResolver<Row.Deployment, object, Context<More>, PlatformValues["String"]>;
    readonly author?: Platform.TypedResolver<Row.Deployment, object, Context<More>, PlatformValues["String"]>;
    readonly at?: Platform.TypedResolver<Row.Deployment, object, Context<More>, PlatformValues["DateTime"]>;
    readonly failed?: Platform.TypedResolver<Row.Deployment, object, Context<More>, PlatformValues["Boolean"]>;
    readonly isCurrent?: Platform.TypedResolver<Row.Deployment, object, Context<More>, PlatformValues["Boolean"]>;
  };
  readonly Bucket?: {
    readonly start?: Platform.TypedResolver<Row.Bucket, object, Context<More>, PlatformValues["DateTime"]>;
    readonly checks?: Platform.TypedResolver<Row.Bucket, object, Context<More>, PlatformValues["Int"]>;
    readonly failed?: Platform.TypedResolver<Row.Bucket, object, Context<More>, PlatformValues["Int"]>;
    readonly average?: Platform.TypedResolver<Row.Bucket, object, Context<More>, PlatformValues["Float"] | null>;
  };
  readonly Group?: {
    readonly key?: Platform.TypedResolver<Row.Group, object, Context<More>, PlatformValues["String"]>;
    readonly incidents?: Platform.TypedResolver<Row.Group, object, Context<More>, PlatformValues["Int"]>;
    readonly minutes?: Platform.TypedResolver<Row.Group, object, Context<More>, PlatformValues["Int"]>;
    readonly share?: Platform.TypedResolver<Row.Group, object, Context<More>, PlatformValues["Float"]>;
  };
  readonly Rank?: {
    readonly position?: Platform.TypedResolver<Row.Rank, object, Context<More>, PlatformValues["Int"]>;
    readonly service?: Platform.TypedResolver<Row.Rank, object, Context<More>, Returned.Service>;
    readonly value?: Platform.TypedResolver<Row.Rank, object, Context<More>, PlatformValues["Float"]>;
    readonly change?: Platform.TypedResolver<Row.Rank, object, Context<More>, PlatformValues["Int"] | null>;
  };
  readonly Overview?: {
    readonly services?: Platform.TypedResolver<Row.Overview, object, Context<More>, PlatformValues["Int"]>;
    readonly healthy?: Platform.TypedResolver<Row.Overview, object, Context<More>, PlatformValues["Int"]>;
    readonly down?: Platform.TypedResolver<Row.Overview, object, Context<More>, PlatformValues["Int"]>;
    readonly openIncidents?: Platform.TypedResolver<Row.Overview, object, Context<More>, PlatformValues["Int"]>;
    readonly meanMinutes?: Platform.TypedResolver<Row.Overview, object, Context<More>, PlatformValues["Float"] | null>;
    readonly availability?: Platform.TypedResolver<Row.Overview, object, Context<More>, PlatformValues["Float"] | null>;
    readonly trend?: Platform.TypedResolver<Row.Overview, object, Context<More>, PlatformValues["Trend"]>;
  };
  readonly TimelineEdge?: {
    readonly cursor?: Platform.TypedResolver<Row.TimelineEdge, object, Context<More>, PlatformValues["String"]>;
    readonly node?: Platform.TypedResolver<Row.TimelineEdge, object, Context<More>, Returned.TimelineEntry>;
  };
  readonly TimelineConnection?: {
    readonly edges?: Platform.TypedResolver<Row.TimelineConnection, object, Context<More>, readonly Returned.TimelineEdge[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.TimelineConnection, object, Context<More>, Returned.PageInfo>;
    readonly totalCount?: Platform.TypedResolver<Row.TimelineConnection, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly PageInfo?: {
    readonly hasNextPage?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly endCursor?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly InputError?: {
    readonly field?: Platform.TypedResolver<Row.InputError, object, Context<More>, PlatformValues["String"] | null>;
    readonly message?: Platform.TypedResolver<Row.InputError, object, Context<More>, PlatformValues["String"]>;
    readonly code?: Platform.TypedResolver<Row.InputError, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly IncidentPayload?: {
    readonly incident?: Platform.TypedResolver<Row.IncidentPayload, object, Context<More>, Returned.Incident | null>;
    readonly errors?: Platform.TypedResolver<Row.IncidentPayload, object, Context<More>, readonly Returned.InputError[]>;
  };
  readonly Query?: {
    readonly me?: Platform.TypedResolver<object, object, Context<More>, Returned.User>;
    readonly services?: Platform.TypedResolver<object, { readonly health?: readonly PlatformValues["Health"][] | null | undefined; readonly teamId?: PlatformValues["ID"] | null | undefined; readonly search?: PlatformValues["String"] | null | undefined; readonly sort?: PlatformValues["ServiceSort"] | null | undefined }, Context<More>, readonly Returned.Service[]>;
    readonly service?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Service | null>;
    readonly overview?: Platform.TypedResolver<object, { readonly window: PlatformValues["Window"] }, Context<More>, Returned.Overview>;
    readonly buckets?: Platform.TypedResolver<object, { readonly serviceId: PlatformValues["ID"]; readonly from: PlatformValues["DateTime"]; readonly to: PlatformValues["DateTime"]; readonly unit: PlatformValues["Unit"] }, Context<More>, readonly Returned.Bucket[]>;
    readonly groups?: Platform.TypedResolver<object, { readonly by: PlatformValues["GroupBy"]; readonly window: PlatformValues["Window"] }, Context<More>, readonly Returned.Group[]>;
    readonly ranking?: Platform.TypedResolver<object, { readonly metric: PlatformValues["Metric"]; readonly window: PlatformValues["Window"]; readonly limit: PlatformValues["Int"] | null }, Context<More>, readonly Returned.Rank[]>;
    readonly timeline?: Platform.TypedResolver<object, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly serviceId?: PlatformValues["ID"] | null | undefined }, Context<More>, Returned.TimelineConnection>;
  };
  readonly Mutation?: {
    readonly openIncident?: Platform.TypedResolver<object, { readonly input: Input.IncidentInput }, Context<More>, Returned.IncidentPayload>;
    readonly acknowledge?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Incident>;
    readonly resolve?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly at?: PlatformValues["DateTime"] | null | undefined }, Context<More>, Returned.IncidentPayload>;
    readonly deploy?: Platform.TypedResolver<object, { readonly serviceId: PlatformValues["ID"]; readonly version: PlatformValues["String"] }, Context<More>, Returned.Deployment>;
    readonly rollBack?: Platform.TypedResolver<object, { readonly deploymentId: PlatformValues["ID"] }, Context<More>, Returned.Service>;
    readonly recordChecks?: Platform.TypedResolver<object, { readonly checks: readonly Input.CheckInput[] }, Context<More>, PlatformValues["Int"]>;
  };
}
