/** What all comparisons of types share: the direction of the values, and the code that consumes and produces them. */

import type { ASTNode } from "graphql";
import type { Declaration } from "../model/compilation.ts";
import type { Objects, Property } from "../model/result-type.ts";
import type { CodeKind } from "./element-change.ts";
import type { Reason, UsedElement } from "./reasons.ts";

export interface RelationOptions {
  /** Results are consumed by `reads` and produced by `builds`; variables by `echoes` and `writes`. */
  readonly direction: "output" | "input";
  /** The new declaration of an exported name. Without this function, names are not compared. */
  readonly declared?: (name: string) => Declaration | undefined;
  /**
   * Returns the element of a property. Without this function, it is that of the object; of a removed property, its own coordinate.
   *
   * @param element - That of the object around it.
   */
  readonly elementOf?: (property: Property, element: UsedElement) => UsedElement;
}

export interface RelationContext extends RelationOptions {
  readonly consume: CodeKind;
  readonly produce: CodeKind;
  /** Pairs of input types that are being compared, because input types can be recursive. */
  readonly comparing: Map<Objects, Set<Objects>>;
}

export function createContext(options: RelationOptions): RelationContext {
  const isOutput = options.direction === "output";
  return {
    ...options,
    consume: isOutput ? "reads" : "echoes",
    produce: isOutput ? "builds" : "writes",
    comparing: new Map(),
  };
}

/** The element of a comparison whose reasons are only counted. */
export const NO_ELEMENT: UsedElement = { coordinate: "", node: {} as ASTNode };

/** The kinds of code that a change stops, whatever the direction of the values. */
interface StoppedCode {
  readonly consumes?: boolean;
  readonly produces?: boolean;
  readonly exhausts?: boolean;
}

/** A change that stops all code for a type. */
export const ALL_CODE: StoppedCode = { consumes: true, produces: true, exhausts: true };

/** Names the kinds of code by the direction. */
export function listCode(
  { consume, produce }: RelationContext,
  { consumes = false, produces = false, exhausts = false }: StoppedCode,
): CodeKind[] {
  return [
    ...(consumes ? [consume] : []),
    ...(produces ? [produce] : []),
    ...(exhausts ? (["exhausts"] as const) : []),
  ];
}

/** Whether one of the reasons stops a kind of code. */
export function stops(code: CodeKind, reasons: readonly Reason[]): boolean {
  return reasons.some((reason) => reason.code.includes(code));
}
