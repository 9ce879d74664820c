/**
 * What the reference leaves out: what a class has from another one, as its parent is a link away; constructors, as nobody
 * builds an error; and the `name` of an error, which is the heading's.
 */

import { Converter, ReflectionKind } from "typedoc";

/** @param {import("typedoc").Application} app */
export function load({ converter }) {
  // Before the members are grouped.
  converter.on(Converter.EVENT_RESOLVE_END, leaveOut, 1000);
}

/** @param {import("typedoc").Context} context */
function leaveOut({ project }) {
  for (const reflection of Object.values(project.reflections)) {
    if (!reflection.isDeclaration() || !reflection.parent?.kindOf(ReflectionKind.Class)) continue;
    const isOmitted = reflection.kindOf(ReflectionKind.Constructor) || reflection.name === "name";
    if (reflection.inheritedFrom || isOmitted) project.removeReflection(reflection);
  }
  const main = project.getChildByName("index");
  if (main) main.name = "graphql";
}
