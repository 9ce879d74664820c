/** Tests and bugs of the dashboard. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import type { Bug } from "../../seeded-bugs.ts";
import type { Cases } from "../application.ts";
import type { create } from "./dashboard.ts";

export const now = Date.UTC(2031, 2, 10, 12);
export const users = ["m1", "m2"] as const;
export const userType = "User";

const ago = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();

const checks = (service: string, hours: readonly number[], failed: readonly number[]) =>
  hours.map((hour) => ({
    id: `${service}-${hour}`,
    service,
    at: ago(hour),
    ok: !failed.includes(hour),
    latencyMs: failed.includes(hour) ? 30_000 : 100 + 10 * (hour % 7),
  }));
const incident = (
  id: string,
  service: string,
  severity: string,
  title: string,
  [from = 0, to]: readonly number[],
) => ({
  id,
  service,
  severity,
  title,
  startedAt: ago(from),
  resolvedAt: to === undefined ? null : ago(to),
  acknowledgedAt: null as string | null,
});
const deployment = (id: string, service: string, version: string, hours: number, failed = false) => ({
  id,
  service,
  version,
  failed,
  at: ago(hours),
  author: "Kim",
});

export const data = {
  User: [
    { id: "m1", name: "Kim", team: "t1" },
    { id: "m2", name: "Lee", team: "t2" },
  ],
  Team: [
    { id: "t1", name: "Platform" },
    { id: "t2", name: "Money" },
  ],
  Service: [
    { id: "s1", name: "Web", team: "t1", target: 95 },
    { id: "s2", name: "Billing", team: "t2", target: 99 },
    { id: "s3", name: "API", team: "t1", target: 80 },
    { id: "s4", name: "Batch", team: "t2", target: 90 },
  ],
  Check: [
    ...checks("s1", [1, 2, 3, 4, 5, 50, 180], [5, 50]),
    ...checks("s2", [2, 4, 6, 8, 100, 190, 200, 210], [200]),
    ...checks("s3", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30, 40, 200, 210], [3]),
    ...checks("s4", [60, 70], [70]),
  ],
  Incident: [
    incident("i1", "s3", "CRITICAL", "API down", [2]),
    incident("i2", "s1", "MAJOR", "Slow pages", [30, 28]),
    incident("i3", "s3", "MINOR", "Late mails", [50, 49.5]),
    { ...incident("i4", "s2", "MINOR", "Rounding", [5]), acknowledgedAt: ago(4) },
    incident("i5", "s4", "MAJOR", "Stuck job", [200, 197]),
    incident("i6", "s1", "CRITICAL", "Login fails", [72, 71]),
  ],
  Deployment: [
    deployment("d1", "s3", "api-1.0", 400),
    deployment("d2", "s3", "api-1.1", 3),
    deployment("d3", "s1", "web-2.0", 31),
    deployment("d4", "s2", "billing-3.0", 100),
    deployment("d5", "s1", "web-2.1", 20, true),
  ],
};

const [KIM, LEE] = users;

export const cases: Cases<ReturnType<typeof create>> = {
  async "sorts services"(as) {
    const app = await as(KIM);
    deepEqual(await app.byName(), ["API", "Batch", "Billing", "Web"]);
    equal(await app.leastAvailable(), "Batch");
  },
  async "lists services in trouble"(as) {
    deepEqual(await (await as(KIM)).inTrouble(), ["Web", "API"]);
  },
  async "lists the services with the most open incidents"(as) {
    deepEqual(await (await as(KIM)).busiest(), ["Billing", "API"]);
  },
  async "lists the services of a team"(as) {
    const app = await as(KIM);
    deepEqual(await app.ofTeam("t2"), ["Billing", "Batch"]);
    deepEqual(await app.ofTeam("t1", "ap"), ["API"]);
  },
  async "shows a service in a window"(as) {
    const app = await as(KIM);
    equal(await app.service("s3"), "API api-1.1: DOWN, 90.00 %, 120 ms, 64 % left");
    equal(await app.service("s3", "WEEK"), "API api-1.1: DOWN, 91.67 %, 120 ms, 64 % left");
    equal(await app.service("s1"), "Web web-2.0: DEGRADED, 80.00 %, 120 ms, 0 % left");
    equal(await app.service("s4"), "Batch never deployed: UNKNOWN, no data, no data, 0 % left");
    equal(await app.service("s9"), "no such service");
  },
  async "shows the team of the user"(as) {
    equal(await (await as(KIM)).myTeam(), "Kim, Platform: 2 services, 1 open");
    equal(await (await as(LEE)).myTeam(), "Lee, Money: 2 services, 1 open");
  },
  async "shows an overview of a week"(as) {
    deepEqual(await (await as(KIM)).overview("WEEK"), {
      services: 4,
      healthy: 1,
      down: 1,
      openIncidents: 2,
      meanMinutes: 70,
      availability: 84,
      trend: "UP",
    });
  },
  async "writes a headline"(as) {
    const app = await as(KIM);
    equal(await app.headline("WEEK"), "1/4 healthy, 84.00 % ↑");
    equal(await app.headline("DAY"), "1/4 healthy, 89.47 % ↓");
    equal(await app.headline("MONTH"), "1/4 healthy, 83.87 % ?");
  },
  async "shows the mean time to recover"(as) {
    const app = await as(KIM);
    equal(await app.meanTime("DAY"), "nothing to recover from");
    equal(await app.meanTime("MONTH"), "97.5 min");
  },
  async "counts checks per hour, also in hours without checks"(as) {
    const app = await as(KIM);
    deepEqual(await app.hourly("s2", ago(5), ago(2)), ["07:00 0 -", "08:00 1 140", "09:00 0 -"]);
    deepEqual(await app.hourly("s1", ago(5), ago(3.5)), ["07:00 1 -", "08:00 1 140"]);
  },
  async "counts failures per day"(as) {
    deepEqual(await (await as(KIM)).failuresPerDay("s1", ago(72), ago(0)), [1, 0, 1]);
  },
  async "groups incidents"(as) {
    const app = await as(KIM);
    deepEqual(await app.groups("SEVERITY", "WEEK"), [
      { key: "CRITICAL", incidents: 2, minutes: 180, share: 40 },
      { key: "MINOR", incidents: 2, minutes: 330, share: 40 },
      { key: "MAJOR", incidents: 1, minutes: 120, share: 20 },
    ]);
    deepEqual(
      (await app.groups("SERVICE", "MONTH")).map(({ key }) => key),
      ["API", "Web", "Batch", "Billing"],
    );
    equal(await app.worstTeam("WEEK"), "Platform 80 %");
  },
  async "ranks services with ties and changes"(as) {
    const app = await as(KIM);
    deepEqual(await app.ranking("AVAILABILITY", "WEEK"), [
      "1 Billing 100 +2",
      "2 API 91.67 -1",
      "3 Web 66.67 -2",
      "4 Batch 50 new",
    ]);
    deepEqual(await app.ranking("INCIDENTS", "WEEK", 3), ["1 Web 2 +1", "1 API 2 +1", "3 Billing 1 -1"]);
    deepEqual(await app.ranking("LATENCY", "DAY", 2), ["1 Billing 160 new", "1 API 160 0"]);
  },
  async "reads the whole timeline, the newest first"(as) {
    const app = await as(KIM);
    const expected = [
      "CRITICAL API down",
      "api-1.1",
      "MINOR Rounding",
      "web-2.1 (rolled back)",
      "MAJOR Slow pages",
      "web-2.0",
    ];
    deepEqual((await app.timeline()).slice(0, 6), expected);
    equal((await app.timeline()).length, 11);
    equal(await app.entryCount(), 11);
  },
  async "reads the history of a service"(as) {
    deepEqual(await (await as(KIM)).history("s3"), [
      "CRITICAL API down",
      "api-1.1",
      "MINOR Late mails",
      "api-1.0",
    ]);
  },
  async "lists incidents of a service, the newest first"(as) {
    const app = await as(KIM);
    deepEqual(await app.incidents("s1"), ["Slow pages", "Login fails"]);
    deepEqual(await app.openIncidents("s3"), ["API down"]);
    deepEqual(await app.openIncidents("s1"), []);
    deepEqual(await app.severe("s3"), ["API down"]);
  },
  async "shows causes and durations"(as) {
    const app = await as(KIM);
    deepEqual(await app.causes("s1"), ["Slow pages: web-2.0", "Login fails: unknown"]);
    deepEqual(await app.causes("s3"), ["API down: api-1.1", "Late mails: unknown"]);
    deepEqual(await app.durations("s3"), ["120 min so far", "30 min"]);
  },
  async "opens an incident, which changes the health"(as) {
    const app = await as(KIM);
    equal(await app.health("s2"), "HEALTHY");
    await app.open("s2", "Wrong totals", "CRITICAL");
    equal(await app.health("s2"), "DOWN");
    deepEqual(await app.openIncidents("s2"), ["Wrong totals", "Rounding"]);
    await rejects(app.open("s2", "Rounding"), /title is open/);
    await rejects(app.open("s2", " "), /title is empty/);
  },
  async "opens a minor incident without a severity"(as) {
    const app = await as(KIM);
    await app.open("s2", "Typo");
    deepEqual(await app.severe("s2"), []);
    equal(await app.health("s2"), "HEALTHY");
  },
  async "acknowledges an incident once"(as) {
    const app = await as(KIM);
    equal(await app.acknowledge("i1"), ago(0));
    equal(await app.acknowledge("i4"), ago(4));
  },
  async "resolves an incident, which changes the health"(as) {
    const app = await as(KIM);
    equal(await app.health("s3"), "DOWN");
    equal(await app.resolve("i1", ago(1)), 60);
    equal(await app.health("s3"), "HEALTHY");
    equal(await app.resolve("i4"), 300);
    await rejects(app.resolve("i2"), /resolved already/);
    const id = await app.open("s1", "Broken link");
    await rejects(app.resolve(id, ago(1)), /at is before the start/);
  },
  async "deploys a version"(as) {
    const app = await as(LEE);
    equal(await app.deploy("s4", "batch-1.0"), "batch-1.0 by Lee, current");
    equal(await app.service("s4"), "Batch batch-1.0: UNKNOWN, no data, no data, 0 % left");
  },
  async "rolls back the current deployment"(as) {
    const app = await as(KIM);
    equal(await app.rollBack("d1"), "not current");
    equal(await app.rollBack("d2"), "api-1.0");
    equal(await app.rollBack("d1"), "nothing left");
    deepEqual((await app.history("s3"))[1], "api-1.1 (rolled back)");
  },
  async "records checks"(as) {
    const app = await as(KIM);
    equal(await app.record("s4", 120, null), 2);
    equal(await app.service("s4"), "Batch never deployed: DEGRADED, 50.00 %, 120 ms, 0 % left");
    equal(await app.record("s4", 100, 110), 2);
    equal(await app.service("s4"), "Batch never deployed: DEGRADED, 75.00 %, 110 ms, 0 % left");
  },
};

export const bugs: readonly Bug[] = [
  {
    title: "the list is sorted by availability",
    from: 'names({ sort: "NAME" })',
    to: 'names({ sort: "AVAILABILITY" })',
  },
  {
    title: "the most available is the least",
    from: 'names({ sort: "AVAILABILITY" }))[0]',
    to: 'names({ sort: "AVAILABILITY" })).at(-1)',
  },
  { title: "services that are down are left out", from: '["DEGRADED", "DOWN"]', to: '["DEGRADED"]' },
  { title: "the team is not sent", from: "names({ teamId, search })", to: "names({ search })" },
  {
    title: "the window is always a day",
    from: "execute(SERVICE, { id, window })",
    to: 'execute(SERVICE, { id, window: "DAY" })',
  },
  { title: "the average is the 95th percentile", from: "percentile: 50", to: "percentile: 95" },
  { title: "no data is an error", from: 'value === null ? "no data"', to: 'value === undefined ? "no data"' },
  {
    title: "the health is stale after an incident",
    from: "healthOf.delete(serviceId);\n      return unwrap(openIncident)",
    to: "return unwrap(openIncident)",
  },
  { title: "the health is stale after it is resolved", from: "healthOf.clear();", to: "" },
  { title: "an unknown trend is steady", from: 'trend === "UNKNOWN" ? "?" : arrow', to: "arrow" },
  { title: "the arrows are swapped", from: 'trend === "UP" ? "↑"', to: 'trend === "DOWN" ? "↑"' },
  { title: "no mean time is null", from: 'meanMinutes === null ? "nothing to recover from" : ', to: "" },
  { title: "hours are days", from: 'from, to, unit: "HOUR"', to: 'from, to, unit: "DAY"' },
  {
    title: "all checks are failures",
    from: "buckets.map(({ failed }) => failed)",
    to: "buckets.map(({ checks }) => checks)",
  },
  { title: "the worst team is a service", from: 'by: "TEAM", window', to: 'by: "SERVICE", window' },
  {
    title: "the limit is not sent",
    from: "(RANKING, { metric, window, limit })",
    to: "(RANKING, { metric, window })",
  },
  { title: "new services did not move", from: 'change === null ? "new" : ', to: "change === null ? 0 : " },
  {
    title: "the history is that of all services",
    from: "first: PAGE_SIZE, serviceId }",
    to: "first: PAGE_SIZE }",
  },
  {
    title: "rolled back versions are shown as deployed",
    from: "entry.failed ? ",
    to: "entry.failed === null ? ",
  },
  { title: "resolved incidents are open", from: "incidents(id, { open: true })", to: "incidents(id)" },
  { title: "major incidents are not severe", from: '["MAJOR", "CRITICAL"]', to: '["CRITICAL", "MINOR"]' },
  {
    title: "errors of incidents are ignored",
    from: "errors: [error] }: Payload",
    to: "errors: [, error] }: Payload",
  },
  { title: "the time of the end is not sent", from: "(RESOLVE, { id, at })", to: "(RESOLVE, { id })" },
  {
    title: "a rejected roll back is an error",
    from: 'codeOf(error) === "NOT_CURRENT"',
    to: 'codeOf(error) === "CONFLICT"',
  },
  { title: "failed checks are recorded as successful", from: "ok: latency !== null", to: "ok: true" },
];
