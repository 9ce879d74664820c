/**
 * A dashboard of services. Its API computes most fields: windows of time, buckets, groups, ranks and a
 * derived status.
 */

import { gql } from "../application.ts";
import { type Client, codeOf, mutation, paginate, query, type SignIn } from "../client.ts";

interface Service {
  readonly id: string;
  readonly name: string;
}
interface Measured extends Service {
  readonly health: string;
  readonly availability: number | null;
  readonly latency: number | null;
  readonly budget: number;
  readonly current: { readonly version: string } | null;
}
interface Incident {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  readonly isOpen: boolean;
  readonly acknowledgedAt: string | null;
  readonly cause: { readonly version: string } | null;
}
interface Overview {
  readonly services: number;
  readonly healthy: number;
  readonly down: number;
  readonly openIncidents: number;
  readonly meanMinutes: number | null;
  readonly availability: number | null;
  readonly trend: string;
}
interface Bucket {
  readonly start: string;
  readonly checks: number;
  readonly failed: number;
  readonly average: number | null;
}
interface Group {
  readonly key: string;
  readonly incidents: number;
  readonly minutes: number;
  readonly share: number;
}
interface Rank {
  readonly position: number;
  readonly service: Service;
  readonly value: number;
  readonly change: number | null;
}
type Entry =
  | { readonly __typename: "Incident"; readonly title: string; readonly severity: string }
  | { readonly __typename: "Deployment"; readonly version: string; readonly failed: boolean };
interface Timeline {
  readonly edges: readonly { readonly node: Entry }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount: number;
}
interface Payload {
  readonly incident: Incident | null;
  readonly errors: readonly {
    readonly field: string | null;
    readonly message: string;
    readonly code: string | null;
  }[];
}
interface TimelineVariables {
  readonly first: number;
  readonly after?: string | null;
  readonly serviceId?: string | undefined;
}

const INCIDENT = "id title minutes isOpen acknowledgedAt cause { version }";

const SERVICES = query<{ services: readonly Service[] }>(
  gql`query ListServices($health: [Health!], $teamId: ID, $search: String, $sort: ServiceSort) {
    services(health: $health, teamId: $teamId, search: $search, sort: $sort) { id name }
  }`,
);
const SERVICE = query<{ service: Measured | null }>(gql`query ShowService($id: ID!, $window: Window!) {
  service(id: $id) {
    id name health budget availability(window: $window) latency(window: $window, percentile: 50) current { version }
  }
}`);
const HEALTH = query<{ service: { health: string } }>(
  gql`query ShowHealth($id: ID!) { service(id: $id) { health } }`,
);
const TEAM = query<{
  me: { name: string; team: { name: string; openIncidents: number; services: readonly Service[] } };
}>(gql`query MyTeam { me { name team { name openIncidents services { id name } } } }`);
const OVERVIEW = query<{ overview: Overview }>(gql`query ShowOverview($window: Window!) {
  overview(window: $window) { services healthy down openIncidents meanMinutes availability trend }
}`);
const BUCKETS = query<{ buckets: readonly Bucket[] }>(
  gql`query ShowBuckets($id: ID!, $from: DateTime!, $to: DateTime!, $unit: Unit!) {
    buckets(serviceId: $id, from: $from, to: $to, unit: $unit) { start checks failed average }
  }`,
);
const GROUPS = query<{ groups: readonly Group[] }>(gql`query ShowGroups($by: GroupBy!, $window: Window!) {
  groups(by: $by, window: $window) { key incidents minutes share }
}`);
const RANKING = query<{ ranking: readonly Rank[] }>(
  gql`query ShowRanking($metric: Metric!, $window: Window!, $limit: Int) {
    ranking(metric: $metric, window: $window, limit: $limit) { position value change service { id name } }
  }`,
);
const TIMELINE = query<{ timeline: Timeline }, TimelineVariables>(
  gql`query ShowTimeline($first: Int!, $after: String, $serviceId: ID) {
    timeline(first: $first, after: $after, serviceId: $serviceId) {
      edges {
        node {
          __typename
          ... on Incident { title severity }
          ... on Deployment { version failed }
        }
      }
      pageInfo { hasNextPage endCursor }
      totalCount
    }
  }`,
);
const INCIDENTS = query<{ service: { incidents: readonly Incident[] } }>(
  gql`query ListIncidents($id: ID!, $open: Boolean, $severity: [Severity!]) {
    service(id: $id) { incidents(open: $open, severity: $severity) { ${INCIDENT} } }
  }`,
);
const OPEN = mutation<{ openIncident: Payload }>(gql`mutation OpenIncident($input: IncidentInput!) {
  openIncident(input: $input) { incident { ${INCIDENT} } errors { field message code } }
}`);
const ACKNOWLEDGE = mutation<{ acknowledge: Incident }>(gql`mutation Acknowledge($id: ID!) {
  acknowledge(id: $id) { ${INCIDENT} }
}`);
const RESOLVE = mutation<{ resolve: Payload }>(gql`mutation Resolve($id: ID!, $at: DateTime) {
  resolve(id: $id, at: $at) { incident { ${INCIDENT} } errors { field message code } }
}`);
const DEPLOY = mutation<{ deploy: { version: string; author: string; isCurrent: boolean } }>(
  gql`mutation Deploy($id: ID!, $version: String!) {
    deploy(serviceId: $id, version: $version) { version author isCurrent }
  }`,
);
const ROLL_BACK = mutation<{ rollBack: { current: { version: string } | null } }>(
  gql`mutation RollBack($id: ID!) { rollBack(deploymentId: $id) { current { version } } }`,
);
const RECORD = mutation<{ recordChecks: number }>(
  gql`mutation RecordChecks($checks: [CheckInput!]!) { recordChecks(checks: $checks) }`,
);

const PAGE_SIZE = 3;

const percent = (value: number | null): string => (value === null ? "no data" : `${value.toFixed(2)} %`);

function describeEntry(entry: Entry): string {
  if (entry.__typename === "Incident") return `${entry.severity} ${entry.title}`;
  return entry.failed ? `${entry.version} (rolled back)` : entry.version;
}

/** The incident of a payload. @throws Error with the first error */
function unwrap({ incident, errors: [error] }: Payload): Incident {
  if (error)
    throw new Error(
      error.code === "RESOLVED" ? "It is resolved already." : `${error.field} ${error.message}`,
    );
  if (!incident) throw new Error("There is no incident.");
  return incident;
}

function connect(client: Client) {
  /** The health of services, until a mutation changes it. */
  const healthOf = new Map<string, string>();
  const names = async (variables: object) =>
    (await client.execute(SERVICES, variables)).services.map(({ name }) => name);
  const incidents = async (id: string, filter: object = {}) =>
    (await client.execute(INCIDENTS, { id, ...filter })).service.incidents;
  const entries = async (serviceId?: string) => {
    const entryTexts: string[] = [];
    const pages = paginate(client, TIMELINE, { first: PAGE_SIZE, serviceId }, ({ timeline }) => ({
      nodes: timeline.edges.map(({ node }) => node),
      pageInfo: timeline.pageInfo,
    }));
    for await (const entry of pages) entryTexts.push(describeEntry(entry));
    return entryTexts;
  };
  return {
    byName: () => names({ sort: "NAME" }),
    leastAvailable: async () => (await names({ sort: "AVAILABILITY" }))[0],
    inTrouble: () => names({ health: ["DEGRADED", "DOWN"] }),
    busiest: async () => (await names({ sort: "OPEN_INCIDENTS" })).slice(0, 2),
    ofTeam: (teamId: string, search?: string) => names({ teamId, search }),
    async service(id: string, window = "DAY") {
      const { service } = await client.execute(SERVICE, { id, window });
      if (!service) return "no such service";
      const { name, health, availability, latency, budget, current } = service;
      const speed = latency === null ? "no data" : `${latency} ms`;
      return `${name} ${current?.version ?? "never deployed"}: ${health}, ${percent(availability)}, ${speed}, ${budget} % left`;
    },
    async health(id: string) {
      const health = healthOf.get(id) ?? (await client.execute(HEALTH, { id })).service.health;
      healthOf.set(id, health);
      return health;
    },
    async myTeam() {
      const { name, team } = (await client.execute(TEAM, {})).me;
      return `${name}, ${team.name}: ${team.services.length} services, ${team.openIncidents} open`;
    },
    async overview(window: string) {
      return (await client.execute(OVERVIEW, { window })).overview;
    },
    async headline(window: string) {
      const { healthy, services, availability, trend } = (await client.execute(OVERVIEW, { window }))
        .overview;
      const arrow = trend === "UP" ? "↑" : trend === "DOWN" ? "↓" : "→";
      return `${healthy}/${services} healthy, ${percent(availability)} ${trend === "UNKNOWN" ? "?" : arrow}`;
    },
    async meanTime(window: string) {
      const { meanMinutes } = (await client.execute(OVERVIEW, { window })).overview;
      return meanMinutes === null ? "nothing to recover from" : `${meanMinutes} min`;
    },
    async hourly(id: string, from: string, to: string) {
      const { buckets } = await client.execute(BUCKETS, { id, from, to, unit: "HOUR" });
      return buckets.map(
        ({ start, checks, average }) => `${start.slice(11, 16)} ${checks} ${average ?? "-"}`,
      );
    },
    async failuresPerDay(id: string, from: string, to: string) {
      const { buckets } = await client.execute(BUCKETS, { id, from, to, unit: "DAY" });
      return buckets.map(({ failed }) => failed);
    },
    async groups(by: string, window: string) {
      return (await client.execute(GROUPS, { by, window })).groups;
    },
    async worstTeam(window: string) {
      const [first] = (await client.execute(GROUPS, { by: "TEAM", window })).groups;
      return first ? `${first.key} ${first.share} %` : "none";
    },
    async ranking(metric: string, window: string, limit?: number) {
      const { ranking } = await client.execute(RANKING, { metric, window, limit });
      return ranking.map(({ position, service, value, change }) => {
        const moved = change === null ? "new" : change > 0 ? `+${change}` : `${change}`;
        return `${position} ${service.name} ${value} ${moved}`;
      });
    },
    timeline: () => entries(),
    history: (serviceId: string) => entries(serviceId),
    async entryCount() {
      return (await client.execute(TIMELINE, { first: 1 })).timeline.totalCount;
    },
    incidents: async (id: string) => (await incidents(id)).map(({ title }) => title),
    openIncidents: async (id: string) => (await incidents(id, { open: true })).map(({ title }) => title),
    severe: async (id: string) =>
      (await incidents(id, { severity: ["MAJOR", "CRITICAL"] })).map(({ title }) => title),
    async causes(id: string) {
      return (await incidents(id)).map(({ title, cause }) => `${title}: ${cause?.version ?? "unknown"}`);
    },
    async durations(id: string) {
      return (await incidents(id)).map(({ minutes, isOpen }) => `${minutes} min${isOpen ? " so far" : ""}`);
    },
    async open(serviceId: string, title: string, severity?: string) {
      const { openIncident } = await client.execute(OPEN, { input: { serviceId, title, severity } });
      healthOf.delete(serviceId);
      return unwrap(openIncident).id;
    },
    async acknowledge(id: string) {
      return (await client.execute(ACKNOWLEDGE, { id })).acknowledge.acknowledgedAt;
    },
    async resolve(id: string, at?: string) {
      const { resolve } = await client.execute(RESOLVE, { id, at });
      healthOf.clear();
      return unwrap(resolve).minutes;
    },
    async deploy(id: string, version: string) {
      const { deploy } = await client.execute(DEPLOY, { id, version });
      return `${deploy.version} by ${deploy.author}${deploy.isCurrent ? ", current" : ""}`;
    },
    async rollBack(id: string) {
      try {
        return (await client.execute(ROLL_BACK, { id })).rollBack.current?.version ?? "nothing left";
      } catch (error) {
        if (codeOf(error) === "NOT_CURRENT") return "not current";
        throw error;
      }
    },
    async record(serviceId: string, ...latencies: readonly (number | null)[]) {
      const checks = latencies.map((latency) => ({
        serviceId,
        ok: latency !== null,
        latencyMs: latency ?? 30_000,
      }));
      healthOf.delete(serviceId);
      return (await client.execute(RECORD, { checks })).recordChecks;
    },
  };
}

/** The dashboard for each user. */
export const create = (signIn: SignIn) => async (user: string) => connect(await signIn(user));
