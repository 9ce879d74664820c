/** Introspection that asks for all that a server can tell, and for nothing that it would refuse. */

import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { TOLERANT } from "../codegen/sources.ts";

/** Editions of the GraphQL specification that introspection can be told apart by. */
export type Edition = "June 2018" | "October 2021" | "September 2025";

/** What a server's introspection has: by type and field, such as `__Field.args`, the names of its arguments. */
export type IntrospectionSupport = ReadonlyMap<string, ReadonlySet<string>>;

const META_TYPES = ["__Schema", "__Type", "__Field", "__InputValue", "__EnumValue", "__Directive"];

/** Asks which fields and arguments introspection has here: every edition of the specification answers it. */
export const SUPPORT_QUERY: string = `query IntrospectionSupport {
${META_TYPES.map((name) => `  ${name.slice(2)}: __type(name: "${name}") { name fields(includeDeprecated: true) { name args { name } } }`).join("\n")}
}`;

interface SupportAnswer {
  readonly [alias: string]: {
    readonly name: string;
    readonly fields: readonly { readonly name: string; readonly args: readonly { readonly name: string }[] }[];
  } | null;
}

/** Reads the answer to {@link SUPPORT_QUERY}. A type that the server does not show counts as having what all have. */
export function readSupport(answer: unknown): IntrospectionSupport {
  const support = new Map<string, ReadonlySet<string>>();
  for (const type of Object.values((answer ?? {}) as SupportAnswer)) {
    for (const { name, args } of type?.fields ?? []) {
      support.set(`${type?.name}.${name}`, new Set(args.map((argument) => argument.name)));
    }
  }
  return support;
}

/** The fullest introspection query that a server with this support takes. */
export function writeIntrospectionQuery(support: IntrospectionSupport): string {
  if (support.size === 0) return getIntrospectionQuery();
  const full = getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    experimentalDirectiveDeprecation: true,
    oneOf: true,
  });
  // Any schema will do: only its introspection types are looked at.
  const types = new TypeInfo(buildSchema("type Query { _: Int }"));
  const narrowed = visit(
    parse(full),
    visitWithTypeInfo(types, {
      Field(node) {
        const parent = types.getParentType()?.name ?? "";
        if (!parent.startsWith("__")) return undefined;
        const known = support.get(`${parent}.${node.name.value}`);
        if (!known) return null;
        return { ...node, arguments: (node.arguments ?? []).filter(({ name }) => known.has(name.value)) };
      },
    }),
  );
  return print(narrowed);
}

/** The newest edition whose introspection the server has. */
export function editionOf(support: IntrospectionSupport): Edition {
  if (support.has("__Type.isOneOf")) return "September 2025";
  return support.has("__Directive.isRepeatable") ? "October 2021" : "June 2018";
}

/**
 * Builds the schema that an introspection describes.
 *
 * @param introspection - `{ __schema: … }`, or a whole response: `{ data: { __schema: … } }`.
 * @throws Error saying what is missing or wrong.
 */
export function buildIntrospected(introspection: unknown): GraphQLSchema {
  const { data } = introspection as { data?: unknown };
  const schema = buildClientSchema((data ?? introspection) as IntrospectionQuery, TOLERANT);
  if (!schema.getQueryType()) throw new Error("It has no type to begin a query with.");
  return schema;
}
