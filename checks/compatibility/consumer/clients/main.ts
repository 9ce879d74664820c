/** Every client against the simulated platform: prints what each form of a document came to, and its requests. */

import process from "node:process";
import { createPlatform } from "@integration-platform/graphql/testing";
import { apollo } from "./apollo.ts";
import { graphqlRequest } from "./graphql-request.ts";
import { kyAlone } from "./ky.ts";
import { ours } from "./ours.ts";
import { tanstack } from "./tanstack.ts";
import { urql } from "./urql.ts";

const integrations = ["Orders", "Invoices"].map((name, index) => ({ id: `${index}`, name }));
await using platform = createPlatform({ integrations });
const { baseUrl } = await platform.listen();
const access = { baseUrl, url: `${baseUrl}/api`, accessToken: await platform.issueAccessToken() };

const rows = [];
for (const { name, forms } of [ours, apollo, urql, graphqlRequest, tanstack, kyAlone]) {
  for (const [form, run] of Object.entries(forms)) {
    const before = platform.count("api");
    const result = await run(access).catch((error: unknown) => `threw ${error}`);
    rows.push({ name, form, result, requests: platform.count("api") - before });
  }
}
process.stdout.write(`${JSON.stringify(rows)}\n`);
