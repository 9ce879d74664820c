/** Compatibility of the types with graphql-codegen and other clients. */

import type { CodegenConfig } from "@graphql-codegen/cli";
import type * as core from "@graphql-typed-document-node/core";
import { expectTypeOf } from "vitest";
import config from "../../../codegen.ts";
import type { ResultOf, VariablesOf } from "../../../src/index.ts";
import type { ListIntegrationsDocument as parsed } from "../../../test/fixtures/platform/generated/documents.ts";
import type { ListIntegrationsDocument as text } from "../../../test/fixtures/platform/generated/operations.ts";
import type { typedOperations } from "../src/codegen/index.ts";

// Both forms of an operation have the same types.
expectTypeOf<ResultOf<typeof parsed>>().toEqualTypeOf<ResultOf<typeof text>>();
expectTypeOf<VariablesOf<typeof parsed>>().toEqualTypeOf<VariablesOf<typeof text>>();
expectTypeOf<core.ResultOf<typeof parsed>>().toEqualTypeOf<ResultOf<typeof text>>();

// graphql-codegen accepts the config, and the type of the config does not import graphql-codegen.
expectTypeOf<ReturnType<typeof typedOperations>>().toExtend<CodegenConfig>();
expectTypeOf(config).toExtend<CodegenConfig>();
