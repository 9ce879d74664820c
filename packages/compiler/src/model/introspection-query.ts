/** The introspection query that requests all that a server supports. */

import {
  buildSchema,
  getIntrospectionQuery,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** Edition of the GraphQL specification, as the introspection of a server shows it. */
export type Edition = "June 2018" | "October 2021" | "September 2025";

/** Introspection fields of a server, such as `__Field.args`, with the names of their arguments. */
type IntrospectionSupport = ReadonlyMap<string, ReadonlySet<string>>;

const META_TYPES = ["__Schema", "__Type", "__Field", "__InputValue", "__EnumValue", "__Directive"];

/**
 * Asks which introspection fields and arguments the server supports. All editions of the specification accept
 * it.
 */
export const SUPPORT_QUERY: string = `query IntrospectionSupport {
${META_TYPES.map((name) => `  ${name.slice(2)}: __type(name: "${name}") { name fields(includeDeprecated: true) { name args { name } } }`).join("\n")}
}`;

interface SupportResult {
  readonly [alias: string]: {
    readonly name: string;
    readonly fields: readonly {
      readonly name: string;
      readonly args: readonly { readonly name: string }[];
    }[];
  } | null;
}

/** Reads the result of {@link SUPPORT_QUERY}. If the server hides a type, it is left out. */
export function readSupport(result: unknown): IntrospectionSupport {
  const support = new Map<string, ReadonlySet<string>>();
  for (const type of Object.values((result ?? {}) as SupportResult)) {
    for (const { name, args } of type?.fields ?? []) {
      support.set(`${type?.name}.${name}`, new Set(args.map((argument) => argument.name)));
    }
  }
  return support;
}

/** Writes the most complete introspection query that a server with this support accepts. */
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
  // Only the introspection types of the schema are used.
  const types = new TypeInfo(buildSchema("type Query { _: Int }"));
  const narrowed = visit(
    parse(full),
    visitWithTypeInfo(types, {
      Field(node) {
        const parent = types.getParentType()?.name;
        if (!parent?.startsWith("__")) return undefined;
        const members = support.get(`${parent}.${node.name.value}`);
        if (!members) return null;
        return { ...node, arguments: (node.arguments ?? []).filter(({ name }) => members.has(name.value)) };
      },
    }),
  );
  return print(narrowed);
}

/** Returns the newest edition whose introspection the server supports. */
export function editionOf(support: IntrospectionSupport): Edition {
  if (support.has("__Type.isOneOf")) return "September 2025";
  return support.has("__Directive.isRepeatable") ? "October 2021" : "June 2018";
}
