import { pipeline, withHttpError, withRetry, withTimeout, withTokenRefresh } from "fetch-extras";
import type { CreateSend } from "../clients.ts";
import { headers, readData, render } from "./fetch.ts";

export const createFetchExtras: CreateSend = ({ base, fetch, refresh, timeoutMs }) => {
  const send = pipeline(
    fetch,
    withTimeout(timeoutMs),
    withRetry({ methods: ["POST"] }),
    withTokenRefresh({ refreshToken: refresh }),
    withHttpError(),
  );
  return async (first, kind) =>
    readData(await send(`${base}/api`, { method: "POST", headers, body: render(first, kind) }));
};
