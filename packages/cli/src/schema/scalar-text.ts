/** The TypeScript type that codegen writes for a scalar. */

import type { ScalarType } from "../codegen/scalars.ts";

type Scalars = Readonly<Record<string, ScalarType>>;

const BUILT_IN: Readonly<Record<string, { readonly input: string; readonly output: string }>> = {
  ID: { input: "string | number", output: "string" },
  String: { input: "string", output: "string" },
  Boolean: { input: "boolean", output: "boolean" },
  Int: { input: "number", output: "number" },
  Float: { input: "number", output: "number" },
};

/** For variables, or for results. What is not mapped is `unknown`. */
export function scalarText(scalars: Scalars, name: string, direction: "input" | "output"): string {
  const mapped = scalars[name] ?? BUILT_IN[name] ?? "unknown";
  return typeof mapped === "string" ? mapped : mapped[direction];
}
