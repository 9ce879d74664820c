/**
 * The API of the dashboard with `@graphql-tools/mock`, as its guide shows: a store with the objects, and
 * mutations.
 */

import { addMocksToSchema, createMockStore } from "@graphql-tools/mock";

/** @param seed - Rows by type. Relations are IDs. */
export function createMock(schema, seed) {
  const mocks = {
    DateTime: () => "2031-03-10T10:00:00.000Z",
    Service: () => ({ health: "HEALTHY", availability: 99.5, latency: 120, budget: 80, openIncidents: 1 }),
    Incident: () => ({ minutes: 60, isOpen: true }),
    Overview: () => ({ services: 4, healthy: 2, down: 1, openIncidents: 2, availability: 99.5, trend: "UP" }),
    Bucket: () => ({ checks: 4, failed: 1, average: 120 }),
    Group: () => ({ key: "API", incidents: 3, minutes: 60, share: 50 }),
    Rank: () => ({ position: 1, value: 99.5, change: 1 }),
  };
  const store = createMockStore({ schema, mocks });
  const references = { service: "Service", team: "Team" };
  const ids = {};
  for (const [type, rows] of Object.entries(seed)) {
    ids[type] = rows.map(({ id }) => id);
    for (const { id, ...fields } of rows) {
      const values = Object.entries(fields).map(([name, value]) => {
        const typeName = references[name];
        return [name, typeName ? { $ref: { typeName, key: value } } : value];
      });
      store.set(type, id, Object.fromEntries(values));
    }
  }
  const find = (type, id) => (ids[type].includes(id) ? store.get(type, id) : null);
  const all = (type) => ids[type].map((id) => store.get(type, id));
  const referring = (type, field, row) =>
    all(type).filter((each) => store.get(each, field).$ref.key === row.$ref.key);
  const insert = (type, fields) => {
    const id = `${type}-${ids[type].length + 1}`;
    ids[type].push(id);
    store.set(type, id, fields);
    return find(type, id);
  };
  const change = (type, id, fields) => {
    store.set(type, id, fields);
    return find(type, id);
  };
  const refer = (typeName, key) => ({ $ref: { typeName, key } });
  const resolvers = {
    Query: {
      me: (_, __, { user }) => find("User", user.id),
      services: () => all("Service"),
      service: (_, { id }) => find("Service", id),
      timeline: () => ({
        edges: [...all("Incident"), ...all("Deployment")].map((node) => ({ cursor: node.$ref.key, node })),
        pageInfo: { hasNextPage: false, endCursor: null },
        totalCount: ids.Incident.length + ids.Deployment.length,
      }),
    },
    Team: { services: (team) => referring("Service", "team", team) },
    Service: {
      incidents: (service) => referring("Incident", "service", service),
      current: (service) => referring("Deployment", "service", service)[0] ?? null,
    },
    Mutation: {
      openIncident: (_, { input: { serviceId, ...fields } }) => ({
        incident: insert("Incident", { ...fields, service: refer("Service", serviceId) }),
        errors: [],
      }),
      acknowledge: (_, { id }) => change("Incident", id, { acknowledgedAt: "2031-03-10T12:00:00.000Z" }),
      resolve: (_, { id, at }) => ({
        incident: change("Incident", id, { resolvedAt: at, isOpen: false }),
        errors: [],
      }),
      deploy: (_, { serviceId, version }, { user }) =>
        insert("Deployment", {
          version,
          author: user.name,
          service: refer("Service", serviceId),
          isCurrent: true,
        }),
      rollBack(_, { deploymentId }) {
        store.set("Deployment", deploymentId, { failed: true });
        return store.get("Deployment", deploymentId, "service");
      },
      recordChecks: (_, { checks }) => checks.length,
    },
  };
  return addMocksToSchema({ schema, store, resolvers });
}
