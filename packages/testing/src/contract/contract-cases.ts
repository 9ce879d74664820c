/**
 * Cases for a contract test of all operations: sampled variables, connections to page through, and payloads.
 */

import {
  connectionOf,
  type Field,
  isErrorList,
  pagingArgumentsOf,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type FieldOccurrence,
  type FragmentsByName,
  fieldOf,
  findFragments,
  listFields,
  scopeOf,
} from "@integration-platform/graphql-compiler/internal/model/index";
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  visit,
} from "graphql";
import { loadSchema } from "../schema/load-schema.ts";
import { checkOptionNames } from "../shared/check-options.ts";
import { createLeafSampler, type LeafSampler, type ScalarGenerator } from "../values/leaf-values.ts";

/** An operation with sampled variables. */
export interface ContractCase<Document> {
  /** Name of the operation, and which variables are set. */
  readonly title: string;
  readonly document: Document;
  /** Absent if no variable is set. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Connections that a query can page through: it selects `pageInfo` and has a variable for the cursor. */
  readonly connections: readonly PagedConnection[];
  /**
   * Response names of the root fields whose payload errors the mutation selects, with the name of the errors.
   */
  readonly payloads: readonly { readonly name: string; readonly errors: string }[];
}

export interface PagedConnection {
  /** Response names from the root of the data. */
  readonly path: readonly string[];
  /** Variable for the cursor. */
  readonly cursor: string;
}

export interface ContractCasesOptions {
  /** Generators of custom scalars, as for `createPlatform`. */
  readonly scalars?: Readonly<Record<string, ScalarGenerator>>;
}

/**
 * Page size of sampled variables: smaller than the default number of objects, so that there are several
 * pages.
 */
const SAMPLE_PAGE_SIZE = 2;
/**
 * Input objects that are nested deeper than this are omitted, because they can be recursive. In a required
 * list, only those that are recursive are omitted.
 */
const MAX_INPUT_DEPTH = 2;

/**
 * Samples variables for operations: once the required ones, with the first value of each enum, and once all
 * of them, with the last value. Cursors are omitted, or empty if they are required.
 * `platform.answer(document)` answers an operation with generated data, so that a case needs no rules.
 *
 * @param schema - SDL.
 * @param documents - Documents with one operation each, such as the values of the generated module.
 * @throws SchemaError if the schema is not valid.
 * @throws TypeError if a document has no operation.
 */
export function contractCases<Document extends { readonly text: string }>(
  schema: string,
  documents: Iterable<Document>,
  options: ContractCasesOptions = {},
): ContractCase<Document>[] {
  checkOptionNames("contractCases", options);
  const loaded = loadSchema(schema);
  return [...documents].flatMap((document) => createCases(loaded, document, options));
}

function createCases<Document extends { readonly text: string }>(
  schema: GraphQLSchema,
  document: Document,
  { scalars = {} }: ContractCasesOptions,
): ContractCase<Document>[] {
  const parsed = parse(document.text);
  const operation = parsed.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new TypeError("The document has no operation.");
  const uses = findUses(schema, parsed, operation);
  const isMutation = operation.operation === "mutation";
  const base = {
    document,
    connections: operation.operation === "query" ? connectionsOf(uses) : [],
    payloads: isMutation ? Array.from(uses.payloads, ([name, errors]) => ({ name, errors })) : [],
  };
  const leaf = createLeafSampler(scalars);
  const name = operation.name?.value ?? "anonymous operation";
  const sample = (all: boolean) =>
    sampleVariables(uses, operation, { all, leaf, owners: [], key: `${name} ${all ? "all" : "required"}` });
  const required = sample(false);
  const all = sample(true);
  const isSame = JSON.stringify(required) === JSON.stringify(all);
  const hasVariables = Object.keys(required).length > 0;
  const title = isSame && !hasVariables ? name : `${name}, required variables`;
  const first = { ...base, title, ...(hasVariables && { variables: required }) };
  return isSame ? [first] : [first, { ...base, title: `${name}, all variables`, variables: all }];
}

function sampleVariables(
  { schema, values, cursors }: Uses,
  operation: OperationDefinitionNode,
  sampling: Sampling,
): Record<string, unknown> {
  const definitions = (operation.variableDefinitions ?? []).filter(({ type, defaultValue, variable }) => {
    const isRequired = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
    return isRequired || (sampling.all && !cursors.has(variable.name.value));
  });
  const entries = definitions.map(({ variable, type }): [string, unknown] => {
    const name = variable.name.value;
    if (values.has(name)) return [name, values.get(name)];
    return [name, sampleInput(typeFromAST(schema, type) as GraphQLInputType, name, sampling)];
  });
  return Object.fromEntries(entries);
}

interface Sampling {
  readonly all: boolean;
  readonly leaf: LeafSampler;
  /** The input objects that contain the value, from the outside. */
  readonly owners: readonly GraphQLInputObjectType[];
  /** Determines the values. */
  readonly key: string;
}

function sampleInput(type: GraphQLInputType, fieldName: string, sampling: Sampling): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const isOmitted = isTooDeep(nullable, sampling) && isRecursive(nullable, sampling);
    return isOmitted ? [] : [sampleInput(nullable.ofType, fieldName, sampling)];
  }
  if (isEnumType(nullable)) return sampleEnum(nullable, sampling);
  if (!isInputObjectType(nullable)) {
    return sampling.leaf(nullable, fieldName, `${sampling.key}.${fieldName}`);
  }
  const inner = { ...sampling, owners: [...sampling.owners, nullable] };
  const fields = nullable.isOneOf ? chooseOneField(nullable, inner) : chooseFields(nullable, inner);
  return Object.fromEntries(fields.map((field) => [field.name, sampleInput(field.type, field.name, inner)]));
}

function sampleEnum(type: GraphQLEnumType, { all }: Sampling): string | undefined {
  const values = type.getValues();
  const current = values.filter(({ deprecationReason }) => deprecationReason == null);
  const sampled = current.length > 0 ? current : values;
  return sampled.at(all ? -1 : 0)?.name;
}

function isTooDeep(type: GraphQLInputType, { owners }: Sampling): boolean {
  return isInputObjectType(getNamedType(type)) && owners.length >= MAX_INPUT_DEPTH;
}

/** Whether the value is inside of another object of its type. */
function isRecursive(type: GraphQLInputType, { owners }: Sampling): boolean {
  return (owners as readonly unknown[]).includes(getNamedType(type));
}

function chooseFields(type: GraphQLInputObjectType, sampling: Sampling): readonly GraphQLInputField[] {
  return Object.values(type.getFields()).filter((field) => {
    if (isRequiredInputField(field)) return true;
    return sampling.all && field.deprecationReason == null && !isTooDeep(field.type, sampling);
  });
}

/** The first field that does not contain an object around it: `b` of `input A @oneOf { a: A, b: Int }`. */
function chooseOneField(type: GraphQLInputObjectType, sampling: Sampling): readonly GraphQLInputField[] {
  const fields = Object.values(type.getFields());
  const field = fields.find((candidate) => !isRecursive(candidate.type, sampling));
  return field ? [field] : fields.slice(0, 1);
}

/** Connections, payload errors and variables that the fields of an operation use. */
interface Uses {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
  readonly connections: PagedConnection[];
  /** Response names of payload errors, by the response name of the root field. */
  readonly payloads: Map<string, string>;
  /** Values of the variables that determine which items are in the result. */
  readonly values: Map<string, unknown>;
  /** Variables that are cursors of a connection. */
  readonly cursors: Set<string>;
  /** Variables that are cursors of several connections. */
  readonly sharedCursors: Set<string>;
}

/** Finds the connections and payload errors of an operation. */
function findUses(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Uses {
  const uses: Uses = {
    schema,
    fragments: findFragments(document),
    connections: [],
    payloads: new Map(),
    values: new Map(),
    cursors: new Set(),
    sharedCursors: new Set(),
  };
  visit(document, {
    Directive({ name: { value: directive }, arguments: [condition] = [] }) {
      if (condition?.value.kind !== Kind.VARIABLE) return;
      const variable = condition.value.name.value;
      if (directive === "include") uses.values.set(variable, true);
      if (directive === "skip") uses.values.set(variable, false);
    },
  });
  visitFields(uses, operation, schema.getRootType(operation.operation), [], true);
  return uses;
}

function connectionsOf({ connections, sharedCursors }: Uses): readonly PagedConnection[] {
  return connections.filter(({ cursor }) => !sharedCursors.has(cursor));
}

/**
 * @param isCertain - Whether every result has exactly one object with these fields: not if it is in a list,
 * or in a fragment for some types.
 */
function visitFields(
  uses: Uses,
  container: Selection,
  type: unknown,
  path: readonly string[],
  isCertain: boolean,
): void {
  for (const { node, parent, typeConditions } of selectedFields(uses, container, type)) {
    const field = fieldOf(uses.schema, parent, node.name.value);
    if (!field) continue;
    const names = [...path, responseName(node)];
    notePayloadErrors(uses, field, type, names);
    const isConditional = typeConditions.length > 0 && isAbstractType(type);
    const isFieldCertain = isCertain && !isListType(getNullableType(field.type)) && !isConditional;
    noteConnection(uses, node, field, names, isFieldCertain);
    visitFields(uses, node, getNamedType(field.type), names, isFieldCertain);
  }
}

function notePayloadErrors({ payloads }: Uses, field: Field, type: unknown, path: readonly string[]): void {
  if (path.length !== 2 || !isObjectType(type)) return;
  const [root, errors] = path as readonly [string, string];
  if (isErrorList(field) && !payloads.has(root)) payloads.set(root, errors);
}

function noteConnection(
  uses: Uses,
  node: FieldNode,
  field: Field,
  path: readonly string[],
  isCertain: boolean,
): void {
  const type = getNullableType(field.type);
  if (!isObjectType(type) || !connectionOf(type)) return;
  const { values, cursors, sharedCursors } = uses;
  /** The variables by the names of arguments. */
  const variables = new Map(
    (node.arguments ?? []).flatMap(({ name, value }) =>
      value.kind === Kind.VARIABLE ? [[name.value, value.name.value] as const] : [],
    ),
  );
  const { first, last, after, before, offset } = pagingArgumentsOf(field);
  const sampled = new Map<string | undefined, unknown>([
    [first, SAMPLE_PAGE_SIZE],
    [last, SAMPLE_PAGE_SIZE],
    [offset, 0],
    [after, ""],
    [before, ""],
  ]);
  for (const [argument, name] of variables) {
    if (!sampled.has(argument)) continue;
    values.set(name, sampled.get(argument));
    if (argument !== after && argument !== before) continue;
    if (cursors.has(name)) sharedCursors.add(name);
    cursors.add(name);
  }
  const cursor = variables.get(after ?? "");
  if (isCertain && cursor !== undefined && canPage(uses, node)) uses.connections.push({ path, cursor });
}

/** Whether a connection selects what `paginate` needs: `pageInfo`, and `nodes` or `edges { node }`. */
function canPage(uses: Uses, connection: FieldNode): boolean {
  const find = (container: Selection | undefined, name: string) =>
    container && selectedFields(uses, container).find(({ node }) => responseName(node) === name)?.node;
  const pageInfo = find(connection, "pageInfo");
  const items = find(connection, "nodes") ?? find(find(connection, "edges"), "node");
  return Boolean(items && find(pageInfo, "hasNextPage") && find(pageInfo, "endCursor"));
}

function responseName({ alias, name }: FieldNode): string {
  return alias?.value ?? name.value;
}

/** A field or an operation. */
type Selection = Pick<FieldNode, "selectionSet">;

/** The fields that a field or an operation selects, including those in fragments. */
function selectedFields(
  { schema, fragments }: Uses,
  { selectionSet: set }: Selection,
  type?: unknown,
): FieldOccurrence[] {
  return set
    ? listFields({ schema, fragments }, [{ set, scope: scopeOf(isCompositeType(type) ? type : undefined) }])
    : [];
}
