/** The options of a comparison of types, and the code that consumes and produces the values. */

import type { ASTNode } from "graphql";
import type { Declaration } from "../../model/compilation.ts";
import type { Objects, Property } from "../../model/result-type.ts";
import type { CodeKind, UsedElement } from "./reasons.ts";

export interface AssignabilityOptions {
  /** Whether the types are those of results (`output`) or of variables. */
  readonly direction: "output" | "input";
  /**
   * Returns the new declaration of an exported name. Without this function, the names of types are not
   * compared.
   */
  readonly declarationOf?: (name: string) => Declaration | undefined;
  /**
   * Returns the element for the reasons about a property. Without this function, their element is that of the
   * object around the property, except that the reason for a removed property has the coordinate of the property.
   * This is so for variables: `inputs.ts` merges the reasons for all properties into one.
   *
   * @param element - Element of the object around the property.
   */
  readonly elementOf?: (property: Property, element: UsedElement) => UsedElement;
}

export interface AssignabilityContext extends AssignabilityOptions {
  /** The code that receives values of the types: `reads` for results, `readsVariables` for variables. */
  readonly consume: CodeKind;
  /** The code that creates values of the types: `constructs` for results, `writes` for variables. */
  readonly produce: CodeKind;
  /**
   * The new input types, by the old ones that they are being compared with. They are not compared again:
   * input types can be recursive.
   */
  readonly comparing: Map<Objects, Set<Objects>>;
}

export function createContext(options: AssignabilityOptions): AssignabilityContext {
  const isOutput = options.direction === "output";
  return {
    ...options,
    consume: isOutput ? "reads" : "readsVariables",
    produce: isOutput ? "constructs" : "writes",
    comparing: new Map(),
  };
}

/**
 * The element of a comparison that only decides which code breaks. Its reasons are dropped, and their element
 * with them.
 */
export const NO_ELEMENT: UsedElement = { coordinate: "", node: {} as ASTNode };

/** The code that a change breaks, in words for both directions. */
interface BrokenCode {
  readonly consumes?: boolean;
  readonly produces?: boolean;
  readonly switches?: boolean;
}

/** A change that breaks all code for a type. */
export const ALL_CODE: BrokenCode = { consumes: true, produces: true, switches: true };

/** Lists the kinds of code in the direction of a comparison. */
export function listCode(
  { consume, produce }: AssignabilityContext,
  { consumes = false, produces = false, switches = false }: BrokenCode,
): CodeKind[] {
  const code: CodeKind[] = [];
  if (consumes) code.push(consume);
  if (produces) code.push(produce);
  if (switches) code.push("switches");
  return code;
}
