/** Values of `--fail-on`. */
export const FAIL_ON = ["affected", "deprecated"] as const;
export type FailOn = (typeof FAIL_ON)[number];
