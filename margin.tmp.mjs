import { build } from "esbuild"; import { gzipSync } from "node:zlib";
const contents = `import { accessToken, createClient } from "./src/index.ts"; import { ListIntegrationsDocument } from "./src/generated/operations.ts";
  const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("t") }); console.log(await client.execute(ListIntegrationsDocument));`;
const size = async (stub) => {
  const plugin = { name: "s", setup(b) { b.onLoad({ filter: /src\/.*\.ts$/ }, async (a) => { const fs = await import("node:fs"); let t = fs.readFileSync(a.path, "utf8"); if (stub) t = stub(a.path, t); return { contents: t, loader: "ts" }; }); } };
  const { outputFiles } = await build({ stdin: { contents, resolveDir: process.cwd(), loader: "ts" }, bundle: true, minify: true, format: "esm", platform:"browser", write: false, plugins: [plugin] });
  return gzipSync(outputFiles[0].text, { level: 9 }).length;
};
const base = await size();
console.log(base);
const only = (n, f) => async () => console.log(n, base - await size((p, t) => p.endsWith("/" + n) ? f(t) : t));
await only("variables.ts", () => 'export function encodeVariables(o,v){return v&&JSON.stringify(v)}')();
await only("options.ts", () => 'export const optional=(a,b)=>[a,b],integer=(a,b)=>[],isRecord=v=>typeof v=="object"&&v!==null,isFunction=v=>true,ANY=[];export function checkOptions(){};export const readHeaders=(c,h)=>h')();
await only("verdict.ts", () => 'export const isRejection=()=>1,judgeFailure=(k,failure)=>({failure}),judgeResponse=(k,u,r)=>JSON.parse(r.text)')();
await only("retry.ts", () => 'export const retryDelayMs=()=>1,parseRetryAfter=()=>1,createRetryBudget=()=>({take(){},refill(){}})')();
await only("base-url.ts", () => 'export const parseBaseUrl=(b)=>({api:b+"/api"})')();
await only("errors.ts", (t) => t.replace(/export class (?!Operation|Usage|Failure)(\w+) extends[\s\S]*?\n\}/g, "export class $1 extends OperationError{}"))();
await only("hooks.ts", (t) => 'export const HOOK_RULES={};export function notify(){}')();

await only("deadline.ts", (t) => 'export const sleep=()=>{},withDeadline=(a,b,c,d)=>d()')();
await only("post.ts", (t) => 'export const describePost=x=>x, mediaType=x=>x')();
await only("transport.ts", (t) => 'import ky from "ky";export const createTimeout=()=>{},createPost=f=>async(u,o)=>{const r=await ky(u,{...o,fetch:()=>f(u,o)});return{text:await r.text(),...r}}')();
await only("operation.ts", (t) => 'import {judgeResponse} from "./verdict.ts";import {sleep} from "./deadline.ts";import {retryDelayMs} from "./retry.ts";export const createProgress=()=>({}),describeProgress=x=>x,executeOperation=async(o,d)=>(judgeResponse(o.kind,o.url,await d.post(o.url,o)),sleep(retryDelayMs()),d.hooks)')();
for (const [n, re, to] of [["strings>12", /"[^"\n]{12,}"|`[^`$\n]{12,}`/g, '"x"']]) console.log(n, base - await size((p, t) => /src\/(?!generated)/.test(p) ? t.replace(/("|`)(?=[A-Za-z ]*[a-z]+ [a-z])[^"`\n]*\1/g, '"x"') : t));
