/** The exit code of the process, if code of a config ends it or changes the code. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { start } from "./support/command.ts";
import { createProject } from "./support/project.ts";

const ENTRY = join(import.meta.dirname, "../src/codegen/index.ts");

/** A project with a break and this code in its config. */
function createBroken(code: string) {
  return createProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": `import { typedOperations } from ${JSON.stringify(ENTRY)};\n${code}\nexport default typedOperations({ schema: "schema.graphql", documents: "operations", output: "generated" });\n`,
    "schema.graphql": "type Query { size: Int! }",
    "next.graphql": "type Query { width: Int! }",
    "operations/size.graphql": "query Size { size }",
  });
}

const CHECK = ["schema", "check", "--against", "next.graphql"];

const FAILS = "a command fails if its config contains %s";

test.for(["process.exit(0);", "await new Promise(() => {});"])(FAILS, async (ending) => {
  using project = createBroken(ending);
  const { code, stdout, stderr } = await start(["codegen", "--check"], { cwd: project.folder }).finished;
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("error: the process was ended before the command had finished\n");
});

test.for([
  'process.on("exit", () => process.exit(0)); process.exit(0);',
  "process.exitCode = 0; setTimeout(() => process.exit(0)); await new Promise(() => {});",
])(FAILS, { tags: ["slow"] }, async (code) => {
  using project = createBroken(code);
  for (const args of [CHECK, ["codegen", "--check"], ["doctor"]]) {
    const { code: exitCode, stdout, stderr } = await start(args, { cwd: project.folder }).finished;
    expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 3, stdout: "" });
    expect(stderr).toContain("error: the process was ended before the command had finished\n");
  }
});

test("a finished command keeps its exit code if its config adds a listener that exits with 0", async () => {
  using project = createBroken('process.on("exit", () => { process.exitCode = 0; process.exit(0); });');
  const { code, stderr } = await start(CHECK, { cwd: project.folder }).finished;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
});

/** Starts the command with another program. */
function startProgram(program: string) {
  const url = `data:text/javascript,${encodeURIComponent(program)}`;
  const preload = `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier.endsWith("/program.js")
          ? { url: ${JSON.stringify(url)}, shortCircuit: true }
          : next(specifier, context),
    });`;
  return start([], { preload }).finished;
}

test("a finished command keeps its exit code if code replaces process.exit()", async () => {
  const program = "export const runProgram = () => { process.exit = () => {}; return 1; };";
  expect(await startProgram(program)).toEqual({ code: 1, stdout: "", stderr: "" });
});

test("the second signal ends a command that the first one does not", async () => {
  const program = `
    const alive = setInterval(() => {}, 1_000_000);
    process.once("SIGINT", () => process.kill(process.pid, "SIGTERM"));
    process.once("SIGTERM", () => clearInterval(alive));
    process.kill(process.pid, "SIGINT");
    await new Promise(() => {});`;
  expect(await startProgram(program)).toEqual({ code: 143, stdout: "", stderr: "" });
});

// `cli-codegen.test.ts` has that of SIGINT.
test("a command that SIGTERM interrupts exits with 143", async () => {
  using project = createBroken(
    'const alive = setInterval(() => {}, 1_000_000); const received = new Promise((go) => process.once("SIGTERM", go)); process.kill(process.pid, "SIGTERM"); await received; clearInterval(alive);',
  );
  const { code } = await start(["schema", "check", "--against", "schema.graphql"], { cwd: project.folder })
    .finished;
  expect(code).toBe(143);
});
