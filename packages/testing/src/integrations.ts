/** The integrations that the platform lists. */

import { type GraphQLSchema, getNamedType, getNullableType, isListType, isObjectType } from "graphql";
import { hash, hashUuid } from "./random.ts";

/** An integration, with the fields that the specification shows (section 2). */
export interface Integration {
  readonly id: string;
  readonly name: string;
}

const SYSTEMS = ["CRM", "ERP", "Shop", "Warehouse", "Payroll", "Help desk", "Billing", "Newsletter", "Calendar"];

/**
 * Makes up integrations: the same seed, the same list. Assumed: identifiers are UUIDs (the specification says "string").
 *
 * @throws TypeError Where `count` is no whole number from 0 up.
 */
export function seedIntegrations(count: number, seed: number): Integration[] {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new TypeError(`integrations must be a whole number from 0 up, or a list; got ${count}`);
  }
  return Array.from({ length: count }, (_, index) => {
    const key = `${seed}:integration:${index}`;
    const source = hash(key) % SYSTEMS.length;
    const target = (source + 1 + (hash(`${key}:target`) % (SYSTEMS.length - 1))) % SYSTEMS.length;
    return { id: hashUuid(key), name: `${SYSTEMS[source]} to ${SYSTEMS[target]} ${index + 1}` };
  });
}

/**
 * The integrations as the value of the root of a query: `{ integrations: { nodes } }` (section 2), or nothing where
 * the schema has no such field, so that it is made up like any other.
 */
export function integrationsRoot(schema: GraphQLSchema, integrations: readonly Integration[]): object {
  const { integrations: field } = schema.getQueryType()?.getFields() ?? {};
  const collection = getNullableType(field?.type);
  if (!isObjectType(collection)) return {};
  const { nodes } = collection.getFields();
  if (!nodes || !isListType(getNullableType(nodes.type)) || !isObjectType(getNamedType(nodes.type))) return {};
  return { integrations: { nodes: integrations } };
}
