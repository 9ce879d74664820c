/** A proxy that loses responses after the server has handled the request. */

import { buffer } from "node:stream/consumers";
import { listen, type Server } from "./network.ts";

/** What happens to a response: it ends half way, or the connection is closed before it. */
export type Loss = "cut" | "lost";

/**
 * Starts the proxy.
 *
 * @param lose - The loss of a response to the API.
 * @param nth - Number of the request, from 1.
 */
export async function startLossyProxy(
  upstream: Server,
  lose: (nth: number) => Loss | undefined,
): Promise<Server> {
  let requests = 0;
  return listen(async (request, response) => {
    const loss = request.url === "/api" ? lose(++requests) : undefined;
    const { "content-type": contentType = "", authorization = "" } = request.headers;
    const init = {
      method: "POST",
      headers: { "content-type": contentType, authorization },
      body: await buffer(request),
    };
    const result = await fetch(`${upstream.baseUrl}${request.url}`, init);
    const body = Buffer.from(await result.arrayBuffer());
    if (loss === "lost") {
      request.socket.destroy();
      return;
    }
    const headers = {
      "content-type": result.headers.get("content-type") ?? "",
      "content-length": body.length,
    };
    response.writeHead(result.status, headers);
    if (loss === "cut") {
      response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
    } else {
      response.end(body);
    }
  });
}
