/** Schema coordinates, as GraphQL's specification spells them. */

/** `Type.field`, `Enum.VALUE` or `Input.field`. */
export function memberCoordinate(type: string, member: string): string {
  return `${type}.${member}`;
}

/** `Type.field(argument:)` or `@directive(argument:)`: the owner is a coordinate itself. */
export function argumentCoordinate(owner: string, argument: string): string {
  return `${owner}(${argument}:)`;
}

/** `@directive`. */
export function directiveCoordinate(directive: string): string {
  return `@${directive}`;
}

/** The type or directive that a coordinate is about: `Type` of `Type.field(argument:)`. */
export function ownerOf(coordinate: string): string {
  return coordinate.replace(/[.(].*$/, "");
}
