/**
 * A process that ends while a refresh request is on the way. Its arguments: base URL, file of the token,
 * whether it closes.
 */

import { writeFile } from "node:fs/promises";
import { createClient } from "../../src/index.ts";
import { rotatingToken } from "../../src/rotation/index.ts";
import { query } from "./documents.ts";

const [baseUrl = "", file = "", closes = ""] = process.argv.slice(2);
const auth = rotatingToken({
  refreshToken: "first",
  didRotate: (token) => writeFile(file, token),
});
const client = createClient({ baseUrl, auth });

if (closes === "true") {
  const stop = async () => {
    process.stdout.write("stopping\n");
    await client.close();
    process.exit();
  };
  process.once("SIGTERM", stop).once("uncaughtException", stop);
}

/** Ends the process as the test says. A program that closes its client does it before `process.exit`. */
process.stdin.once("data", (order) => {
  process.stdin.destroy();
  if (String(order) === "throw") throw new Error("an error that is not caught");
  if (String(order) !== "exit") return;
  if (closes === "true") process.emit("SIGTERM");
  else process.exit();
});

await client.execute(query);
