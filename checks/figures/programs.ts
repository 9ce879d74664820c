/** What a program contains that executes one operation: files and lines of the client, and its bytes. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { REFRESH_TOKEN, renderProgram, STATIC_TOKEN } from "../../test/support/program.ts";

const KY = `import ky from "ky"; console.log(await ky("https://platform.example.com").json());`;

async function bundle(root: string, contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: join(root, "test"), loader: "ts" },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
    // Chunks of `dist` import each other for their order alone.
    logOverride: { "ignored-bare-import": "silent" },
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const files = inputs.flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 && file.startsWith("src/") ? [file] : [],
  );
  return { files, bytes: gzipSync(outputFiles[0]?.text ?? "", { level: 9 }).length };
}

/** Rows of the table of figures. The bytes are those of the program without those of one with ky alone. */
export async function measurePrograms(root: string): Promise<(readonly [string, number])[]> {
  const { bytes: kyBytes } = await bundle(root, KY);
  const programs = [STATIC_TOKEN, REFRESH_TOKEN].map(async (auth) => {
    const { files } = await bundle(root, renderProgram(auth));
    const { bytes } = await bundle(root, renderProgram(auth, { client: "dist/index.js" }));
    const lines = files.map((file) => readFileSync(join(root, file), "utf8").trimEnd().split("\n").length);
    const name = `program with ${auth.split("(")[0]}`;
    return [
      [`${name}: files of the client`, files.length],
      [`${name}: their lines`, lines.reduce((sum, count) => sum + count, 0)],
      [`${name}: gzip bytes without those of ky (${kyBytes})`, bytes - kyBytes],
    ] as const;
  });
  return (await Promise.all(programs)).flat();
}
