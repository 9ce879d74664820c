/** Literals for the enum values and object types that a later schema can add. */

/** Stands for a value that an enum of a result does not have yet. The literal is Relay's. */
export const UNKNOWN_VALUE = "%future added value";
/** `__typename` of an object type that a union or interface does not have yet. The literal is Relay's. */
export const UNKNOWN_TYPE = "%other";
