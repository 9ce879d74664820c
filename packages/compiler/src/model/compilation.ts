/**
 * The model of a document under a schema, as types: what each operation and fragment sends, returns and
 * exports.
 */

import type {
  ExecutableDefinitionNode,
  GraphQLEnumType,
  GraphQLSchema,
  VariableDefinitionNode,
} from "graphql";
import type { Member, Objects, ResultType } from "./result-type.ts";
import type { ScalarType } from "./scalars.ts";
import type { TypeStyle } from "./type-style.ts";

export interface CompileOptions {
  /** TypeScript types of custom scalars. They override the defaults of codegen. @default {} */
  readonly scalars?: Readonly<Record<string, ScalarType>> | undefined;
  /** Style of the types. @default "open" */
  readonly types?: TypeStyle | undefined;
}

/** Operations and fragments under one schema. */
export interface Compilation {
  readonly schema: GraphQLSchema;
  /** Fragments, then operations, each sorted by name. */
  readonly definitions: readonly CompiledDefinition[];
  /** The enums and input types that the definitions use, sorted by name. */
  readonly inputs: readonly (EnumDeclaration | InputDeclaration)[];
}

/** An operation or a fragment. */
export interface CompiledDefinition {
  readonly name: string;
  readonly kind: "query" | "mutation" | "subscription" | "fragment";
  readonly node: ExecutableDefinitionNode;
  /** The fragments that it spreads, directly or through others, in the order of the document. */
  readonly fragments: readonly CompiledDefinition[];
  readonly result: Objects;
  /** Empty for a fragment. */
  readonly variables: readonly Variable[];
  /**
   * The types that the generated code exports for it: nested types first, then the result, then the
   * variables.
   */
  readonly declarations: readonly (ResultDeclaration | VariablesDeclaration)[];
}

export interface Variable {
  readonly name: string;
  /**
   * Its type as it is declared: non-null if it has `!`, whether or not it has a default. Also non-null if it is
   * nullable, but the server rejects `null` in a position of the variable.
   */
  readonly type: ResultType;
  /** Whether it can be left out: it is nullable or has a default. */
  readonly optional: boolean;
  readonly node: VariableDefinitionNode;
}

export type Declaration = EnumDeclaration | InputDeclaration | ResultDeclaration | VariablesDeclaration;

/** The members of all declarations. */
export interface DeclarationHead {
  readonly name: string;
  readonly style: TypeStyle;
}

export interface EnumDeclaration extends DeclarationHead {
  readonly kind: "enum";
  readonly type: GraphQLEnumType;
}

export interface InputDeclaration extends DeclarationHead {
  readonly kind: "input";
  readonly type: Objects;
  readonly description?: string | undefined;
}

/** An object, or a union of objects. */
export interface ResultDeclaration extends DeclarationHead {
  readonly kind: "result";
  readonly type: Member | Objects;
}

export interface VariablesDeclaration extends DeclarationHead {
  readonly kind: "variables";
  readonly variables: readonly Variable[];
}
