import { build } from "esbuild"; import { gzipSync } from "node:zlib"; import {writeFileSync} from "node:fs";
const run = async (name, auth, imp) => {
  const contents = `import { ${imp}, createClient } from "./src/index.ts"; import { ListIntegrationsDocument } from "./src/generated/operations.ts";
  const client = createClient({ baseUrl: "https://platform.example.com", auth: ${auth} }); console.log(await client.execute(ListIntegrationsDocument));`;
  const { outputFiles, metafile } = await build({ stdin: { contents, resolveDir: process.cwd(), loader: "ts" }, absWorkingDir: process.cwd(), bundle: true, minify: true, format: "esm", platform:"browser", metafile: true, write: false });
  const t = outputFiles[0].text; writeFileSync(`/tmp/${name}.js`, t);
  console.log(name, t.length, gzipSync(t, { level: 9 }).length);
  if (process.argv[2]) for (const [f, {bytesInOutput}] of Object.entries(Object.values(metafile.outputs)[0].inputs)) if (f.startsWith("src")) console.log("  ", f, bytesInOutput);
};
await run("static", 'accessToken("t")', "accessToken");
await run("refresh", 'refreshToken({refreshToken:"t"})', "refreshToken");
