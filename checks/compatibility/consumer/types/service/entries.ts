/** What a service imports, whose compiler has not heard of a browser. */

import * as client from "@integration-platform/graphql";
import * as node from "@integration-platform/graphql/node";
import * as operations from "@integration-platform/graphql/operations";

export const entries = { client, node, operations };
