/** What makes a project one that cannot be set up. It is known before the first file is written. */

import { SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { type DocumentNode, visit } from "graphql";
import { readOperations } from "../../codegen/read-operations.ts";
import { Problem } from "../../host/errors/problem.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { readCompilerOptions } from "./compiler-options.ts";

/** Directives that only Relay's compiler reads. A schema does not define them. */
const RELAY = new Set(["argumentDefinitions", "raw_response_type", "refetchable", "relay"]);

/** @throws Problem if operations are written for Relay. */
export async function refuseRelay(documents: readonly string[]): Promise<void> {
  const found = findRelayDirective(await readDocument(documents));
  if (!found) return;
  throw new Problem(
    `${found.file}: only Relay's compiler reads @${found.name}`,
    "Leave out the operations of Relay, as in --operations 'src/**/*.ts' '!src/relay'.",
  );
}

/** `undefined` if a file is invalid: codegen names it. */
async function readDocument(documents: readonly string[]): Promise<DocumentNode | undefined> {
  try {
    return (await readOperations(documents)).document;
  } catch (error) {
    rethrowOthers(error, SourceError);
    return undefined;
  }
}

function findRelayDirective(
  document: DocumentNode | undefined,
): { readonly name: string; readonly file: string } | undefined {
  let found: { readonly name: string; readonly file: string } | undefined;
  if (!document) return undefined;
  visit(document, {
    Directive({ name: { value: name }, loc }) {
      if (RELAY.has(name)) found ??= { name, file: loc?.source.name ?? "" };
    },
  });
  return found;
}

/** @throws Problem if TypeScript does not read the entries of packages. */
export async function refuseOldResolution(): Promise<void> {
  const { moduleResolution: resolution } = await readCompilerOptions();
  if (typeof resolution !== "string" || !/^(?:node|node10|classic)$/i.test(resolution)) return;
  throw new Problem(
    `tsconfig.json: with "moduleResolution": "${resolution}", TypeScript does not find the entries of packages`,
    'Set "moduleResolution" to "bundler", or "module" to "nodenext".',
  );
}
