/** The rules of the application. */

import { reject } from "@integration-platform/graphql-testing/rules";
import type { Context, Input, Row, Rules } from "./platform.types.ts";

const HOUR = 3_600_000;
const HOURS = { DAY: 24, WEEK: 168, MONTH: 720 } as const;
const UNITS = { HOUR, DAY: 24 * HOUR } as const;

const at = (date: string): number => Date.parse(date);
const round = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Whether a time is in a window. @param shift - 1 for the window before. */
const isIn = (time: string, now: string, window: Input.Window, shift = 0): boolean => {
  const age = (at(now) - at(time)) / HOUR / HOURS[window] - shift;
  return age >= 0 && age < 1;
};
const availabilityOf = (checks: readonly Row.Check[]): number | null =>
  checks.length === 0 ? null : round((100 * checks.filter(({ ok }) => ok).length) / checks.length, 2);

const latencyOf = (checks: readonly Row.Check[], percentile: number): number | null => {
  const values = checks.filter(({ ok }) => ok).map(({ latencyMs }) => latencyMs);
  return values.toSorted((a, b) => a - b)[Math.ceil((percentile / 100) * values.length) - 1] ?? null;
};

const METRICS = {
  AVAILABILITY: (checks: readonly Row.Check[]) => availabilityOf(checks),
  INCIDENTS: (_: readonly Row.Check[], incidents: readonly Row.Incident[]) => incidents.length,
  LATENCY: (checks: readonly Row.Check[]) => latencyOf(checks, 95),
} as const;

/** The services by a metric, the highest first. Equal values have the same position. */
function rank({ db, now }: Context, metric: Input.Metric, window: Input.Window, shift = 0) {
  const values = db.Service.list().flatMap((service) => {
    const checks = service.checks.filter((check) => isIn(check.at, now(), window, shift));
    const incidents = service.incidents.filter(({ startedAt }) => isIn(startedAt, now(), window, shift));
    const value = METRICS[metric](checks, incidents);
    return value === null ? [] : [{ service, value }];
  });
  const sorted = values.toSorted((a, b) => b.value - a.value);
  return sorted.map((entry) => ({
    ...entry,
    position: 1 + sorted.findIndex(({ value }) => value === entry.value),
  }));
}

const GROUP_KEYS = {
  SERVICE: ({ service }: Row.Incident) => service.name,
  TEAM: ({ service }: Row.Incident) => service.team.name,
  SEVERITY: ({ severity }: Row.Incident) => severity,
} as const;

export const rules = {
  Query: {
    services: (_, { health, teamId, search, sort: order }, { db, sort }) => {
      const services = db.Service.list(
        (service) =>
          (!health || health.includes(service.health)) &&
          (!teamId || service.team.id === teamId) &&
          (!search || service.name.toLowerCase().includes(search.toLowerCase())),
      );
      const names = {
        NAME: "name",
        AVAILABILITY: "availability nulls last",
        OPEN_INCIDENTS: "-openIncidents",
      } as const;
      return sort(services, order, names);
    },
    overview: (_, { window }, { db, now }) => {
      const services = db.Service.list();
      const incidents = db.Incident.list();
      const ended = incidents.filter(({ startedAt, isOpen }) => !isOpen && isIn(startedAt, now(), window));
      const [availability = null, previous = null] = [0, 1].map((shift) =>
        availabilityOf(db.Check.list((check) => isIn(check.at, now(), window, shift))),
      );
      const difference =
        availability === null || previous === null ? undefined : Math.sign(availability - previous);
      return {
        services: services.length,
        healthy: services.filter(({ health }) => health === "HEALTHY").length,
        down: services.filter(({ health }) => health === "DOWN").length,
        openIncidents: incidents.filter(({ isOpen }) => isOpen).length,
        meanMinutes: ended.length === 0 ? null : round(mean(ended.map(({ minutes }) => minutes)), 1),
        availability,
        trend:
          difference === undefined
            ? "UNKNOWN"
            : ((["DOWN", "STEADY", "UP"] as const)[difference + 1] ?? "STEADY"),
      };
    },
    buckets: (_, { serviceId, from, to, unit }, { db }) => {
      const { checks } = db.Service.get(serviceId);
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
    groups: (_, { by, window }, { db, now }) => {
      const incidents = db.Incident.list(({ startedAt }) => isIn(startedAt, now(), window));
      const groups = Object.entries(Object.groupBy(incidents, GROUP_KEYS[by])).map(([key, members = []]) => ({
        key,
        incidents: members.length,
        minutes: members.reduce((sum, { minutes }) => sum + minutes, 0),
        share: round((100 * members.length) / incidents.length, 1),
      }));
      return groups.toSorted((a, b) => b.incidents - a.incidents || (a.key < b.key ? -1 : 1));
    },
    ranking: (_, { metric, window, limit }, context) => {
      const before = new Map(
        rank(context, metric, window, 1).map(({ service, position }) => [service.id, position]),
      );
      return rank(context, metric, window)
        .slice(0, limit ?? 10)
        .map((entry) => {
          const previous = before.get(entry.service.id);
          return { ...entry, change: previous === undefined ? null : previous - entry.position };
        });
    },
    timeline: (_, { serviceId, ...rest }, { db, page }) => {
      const incidents = db.Incident.list().map((node) => ({ node, time: at(node.startedAt) }));
      const deployments = db.Deployment.list().map((node) => ({ node, time: at(node.at) }));
      const entries = [...incidents, ...deployments].filter(
        ({ node }) => !serviceId || node.service.id === serviceId,
      );
      return page(
        entries.toSorted((a, b) => b.time - a.time).map(({ node }) => node),
        rest,
      );
    },
  },
  Team: {
    openIncidents: ({ services }) => services.reduce((sum, { openIncidents }) => sum + openIncidents, 0),
  },
  Service: {
    health: ({ incidents, checks, target }, _, { now }) => {
      const open = incidents.filter(({ isOpen }) => isOpen).map(({ severity }) => severity);
      const availability = availabilityOf(checks.filter((check) => isIn(check.at, now(), "DAY")));
      if (open.includes("CRITICAL")) return "DOWN";
      if (availability === null) return "UNKNOWN";
      return open.includes("MAJOR") || availability < target ? "DEGRADED" : "HEALTHY";
    },
    availability: ({ checks }, { window }, { now }) =>
      availabilityOf(checks.filter((check) => isIn(check.at, now(), window))),
    latency: ({ checks }, { window, percentile }, { now }) =>
      latencyOf(
        checks.filter((check) => isIn(check.at, now(), window)),
        percentile,
      ),
    budget: ({ checks, target }, _, { now }) => {
      const failed = 100 - (availabilityOf(checks.filter((check) => isIn(check.at, now(), "MONTH"))) ?? 100);
      return Math.max(0, Math.round(100 * (1 - failed / (100 - target))));
    },
    incidents: ({ incidents }, { open, severity }, { sort }) => {
      const matching = incidents.filter(
        (incident) =>
          (open === undefined || open === null || incident.isOpen === open) &&
          (!severity || severity.includes(incident.severity)),
      );
      return sort(matching, "NEWEST", { NEWEST: "-startedAt" });
    },
    openIncidents: ({ incidents }) => incidents.filter(({ isOpen }) => isOpen).length,
    current: ({ deployments }, _, { sort }) =>
      sort(
        deployments.filter(({ failed }) => !failed),
        "NEWEST",
        { NEWEST: "-at" },
      )[0] ?? null,
  },
  Incident: {
    isOpen: ({ resolvedAt }) => resolvedAt === null,
    minutes: ({ startedAt, resolvedAt }, _, { now }) =>
      Math.round((at(resolvedAt ?? now()) - at(startedAt)) / 60_000),
    cause: ({ service, startedAt }, _, { sort }) => {
      const before = service.deployments.filter((deployment) => {
        const hours = (at(startedAt) - at(deployment.at)) / HOUR;
        return hours >= 0 && hours <= 2;
      });
      return sort(before, "NEWEST", { NEWEST: "-at" })[0] ?? null;
    },
  },
  Deployment: {
    isCurrent: ({ id, service }) => service.current?.id === id,
  },
  Mutation: {
    openIncident: (_, { input: { serviceId, title, severity } }, { db, now }) => {
      if (title.trim() === "") throw reject("is empty", { field: "title" });
      const isSame = (incident: Row.Incident) => incident.isOpen && incident.title === title;
      if (db.Service.get(serviceId).incidents.some(isSame))
        throw reject("is open", { field: "title", code: "DUPLICATE" });
      return { incident: db.Incident.create({ service: serviceId, title, severity, startedAt: now() }) };
    },
    acknowledge: (_, { id }, { db, now }) =>
      db.Incident.update(id, { acknowledgedAt: db.Incident.get(id).acknowledgedAt ?? now() }),
    resolve: (_, { id, at: time }, { db, now }) => {
      const { isOpen, startedAt } = db.Incident.get(id);
      const resolvedAt = time ?? now();
      if (!isOpen) throw reject("is resolved", { field: "id", code: "RESOLVED" });
      if (at(resolvedAt) < at(startedAt)) throw reject("is before the start", { field: "at" });
      return { incident: db.Incident.update(id, { resolvedAt }) };
    },
    deploy: (_, { serviceId, version }, { db, now, user }) =>
      db.Deployment.create({ service: serviceId, version, author: user.name, at: now(), failed: false }),
    rollBack: (_, { deploymentId }, { db }) => {
      const { service, isCurrent } = db.Deployment.get(deploymentId);
      if (!isCurrent)
        throw reject("Only the current deployment can be rolled back.", { code: "NOT_CURRENT" });
      db.Deployment.update(deploymentId, { failed: true });
      return service;
    },
    recordChecks: (_, { checks }, { db, now }) =>
      checks.map(({ serviceId, ...check }) => db.Check.create({ ...check, service: serviceId, at: now() }))
        .length,
  },
} satisfies Rules;
