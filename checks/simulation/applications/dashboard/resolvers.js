/** The API of the dashboard as plain resolvers over arrays. */

import { GraphQLError } from "graphql";

const HOUR = 3_600_000;
const HOURS = { DAY: 24, WEEK: 168, MONTH: 720 };
const UNITS = { HOUR, DAY: 24 * HOUR };

const at = (date) => Date.parse(date);
const round = (value, decimals) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;
const newest = (rows, name) => rows.toSorted((a, b) => at(b[name]) - at(a[name]));

/** Whether a time is in a window. @param shift - 1 for the window before. */
const isIn = (time, now, window, shift = 0) => {
  const age = (at(now) - at(time)) / HOUR / HOURS[window] - shift;
  return age >= 0 && age < 1;
};
const availabilityOf = (checks) =>
  checks.length === 0 ? null : round((100 * checks.filter(({ ok }) => ok).length) / checks.length, 2);

const latencyOf = (checks, percentile) => {
  const values = checks.filter(({ ok }) => ok).map(({ latencyMs }) => latencyMs);
  return values.toSorted((a, b) => a - b)[Math.ceil((percentile / 100) * values.length) - 1] ?? null;
};

const METRICS = {
  AVAILABILITY: (checks) => availabilityOf(checks),
  INCIDENTS: (_, incidents) => incidents.length,
  LATENCY: (checks) => latencyOf(checks, 95),
};

/** @param seed - Rows by type. Relations are IDs. */
export function createResolvers(seed) {
  const data = structuredClone(seed);
  const find = (type, id) => data[type].find((row) => row.id === id) ?? null;
  const get = (type, id) => {
    const row = find(type, id);
    if (!row)
      throw new GraphQLError(`There is no ${type} with this ID.`, { extensions: { code: "NOT_FOUND" } });
    return row;
  };
  const insert = (type, fields) => {
    const row = { id: `${type}-${data[type].length + 1}`, ...fields };
    data[type].push(row);
    return row;
  };
  const serviceOf = ({ service }) => find("Service", service);
  const teamOf = ({ team }) => find("Team", team);
  const ofService = (type, { id }) => data[type].filter(({ service }) => service === id);
  const isOpen = ({ resolvedAt }) => resolvedAt === null;
  const openOf = (service) => ofService("Incident", service).filter(isOpen);
  const minutesOf = ({ startedAt, resolvedAt }, now) =>
    Math.round((at(resolvedAt ?? now) - at(startedAt)) / 60_000);
  const checksIn = (service, now, window, shift) =>
    ofService("Check", service).filter((check) => isIn(check.at, now, window, shift));
  const currentOf = (service) =>
    newest(
      ofService("Deployment", service).filter(({ failed }) => !failed),
      "at",
    )[0] ?? null;
  const healthOf = (service, now) => {
    const open = openOf(service).map(({ severity }) => severity);
    const availability = availabilityOf(checksIn(service, now, "DAY"));
    if (open.includes("CRITICAL")) return "DOWN";
    if (availability === null) return "UNKNOWN";
    return open.includes("MAJOR") || availability < service.target ? "DEGRADED" : "HEALTHY";
  };
  /** The services by a metric, the highest first. Equal values have the same position. */
  const rank = (metric, now, window, shift) => {
    const values = data.Service.flatMap((service) => {
      const incidents = ofService("Incident", service).filter(({ startedAt }) =>
        isIn(startedAt, now, window, shift),
      );
      const value = METRICS[metric](checksIn(service, now, window, shift), incidents);
      return value === null ? [] : [{ service, value }];
    });
    const sorted = values.toSorted((a, b) => b.value - a.value);
    return sorted.map((each) => ({
      ...each,
      position: 1 + sorted.findIndex(({ value }) => value === each.value),
    }));
  };
  const GROUP_KEYS = {
    SERVICE: (incident) => serviceOf(incident).name,
    TEAM: (incident) => teamOf(serviceOf(incident)).name,
    SEVERITY: ({ severity }) => severity,
  };
  const orders = (now) => ({
    NAME: (a, b) => (a.name < b.name ? -1 : 1),
    AVAILABILITY: (a, b) => {
      const [first, second] = [a, b].map((each) => availabilityOf(checksIn(each, now, "WEEK")) ?? 101);
      return first - second;
    },
    OPEN_INCIDENTS: (a, b) => openOf(b).length - openOf(a).length,
  });
  const failed = (field, message, code = null) => ({ incident: null, errors: [{ field, message, code }] });
  return {
    Query: {
      me: (_, __, { user }) => user,
      services(_, { health, teamId, search, sort }, { now }) {
        const found = data.Service.filter(
          (service) =>
            (!health || health.includes(healthOf(service, now()))) &&
            (!teamId || service.team === teamId) &&
            (!search || service.name.toLowerCase().includes(search.toLowerCase())),
        );
        return sort ? found.toSorted(orders(now())[sort]) : found;
      },
      service: (_, { id }) => find("Service", id),
      overview(_, { window }, { now }) {
        const health = data.Service.map((service) => healthOf(service, now()));
        const ended = data.Incident.filter((each) => !isOpen(each) && isIn(each.startedAt, now(), window));
        const [availability, previous] = [0, 1].map((shift) =>
          availabilityOf(data.Check.filter((check) => isIn(check.at, now(), window, shift))),
        );
        const difference =
          availability === null || previous === null ? undefined : Math.sign(availability - previous);
        return {
          services: health.length,
          healthy: health.filter((each) => each === "HEALTHY").length,
          down: health.filter((each) => each === "DOWN").length,
          openIncidents: data.Incident.filter(isOpen).length,
          meanMinutes:
            ended.length === 0 ? null : round(mean(ended.map((each) => minutesOf(each, now()))), 1),
          availability,
          trend: difference === undefined ? "UNKNOWN" : ["DOWN", "STEADY", "UP"][difference + 1],
        };
      },
      buckets(_, { serviceId, from, to, unit }) {
        const checks = ofService("Check", get("Service", serviceId));
        const step = UNITS[unit];
        return Array.from({ length: Math.ceil((at(to) - at(from)) / step) }, (_, index) => {
          const start = at(from) + index * step;
          const end = Math.min(start + step, at(to));
          const inside = checks.filter((check) => at(check.at) >= start && at(check.at) < end);
          const latencies = inside.filter(({ ok }) => ok).map(({ latencyMs }) => latencyMs);
          return {
            start: new Date(start).toISOString(),
            checks: inside.length,
            failed: inside.length - latencies.length,
            average: latencies.length === 0 ? null : round(mean(latencies), 1),
          };
        });
      },
      groups(_, { by, window }, { now }) {
        const incidents = data.Incident.filter(({ startedAt }) => isIn(startedAt, now(), window));
        const groups = Object.entries(Object.groupBy(incidents, GROUP_KEYS[by])).map(([key, members]) => ({
          key,
          incidents: members.length,
          minutes: members.reduce((sum, each) => sum + minutesOf(each, now()), 0),
          share: round((100 * members.length) / incidents.length, 1),
        }));
        return groups.toSorted((a, b) => b.incidents - a.incidents || (a.key < b.key ? -1 : 1));
      },
      ranking(_, { metric, window, limit }, { now }) {
        const before = new Map(
          rank(metric, now(), window, 1).map(({ service, position }) => [service.id, position]),
        );
        return rank(metric, now(), window, 0)
          .slice(0, limit)
          .map((each) => {
            const previous = before.get(each.service.id);
            return { ...each, change: previous === undefined ? null : previous - each.position };
          });
      },
      timeline(_, { first = 100, after, serviceId }) {
        const incidents = data.Incident.map((row) => ({
          __typename: "Incident",
          ...row,
          time: row.startedAt,
        }));
        const deployments = data.Deployment.map((row) => ({
          __typename: "Deployment",
          ...row,
          time: row.at,
        }));
        const entries = newest(
          [...incidents, ...deployments].filter(({ service }) => !serviceId || service === serviceId),
          "time",
        );
        const start = after ? entries.findIndex(({ id }) => id === after) + 1 : 0;
        const edges = entries.slice(start, start + first).map((node) => ({ cursor: node.id, node }));
        const pageInfo = {
          hasNextPage: start + first < entries.length,
          endCursor: edges.at(-1)?.cursor ?? null,
        };
        return { edges, pageInfo, totalCount: entries.length };
      },
    },
    User: { team: teamOf },
    Team: {
      services: ({ id }) => data.Service.filter(({ team }) => team === id),
      openIncidents: ({ id }) =>
        data.Service.filter(({ team }) => team === id).reduce(
          (sum, service) => sum + openOf(service).length,
          0,
        ),
    },
    Service: {
      health: (service, _, { now }) => healthOf(service, now()),
      availability: (service, { window }, { now }) => availabilityOf(checksIn(service, now(), window)),
      latency: (service, { window, percentile }, { now }) =>
        latencyOf(checksIn(service, now(), window), percentile),
      budget(service, _, { now }) {
        const share = 100 - (availabilityOf(checksIn(service, now(), "MONTH")) ?? 100);
        return Math.max(0, Math.round(100 * (1 - share / (100 - service.target))));
      },
      incidents(service, { open, severity }) {
        const found = ofService("Incident", service).filter(
          (each) =>
            (open == null || isOpen(each) === open) && (!severity || severity.includes(each.severity)),
        );
        return newest(found, "startedAt");
      },
      current: currentOf,
    },
    Incident: {
      isOpen,
      minutes: (incident, _, { now }) => minutesOf(incident, now()),
      cause(incident) {
        const before = ofService("Deployment", serviceOf(incident)).filter((each) => {
          const hours = (at(incident.startedAt) - at(each.at)) / HOUR;
          return hours >= 0 && hours <= 2;
        });
        return newest(before, "at")[0] ?? null;
      },
    },
    Deployment: {
      isCurrent: (deployment) => currentOf(serviceOf(deployment))?.id === deployment.id,
    },
    Mutation: {
      openIncident(_, { input: { serviceId, title, severity } }, { now }) {
        if (title.trim() === "") return failed("title", "is empty");
        const service = get("Service", serviceId);
        if (openOf(service).some((each) => each.title === title))
          return failed("title", "is open", "DUPLICATE");
        const dates = { startedAt: now(), acknowledgedAt: null, resolvedAt: null };
        return {
          incident: insert("Incident", { service: serviceId, title, severity, ...dates }),
          errors: [],
        };
      },
      acknowledge(_, { id }, { now }) {
        const incident = get("Incident", id);
        incident.acknowledgedAt ??= now();
        return incident;
      },
      resolve(_, { id, at: time }, { now }) {
        const incident = get("Incident", id);
        const resolvedAt = time ?? now();
        if (!isOpen(incident)) return failed("id", "is resolved", "RESOLVED");
        if (at(resolvedAt) < at(incident.startedAt)) return failed("at", "is before the start");
        return { incident: Object.assign(incident, { resolvedAt }), errors: [] };
      },
      deploy(_, { serviceId, version }, { now, user }) {
        const { id: service } = get("Service", serviceId);
        return insert("Deployment", { service, version, author: user.name, at: now(), failed: false });
      },
      rollBack(_, { deploymentId }) {
        const deployment = get("Deployment", deploymentId);
        const service = serviceOf(deployment);
        if (currentOf(service)?.id !== deploymentId) {
          const extensions = { code: "NOT_CURRENT" };
          throw new GraphQLError("Only the current deployment can be rolled back.", { extensions });
        }
        deployment.failed = true;
        return service;
      },
      recordChecks: (_, { checks }, { now }) =>
        checks.map(({ serviceId, ...check }) => insert("Check", { ...check, service: serviceId, at: now() }))
          .length,
    },
  };
}
