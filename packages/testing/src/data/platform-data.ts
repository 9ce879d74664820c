/** The option `data`. */

/**
 * Rows of the simulated platform by type name, each with some or all of its fields. A relation is an ID, an object with an
 * ID, or a whole object. `[]` means that there are none.
 */
export type PlatformData = Readonly<Record<string, readonly object[]>>;
