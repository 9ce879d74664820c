/** Octokit with its plugins for retries and throttling. */

import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
// @ts-expect-error The package has types only for its other entry.
import Bottleneck from "bottleneck/light.js";
import type { CreateSend } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS } from "../exchange.ts";

/** Without the plugin's limit of one GraphQL request per second, and of ten requests at once. */
export const createOctokit: CreateSend = ({ base, fetch }) => {
  const onLimit = () => false;
  const throttle = {
    onRateLimit: onLimit,
    onSecondaryRateLimit: onLimit,
    write: new Bottleneck.Group({}),
    global: new Bottleneck.Group({}),
  };
  const Client = Octokit.plugin(retry, throttling);
  const client = new Client({ auth: ACCESS_TOKEN, baseUrl: base, request: { fetch }, throttle });
  return (first, kind = "query") => client.graphql(OPERATIONS[kind], { first });
};
