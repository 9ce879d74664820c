/** The smoke suite in a page. */

import { smoke } from "./suite.ts";

Object.assign(globalThis, { smoke });
