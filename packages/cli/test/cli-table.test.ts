/** Tables that `run` prints: of any data, in any width. */

import { PassThrough } from "node:stream";
import { renderInk } from "@integration-platform/graphql-compiler/internal/text/ink";
import { expect, test } from "vitest";
import { respond, serve } from "../../../test/support/server.ts";
import { renderTable } from "../src/commands/run/table.ts";
import { openOutput } from "../src/host/terminal/output.ts";
import { CANARY, command, steady } from "./support/command.ts";
import { configured } from "./support/platform.ts";
import { useProject } from "./support/project.ts";
import { expectTranscript } from "./support/transcript.ts";

/** A terminal of some width. */
const output = (columns: number) =>
  openOutput(
    Object.assign(new PassThrough(), { isTTY: true, columns }) as unknown as NodeJS.WriteStream,
    String,
  );

test("prints data of any shape as a table and fields, with the errors below", async () => {
  const project = useProject({
    "schema/schema.graphql": "type Query { answer: Int } type Mutation { change: Int }",
    "operations/all.graphql": "query Show { answer } mutation Change { change }",
  });
  let answer: unknown;
  await using platform = await serve((request, response) =>
    respond(response, request.url === "/auth/refresh" ? { access_token: "access-canary-55a1" } : answer),
  );
  await expectTranscript("run", async ({ env, args }) => {
    answer = JSON.parse(env.ANSWER ?? "");
    const options = { cwd: project.folder, env: configured(platform.baseUrl, CANARY) };
    const { code, stdout, stderr } = await command(args, options);
    return `${code === 0 ? "" : `exit code ${code}\n`}${steady(stdout).replace(/(?<="durationMs": )\d+/, "N")}${stderr}\n`;
  });
});

test("a terminal shows the head of a table in bold, and borders and missing values dimmed", () => {
  const text = renderInk(renderTable({ columns: ["name", "size"], rows: [["a", null]] }, output(80)), true);
  const [, head, , row] = text.split("\n");
  const [dim, bold, end] = ["\u001b[2m", "\u001b[1m", "\u001b[22m"];
  const border = `${dim}│${end}`;
  expect(head).toBe(`${border} ${bold}name${end} ${border} ${bold}size${end} ${border}`);
  expect(row).toBe(`${border} a    ${border}    ${dim}—${end} ${border}`);
});

test("cuts the widest columns to the width of the terminal, and keeps one letter", () => {
  const rows = [["abcdefghijklmnopqrstuvwxyz", "short"]];
  const lines = (columns: number) =>
    renderInk(renderTable({ columns: ["long", "name"], rows }, output(columns)), false)
      .trimEnd()
      .split("\n");
  expect(lines(24)).toMatchInlineSnapshot(`
    [
      "╭──────────────┬───────╮",
      "│ long         │ name  │",
      "├──────────────┼───────┤",
      "│ abcdefghijk… │ short │",
      "╰──────────────┴───────╯",
    ]
  `);
  expect(lines(24).every((line) => line.length === 24)).toBe(true);
  expect(lines(37)[3]).toBe("│ abcdefghijklmnopqrstuvwx… │ short │");
  expect(lines(38)[3]).toBe("│ abcdefghijklmnopqrstuvwxyz │ short │");
  expect(lines(1)[3]).toBe("│ a… │ s… │");
  expect(lines(0)[3]).toBe("│ abcdefghijklmnopqrstuvwxyz │ short │");
});
