/** The smoke suite where there is a command line: Node, Bun, Deno. */

import process from "node:process";
import { smoke } from "./suite.ts";

const results = await smoke(JSON.parse(process.env.SMOKE_TARGETS ?? "{}"));
process.stdout.write(`${JSON.stringify(results)}\n`);
