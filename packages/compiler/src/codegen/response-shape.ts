/** Renders the shape of an operation's data, which `@integration-platform/graphql/shape` reads. */

import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
} from "graphql";
import { type FragmentsByName, fieldOf } from "../model/graphql.ts";
import type { ScalarType } from "../model/scalars.ts";

export interface ResponseShapeOptions {
  /** Whether unknown enum members and possible types are valid. */
  readonly openTypes: boolean;
  /** TypeScript types of custom scalars. A scalar that is a `string`, `number` or `boolean` is compared with it. */
  readonly scalars: Readonly<Record<string, ScalarType>>;
}

/** Part of a selection set. */
interface Part {
  readonly set: SelectionSetNode;
  /** The conditions (`@include`, `@skip`) under which it is present. Empty: always. */
  readonly condition: string;
}

/** A response name, and all fields of the document that are merged in it. */
interface MergedField {
  readonly name: string;
  readonly nodes: { readonly node: FieldNode; readonly condition: string }[];
}

type Fields = ReadonlyMap<string, MergedField>;

/** Scalars whose values are those of a TypeScript type. */
const SCALARS: Readonly<Record<string, string>> = { string: "String", number: "Float", boolean: "Boolean" };
/** A scalar with any value. */
const ANY = "JSON";

/** Renders the shape of a valid operation. `text` is the operation with its fragments, as it is sent. */
export type ShapeRenderer = (operation: { readonly node: OperationDefinitionNode }, text: string) => string;

export function createShapeRenderer(
  schema: GraphQLSchema,
  fragments: FragmentsByName,
  { openTypes, scalars }: ResponseShapeOptions,
): ShapeRenderer {
  const ids = new Map<FieldNode, number>();
  return ({ node: { operation, selectionSet } }, text) => {
    const root = schema.getRootType(operation);
    if (!root) throw new TypeError(`The schema has no ${operation} type.`);
    return `${text.length} ${renderType(root, [{ set: selectionSet, condition: "" }])}`;
  };

  function renderType(type: GraphQLOutputType, parts: readonly Part[]): string {
    if (isNonNullType(type)) return `${renderType(type.ofType, parts)}!`;
    if (isListType(type)) return `[${renderType(type.ofType, parts)}]`;
    if (isCompositeType(type)) return type.name + renderSelections(type, parts);
    if (isEnumType(type)) {
      const members = type.getValues().map(({ name }) => name);
      return openTypes ? `${type.name}=String` : `${type.name}(${members.join(" ")})`;
    }
    const mapped = scalars[type.name];
    if (mapped === undefined) return type.name;
    const scalar = SCALARS[typeof mapped === "string" ? mapped : mapped.output] ?? ANY;
    return scalar === type.name ? scalar : `${type.name}=${scalar}`;
  }

  function renderSelections(type: GraphQLCompositeType, parts: readonly Part[]): string {
    if (!isAbstractType(type)) return `{${renderFields(type, collectFields(type, parts))}}`;
    const base = collectFields(type, parts);
    const baseKey = keyOf(type, base);
    const selections = new Map<string, { readonly types: string[]; readonly fields: string }>();
    const rest: string[] = [];
    for (const possible of schema.getPossibleTypes(type)) {
      const fields = collectFields(possible, parts);
      const key = keyOf(possible, fields);
      const known = selections.get(key);
      if (key === baseKey) rest.push(possible.name);
      else if (known) known.types.push(possible.name);
      else selections.set(key, { types: [possible.name], fields: renderFields(possible, fields) });
    }
    // If the types are closed, `__typename` must be one of them.
    const hasTypeName = [...base.values()].some(({ name }) => name === "__typename");
    const isClosed = !openTypes && hasTypeName;
    if (rest.length > 0 || openTypes || selections.size === 0) {
      selections.set(baseKey, { types: isClosed ? rest : [], fields: renderFields(type, base) });
    }
    return [...selections.values()].map(({ types, fields }) => `<${types.join(" ")}>{${fields}}`).join("");
  }

  function renderFields(type: GraphQLCompositeType, fields: Fields): string {
    return [...fields].map(([key, field]) => renderField(type, key, field)).join(" ");
  }

  function renderField(type: GraphQLCompositeType, key: string, { name, nodes }: MergedField): string {
    const isOptional = nodes.every(({ condition }) => condition !== "");
    const start = `${key}${key === name ? "" : `=${name}`}${isOptional ? "?" : ""}`;
    const field = fieldOf(schema, type, name);
    if (name === "__typename" || !field) return start;
    // If all nodes have the same condition, the field is present only if all of them are.
    const [first, ...others] = nodes.map(({ condition }) => condition);
    const isSame = others.every((condition) => condition === first);
    const parts = nodes.flatMap(({ node: { selectionSet: set }, condition }) =>
      set ? [{ set, condition: isSame ? "" : condition }] : [],
    );
    return `${start}:${renderType(field.type, parts)}`;
  }

  /** Fields that a type has in a selection set. For an abstract type: those that all its possible types have. */
  function collectFields(type: GraphQLCompositeType, parts: readonly Part[]): Fields {
    const fields = new Map<string, MergedField>();
    const collect = ({ set, condition }: Part): void => {
      for (const node of set.selections) {
        const own = condition + renderCondition(node);
        if (node.kind === "Field") {
          const key = (node.alias ?? node.name).value;
          const field = fields.get(key) ?? { name: node.name.value, nodes: [] };
          fields.set(key, field);
          field.nodes.push({ node, condition: own });
          continue;
        }
        const fragment = node.kind === "InlineFragment" ? node : fragments.get(node.name.value);
        if (fragment && applies(type, fragment.typeCondition?.name.value)) {
          collect({ set: fragment.selectionSet, condition: own });
        }
      }
    };
    parts.forEach(collect);
    return fields;
  }

  function applies(type: GraphQLCompositeType, condition: string | undefined): boolean {
    if (condition === undefined || condition === type.name) return true;
    const abstract = schema.getType(condition);
    return isAbstractType(abstract) && "getFields" in type && schema.isSubType(abstract, type);
  }

  /** Equal for two types if only the names of the types differ in their selections. */
  function keyOf(type: GraphQLCompositeType, fields: Fields): string {
    return JSON.stringify(
      [...fields].map(([key, { name, nodes }]) => {
        const merged = nodes.map(({ node, condition }) => [idOf(node), condition]);
        return [key, String(fieldOf(schema, type, name)?.type), merged];
      }),
    );
  }

  function idOf(node: FieldNode): number {
    const id = ids.get(node) ?? ids.size;
    ids.set(node, id);
    return id;
  }
}

function renderCondition({ directives }: FieldNode | SelectionSetNode["selections"][number]): string {
  const conditions = directives?.filter(({ name }) => name.value === "include" || name.value === "skip") ?? [];
  return conditions.map((directive) => print(directive)).join("");
}
