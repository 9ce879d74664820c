/** Every entry, as a consumer imports it. */

import * as client from "@integration-platform/graphql";
import * as codegen from "@integration-platform/graphql/codegen";
import * as documents from "@integration-platform/graphql/documents";
import * as node from "@integration-platform/graphql/node";
import * as operations from "@integration-platform/graphql/operations";
import manifest from "@integration-platform/graphql/package.json" with { type: "json" };
import * as schema from "@integration-platform/graphql/schema";
import * as testing from "@integration-platform/graphql/testing";

export const entries = { client, codegen, documents, manifest, node, operations, schema, testing };
