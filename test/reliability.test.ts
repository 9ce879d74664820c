import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Rows of the fault matrix that the runtime keeps; 62 to 67 belong to the command line and the local platform. */
const ROWS = Array.from({ length: 61 }, (_, index) => index + 1);

/** Tests named by the rows they keep, such as "41, 45: HTTP 200 with …". */
const promises = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".test.ts"))
  .sort()
  .flatMap((file) => {
    const code = readFileSync(join(import.meta.dirname, file), "utf8");
    const names = [...code.matchAll(/\(\s*["`](\d+(?:, \d+)*): ([^"`]+)["`]/g)];
    return names.flatMap(([, rows = "", promise = ""]) =>
      rows.split(", ").map((row) => ({ row: Number(row), promise: promise.replace(/\$\{why\}/, ""), file })),
    );
  });

test("every row of the fault matrix has a test, and docs/reliability.md says which", async () => {
  expect(ROWS.filter((row) => !promises.some((promise) => promise.row === row))).toEqual([]);
  const lines = ROWS.flatMap((row) => promises.filter((promise) => promise.row === row)).map(
    ({ row, promise, file }) => `| ${row} | ${promise.replaceAll("|", "\\|")} | [${file}](../test/${file}) |`,
  );
  const page = `# Reliability

What the client promises when something goes wrong, and the test that holds it to each promise with the exact number of
requests. A place such as \`%s\` or \`$kind\` stands for each case of a table. This page is made by
\`npx vitest run test/reliability.test.ts -u\`, and a test refuses it when it is stale.

| row | promise | test |
|---|---|---|
${lines.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../docs/reliability.md");
});
