/** A platform that answers and does nothing else, in a process of its own. Prints its address when it listens. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { renderReply } from "./exchange.ts";

const small = Buffer.from(renderReply("small"));
const large = Buffer.from(renderReply("large"));

const server = createServer((request, response) => {
  const reply = request.url?.startsWith("/large") ? large : small;
  request.resume().once("end", () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": reply.length }).end(reply);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
