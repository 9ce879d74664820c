/** Scenarios between the client and the query endpoint. */

import { HttpResponse } from "msw";
import { refuseRequest } from "../contract/api.ts";
import { Refusal } from "../contract/route.ts";
import { nextTask } from "../delay.ts";
import { Misuse } from "../misuse.ts";
import type { Act, Backstage } from "./act.ts";
import type { ScenarioSettings } from "./catalogue.ts";

/** Assumed: rate limits are not shown (specification, section 8). 429 and `Retry-After` in seconds are RFC 6585's. */
export function limitRate({ now }: Backstage, { retryAfterSeconds = 1 }: ScenarioSettings["rate-limited"]): Act {
  if (!Number.isSafeInteger(retryAfterSeconds) || retryAfterSeconds < 0) {
    throw new TypeError(`retryAfterSeconds must be a whole number from 0 up; got ${retryAfterSeconds}`);
  }
  let until: number | undefined;
  return {
    answer({ kind }) {
      if (kind !== "api") return undefined;
      const at = now();
      if (until !== undefined && at >= until) return undefined;
      until ??= at + retryAfterSeconds * 1000;
      const response = refuseRequest(new Refusal(429, "RATE_LIMITED", "Too many requests."));
      response.headers.set("retry-after", String(Math.ceil((until - at) / 1000)));
      return response;
    },
  };
}

export function beUnavailableOnce(): Act {
  let isOver = false;
  return {
    answer({ kind }) {
      if (kind !== "api" || isOver) return undefined;
      isOver = true;
      return HttpResponse.text("Service Unavailable\n", { status: 503 });
    },
  };
}

export function answerAsProxy(): Act {
  const page = "<!doctype html>\n<title>Log in to the network</title>\n<p>Log in to go on.</p>\n";
  return { answer: ({ kind }) => (kind === "api" ? HttpResponse.html(page) : undefined) };
}

export function cutBody(): Act {
  return {
    answer({ kind, door }) {
      if (kind === "api" && door === "handlers") {
        throw new Misuse(
          'The scenario "cut-body" needs a socket: let the client use the baseUrl of `await platform.listen()`',
        );
      }
      return undefined;
    },
    async alter(response, { kind }) {
      if (kind !== "api") return response;
      const whole = new Uint8Array(await response.arrayBuffer());
      const headers = new Headers(response.headers);
      headers.set("content-length", String(whole.length));
      return new Response(breakOff(whole.subarray(0, whole.length / 2)), { status: response.status, headers });
    },
  };
}

/** A body that ends with an error, once what came before is on its way. */
function breakOff(part: Uint8Array): ReadableStream {
  let isSent = false;
  return new ReadableStream({
    async pull(controller) {
      if (!isSent) controller.enqueue(part);
      else {
        await nextTask();
        controller.error(new Error("cut on purpose"));
      }
      isSent = true;
    },
  });
}
