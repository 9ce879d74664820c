/** Runs the suite in workerd and prints its results. */

import process from "node:process";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

const contents = `
import { runSuite } from "./suite.js";
export default { fetch: async (request) => Response.json(await runSuite(await request.json())) };
`;
const { outputFiles } = await build({
  stdin: { contents, resolveDir: `${import.meta.dirname}/..` },
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
  conditions: ["workerd", "worker", "browser"],
});
// Without `cf: false`, Miniflare downloads the metadata of requests to Cloudflare.
const options = { modules: true, compatibilityDate: "2026-07-01", cf: false } as const;
const worker = new Miniflare({ ...options, script: outputFiles[0]?.text ?? "" });
const response = await worker.dispatchFetch("http://localhost/", {
  method: "POST",
  body: process.env.TARGETS ?? "",
});
process.stdout.write(await response.text());
await worker.dispose();
