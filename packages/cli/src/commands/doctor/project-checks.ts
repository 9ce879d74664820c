/** Checks of the project in the current folder: snapshot, drift, generated code and copies of graphql. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compare } from "@integration-platform/graphql-compiler/internal/check/index";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { SCHEMA_FILE } from "../../codegen/read-settings.ts";
import { describeStale } from "../../codegen/write-outputs.ts";
import { parseProvenance, provenancePath } from "../../files/provenance.ts";
import { readIfPresent } from "../../host/project/files.ts";
import { CONFIG_PHRASE } from "../../host/project/find-config.ts";
import { nameSnapshot, readProjectSchema } from "../../host/project/project.ts";
import { generate } from "../codegen/generate.ts";
import { type DoctorContext, failed, passed, type Result, skipped, warning } from "./checks.ts";
import { DAY_MS } from "./environment-checks.ts";

/**
 * Days after which a snapshot is a warning: the scheduled job pulls each weekday, so an older one means that
 * it does not run.
 */
const MAX_SNAPSHOT_DAYS = 30;
const INIT = 'Run "platform-graphql init" in the folder of your package.';
const PULL = 'Run "platform-graphql schema pull".';
/** Major versions of graphql that the cli supports. */
const GRAPHQL_VERSIONS = [16, 17];

export async function checkSnapshot({ project }: DoctorContext): Promise<Result> {
  if (project.schemaFiles.length === 0)
    return skipped(`no ${CONFIG_PHRASE} here or above, and no ${SCHEMA_FILE}`, INIT);
  const snapshot = nameSnapshot(project);
  const { text } = readProjectSchema(project);
  const json = await readIfPresent(provenancePath(snapshot));
  const provenance = json === undefined ? undefined : parseProvenance(json, text);
  if (json !== undefined && !provenance) return warning(`${snapshot} was edited by hand`, PULL);
  const days = Math.floor((Date.now() - Date.parse(provenance?.taken ?? "")) / DAY_MS);
  if (!provenance || Number.isNaN(days)) return warning(`${snapshot} has no date`, PULL);
  const message = `pulled ${AGE.format(-days, "day")} (${provenance.how})`;
  return days > MAX_SNAPSHOT_DAYS ? warning(message, PULL) : passed(message);
}

/** "today", "yesterday", "2 days ago". */
const AGE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

export async function checkDrift(context: DoctorContext): Promise<Result> {
  const { liveSchema, project } = context;
  if (!liveSchema) return skipped("requires: introspection");
  if (project.schemaFiles.length === 0) return skipped("requires: snapshot");
  const { schema } = readProjectSchema(project);
  const changes = compare(schema, liveSchema);
  if (changes.length === 0) return passed("none: the live schema is the snapshot");
  const breaking = changes.filter(({ level }) => level === "breaking").length;
  const message = `${count(changes.length, "change")} since the snapshot, ${breaking} breaking`;
  return warning(message, 'Run "platform-graphql schema check" for the affected operations.');
}

export async function checkGenerated({ project, configProblem }: DoctorContext): Promise<Result> {
  if (configProblem) throw configProblem;
  const { settings } = project;
  if (!settings) return skipped(`no ${CONFIG_PHRASE} with typedOperations() here or above`, INIT);
  const { problems, stale } = await generate(settings, true);
  const [first, ...more] = problems;
  const hint = `Run "${settings.command}" and commit the changes.`;
  if (first !== undefined)
    return failed(more.length === 0 ? first : `${first}, and ${more.length} more`, hint);
  return stale.length === 0 ? passed("up to date") : failed(describeStale(settings.output, stale), hint);
}

/** GraphQL.js rejects a schema that another copy created. */
export function checkGraphql(): Result {
  const own = findGraphql(import.meta.filename);
  const installed = findGraphql(join(process.cwd(), "index.js"));
  if (!installed) return passed("not installed in this project");
  const { version } = JSON.parse(readFileSync(installed, "utf8"));
  const major = Number.parseInt(version, 10);
  if (!GRAPHQL_VERSIONS.includes(major)) {
    const message = `${version} is not supported (versions ${GRAPHQL_VERSIONS.join(" and ")} are)`;
    return failed(message, `Run "npm install --save-dev graphql@${GRAPHQL_VERSIONS.at(-1)}".`);
  }
  if (installed === own) return passed(version);
  const message = `${version}; platform-graphql uses another copy`;
  return warning(message, 'Keep one copy: "npm explain graphql" lists the packages that require them.');
}

/** Path of the package.json of the `graphql` that a file imports. Version 17 does not export this path. */
function findGraphql(from: string): string | undefined {
  const folders = createRequire(from).resolve.paths("graphql") ?? [];
  const files = folders.map((folder) => join(folder, "graphql/package.json"));
  const manifest = files.find((file) => existsSync(file));
  return manifest && realpathSync(manifest);
}
