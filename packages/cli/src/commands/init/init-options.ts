/** Options of `init`. */

import type { PullOptions } from "../schema/pull.ts";
import type { System } from "./job.ts";

export interface InitOptions extends Omit<PullOptions, "snapshot" | "format" | "from"> {
  readonly ci?: System;
  /** Schema to save. @default the live platform */
  readonly from?: string;
  /** File of the schema, which is used where it is. */
  readonly schema?: string;
  readonly operations?: readonly string[];
}
