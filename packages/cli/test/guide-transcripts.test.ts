/**
 * Commands of the guides with what they print: each runs as the page writes it, and the whole output is
 * compared.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, refreshToken } from "@integration-platform/graphql";
import { expect, onTestFinished, test } from "vitest";
import { ListIntegrationsDocument } from "../../../test/fixtures/platform/generated/operations.ts";
import { readBlocks } from "../../../test/support/blocks.ts";
import { splitWords } from "../../../test/support/walk.ts";
import { background, command, steady } from "./support/command.ts";
import { SCHEMA_FILE } from "./support/platform.ts";
import { createRepository, renderConfig, useProject } from "./support/project.ts";

/** The arguments of the only command of a block, and its output in the page. */
async function readCommand(page: string, start: string): Promise<{ args: string[]; output: string }> {
  const blocks = await readBlocks(page);
  const block = blocks.find(({ code }) => code.startsWith(`npx platform-graphql ${start}`));
  if (block?.output === undefined) throw new Error(`${page} has no output of ${start}`);
  return {
    args: splitWords(block.code.trim().replace("npx platform-graphql ", "")),
    output: block.output,
  };
}

/** Times of day, which `steady` keeps. */
const hideTimes = (text: string) =>
  steady(text)
    .replaceAll(/\d\d:\d\d:\d\d/g, "TIME")
    .replaceAll(/ +N ms/g, " N ms");

const hideRevision = (text: string) => text.replace(/^base [\da-f]{7},/m, "base REVISION,");

const INTEGRATION = "type Integration {\n  id: ID!\n  name: String!\n}\n";
const SCHEMA = `type Query {\n  integration(id: ID!): Integration\n}\n\n${INTEGRATION}`;
const OPERATION = "query GetIntegration($id: ID!) {\n  integration(id: $id) {\n    name\n  }\n}\n";
const FILES = {
  "package.json": '{ "type": "module", "scripts": { "types": "tsc --noEmit" } }',
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "skipLibCheck": true }, "include": ["src"] }',
  ".gitignore": "node_modules\n",
  "codegen.ts": renderConfig('documents: "operations", output: "src/generated"'),
  "schema/schema.graphql": SCHEMA,
  "operations/get-integration.graphql": OPERATION,
};

test("ci prints what the guide shows", { tags: ["slow"] }, async () => {
  const { args, output } = await readCommand("docs/ci.md", "ci");
  const project = createRepository(FILES);
  onTestFinished(() => project[Symbol.dispose]());
  project.link("node_modules", join(import.meta.dirname, "../../../node_modules"));
  await project.run("codegen");
  project.commit("Generate");
  project.git("remote", "add", "origin", ".");
  project.git("switch", "--quiet", "--create", "change");
  project.write({ "schema/schema.graphql": SCHEMA.replace("name: String!", "name: String") });
  await project.run("codegen");
  project.commit("Change");
  const env = { GITHUB_BASE_REF: "main" };
  const { code, stdout, stderr } = await command(args, { cwd: project.folder, env });
  expect({ code, printed: hideRevision(stdout + stderr) }).toEqual({
    code: 1,
    printed: hideRevision(output),
  });
});

test("serve logs what the guide shows", async () => {
  const { args, output } = await readCommand("docs/testing.md", "serve");
  const project = useProject({ "data.json": '{ "Integration": [{ "name": "CRM to ERP" }] }' });
  // Without a schema, `serve` reads that of the owner.
  const added = ["--port", "0", "--schema", SCHEMA_FILE];
  const server = background([...args, ...added], { cwd: project.folder });
  const printed = await server.printed("__typename");
  const [, baseUrl = ""] = /_BASE_URL=(.*)/.exec(printed) ?? [];
  const [, token = ""] = /_REFRESH_TOKEN=\\\n(.*)/.exec(printed) ?? [];
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: token }) });
  await client.execute(ListIntegrationsDocument);
  server.interrupt();
  const { stderr } = await server.finished;
  expect(hideTimes(stderr)).toBe(hideTimes(output));
});

test("the page on monorepos shows files of the example, and what its command prints there", async () => {
  const example = join(import.meta.dirname, "../../../examples/monorepo");
  const blocks = (await readBlocks("docs/monorepo.md")).filter(({ language }) =>
    /^(?:json|ts)$/.test(language),
  );
  expect(blocks).toHaveLength(3);
  for (const { flags, code } of blocks) {
    const [head = "", named] = /^\/\/ (\S+)\n/.exec(code) ?? [];
    const file = readFileSync(join(example, named ?? flags), "utf8");
    expect(file).toContain(code.slice(head.length));
  }
  const { args, output } = await readCommand("docs/monorepo.md", "schema uses");
  const printed = await command(args, { cwd: join(example, "packages/operations") });
  expect(printed).toEqual({ code: 0, stdout: output, stderr: "" });
});
