/** A server that always responds with the same data, in a process of its own. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { renderReply } from "./exchange.ts";

export async function startServer(): Promise<AsyncDisposable & { readonly base: string }> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  return {
    base: `${printed}`.trim(),
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, "close");
    },
  };
}

if (import.meta.main) {
  const small = Buffer.from(renderReply("small"));
  const large = Buffer.from(renderReply("large"));
  const server = createServer((request, response) => {
    const reply = request.url?.startsWith("/large") ? large : small;
    request.resume().once("end", () => {
      response
        .writeHead(200, { "content-type": "application/json", "content-length": reply.length })
        .end(reply);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}
