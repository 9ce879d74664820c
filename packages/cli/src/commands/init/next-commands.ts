/** The commands that come after `init`. */

import type { GraphQLSchema } from "graphql";
import { NODE_PACKAGE } from "../../codegen/node-package.ts";
import type { PackageManager } from "../../files/package-manager.ts";
import { exists } from "../../host/project/files.ts";
import { listRootFields } from "../add/render-operation.ts";
import type { Manifest } from "./tsconfig.ts";

const PACKAGE = "@integration-platform/graphql";
/** Packages for development: of each project, of one with parsed documents, and of one in TypeScript. */
const FOR_DEVELOPMENT = [`${PACKAGE}-cli`, `${PACKAGE}-testing`, "graphql"];
const FOR_DOCUMENTS = [NODE_PACKAGE, "@graphql-typed-document-node/core"];
const FOR_TYPES = ["typescript", "@types/node"];

interface Commands {
  /** Whether the config asks for parsed documents. */
  readonly documentNodes: boolean;
  /** Name of the script that runs codegen. */
  readonly script: string;
  readonly manager: PackageManager;
  readonly hasOperations: boolean;
}

/** The commands that come next. They fit the schema and the installed packages. */
export function listNext(
  manifest: Manifest,
  schema: GraphQLSchema,
  { documentNodes, script, manager, hasOperations }: Commands,
): string[] {
  const installed = { ...(manifest.devDependencies as object), ...(manifest.dependencies as object) };
  const isMissing = (name: string) => !Object.hasOwn(installed, name);
  const tools = [
    ...FOR_DEVELOPMENT,
    ...(exists("tsconfig.json") ? FOR_TYPES : []),
    ...(documentNodes ? FOR_DOCUMENTS : []),
  ].filter(isMissing);
  const [field] = listRootFields(schema);
  return [
    ...(isMissing(PACKAGE) ? [`${manager.add} ${PACKAGE}`] : []),
    ...(tools.length > 0 ? [`${manager.addForDevelopment} ${tools.join(" ")}`] : []),
    ...(hasOperations ? [] : [`${manager.program} add ${field?.field.name ?? "<field>"}`]),
    `${manager.run} ${script}`,
    `${manager.program} rules   # for tests with filters and mutations`,
  ];
}
