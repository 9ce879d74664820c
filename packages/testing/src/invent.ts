/** Values for fields that nobody gave a value: right by type, and the same each time for the same seed. */

import {
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLTypeResolver,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from "graphql";
import { type Origin, readGaps } from "./answers/given.ts";
import { hash, hashUuid } from "./random.ts";

/** Resolvers for `execute`: what the source has, is answered; what it lacks, is invented. */
export interface Resolvers {
  readonly fieldResolver: GraphQLFieldResolver<unknown, unknown>;
  readonly typeResolver: GraphQLTypeResolver<unknown, unknown>;
}

const ORIGIN = Symbol("origin");

/** Lists nested deeper than this hold one entry, so that an answer cannot grow without bounds. */
const LONG_LISTS = 3;

export function createResolvers(seed: number): Resolvers {
  return {
    fieldResolver(source, args, _context, info) {
      const gaps = isRecord(source) ? readGaps(source) : undefined;
      // What a test gave has the names of the answer; all else has those of the schema.
      if (gaps && isRecord(source) && Object.hasOwn(source, info.path.key)) return source[info.path.key];
      const known = gaps ? gaps.behind : source;
      if (isRecord(known) && Object.hasOwn(known, info.fieldName)) return known[info.fieldName];
      const { key, lists } = originOf(source, info.parentType.name);
      const given = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
      return invent(info.returnType, info.fieldName, { key: `${key}.${info.fieldName}${given}`, lists });
    },
    typeResolver(value, _context, info, abstractType) {
      const { __typename: typeName } = isRecord(value) ? value : {};
      if (typeof typeName === "string") return typeName;
      const possible = info.schema.getPossibleTypes(abstractType);
      return pick(possible, originOf(value, abstractType.name).key)?.name;
    },
  };

  function originOf(source: unknown, typeName: string): Origin {
    const gaps = isRecord(source) ? readGaps(source) : undefined;
    if (gaps) return gaps.origin;
    const { [ORIGIN]: origin, id } = isRecord(source) ? source : {};
    return isOrigin(origin) ? origin : { key: `${seed}:${typeName}:${typeof id === "string" ? id : ""}`, lists: 0 };
  }
}

function invent(type: GraphQLOutputType, fieldName: string, origin: Origin): unknown {
  if (isNonNullType(type)) return invent(type.ofType, fieldName, origin);
  if (isListType(type)) {
    const length = origin.lists < LONG_LISTS ? 1 + (hash(origin.key) % 3) : 1;
    return Array.from({ length }, (_, index) =>
      invent(type.ofType, fieldName, { key: `${origin.key}[${index}]`, lists: origin.lists + 1 }),
    );
  }
  if (isEnumType(type)) return pick(type.getValues(), origin.key)?.value;
  if (isScalarType(type)) return inventScalar(type.name, fieldName, origin.key);
  return { [ORIGIN]: origin };
}

/** Scalars by name. Assumed: a custom scalar that is not known here is a string. */
function inventScalar(typeName: string, fieldName: string, key: string): unknown {
  const number = hash(key);
  const instant = new Date(Date.UTC(2026, 0, 1) + (number % 31_536_000) * 1000).toISOString();
  switch (typeName) {
    case "Int":
    case "PositiveInt":
    case "NonNegativeInt":
      return 1 + (number % 1000);
    case "Float":
      return (number % 100_000) / 100;
    case "Boolean":
      return number % 2 === 0;
    case "ID":
    case "UUID":
      return hashUuid(key);
    case "DateTime":
    case "Timestamp":
      return instant;
    case "Date":
      return instant.slice(0, 10);
    case "Time":
      return instant.slice(11);
    case "BigInt":
    case "Long":
      return String(number);
    case "Decimal":
      return ((number % 100_000) / 100).toFixed(2);
    case "JSON":
    case "JSONObject":
      return { [fieldName]: number % 1000 };
    case "URL":
    case "URI":
      return `https://example.com/${fieldName}/${number % 1000}`;
    case "EmailAddress":
      return `${fieldName}.${number % 1000}@example.com`;
    default:
      return `${fieldName} ${number % 1000}`;
  }
}

function pick<Choice>(choices: readonly Choice[], key: string): Choice | undefined {
  return choices[hash(key) % choices.length];
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}

function isOrigin(value: unknown): value is Origin {
  return isRecord(value) && "key" in value && "lists" in value;
}
