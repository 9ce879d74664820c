/** The operations of the project, for the page of `serve`. */

import { collectFragments, findFragments } from "@integration-platform/graphql-compiler/internal/model/index";
import { Kind } from "graphql";
import { readOperations } from "../../codegen/read-operations.ts";
import { listSchemas, type Project } from "../../host/project/project.ts";
import type { PageOperation } from "../../page/forms.ts";

/**
 * Queries and mutations with a name, sorted by name. The platform reports a fragment that is missing.
 *
 * @throws SourceError that lists what cannot be read.
 */
export async function readPageOperations(project: Project): Promise<PageOperation[]> {
  if (project.operations === undefined) return [];
  const { document } = await readOperations(project.operations, listSchemas(project));
  const fragments = findFragments(document);
  const operations = document.definitions.flatMap((node): PageOperation[] => {
    if (node.kind !== Kind.OPERATION_DEFINITION || !node.name || node.operation === "subscription") return [];
    const used = collectFragments(node.selectionSet, fragments, () => {});
    return [{ name: node.name.value, definitions: [node, ...used] }];
  });
  return operations.sort((left, right) => left.name.localeCompare(right.name));
}
