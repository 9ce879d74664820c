/** Prints the names of the integrations. */

import process from "node:process";
import { connect, listNames } from "./integrations.ts";

const { PLATFORM_BASE_URL = "", PLATFORM_ACCESS_TOKEN = "" } = process.env;
const names = await listNames(connect({ baseUrl: PLATFORM_BASE_URL, accessToken: PLATFORM_ACCESS_TOKEN }));
process.stdout.write(names.map((name) => `${name}\n`).join(""));
