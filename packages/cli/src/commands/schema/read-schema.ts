/** Reads a schema from the live platform, a URL, a file or a git revision. */

import { isAbsolute } from "node:path";
import { pathFrom } from "../../files/paths.ts";
import { readProvenance } from "../../files/provenance.ts";
import { Problem } from "../../host/errors/problem.ts";
import { findCommit, readGit } from "../../host/git/git.ts";
import type { LoadedSchema, SourceOptions } from "../../host/platform/remote.ts";
import { readText } from "../../host/project/files.ts";
import { parseSchema } from "../../host/project/schema-text.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { quotePath } from "../../text/quote.ts";
import { type Revision, readRevision } from "./revision.ts";

/** Loads the client only if it sends a request: it is a third of the code of a check. */
const loadRemote = () => import("../../host/platform/remote.ts");

/** @param source - As the user typed it. A git revision starts with `git:`. @throws Problem */
export async function readSchema(
  source: string,
  options: SourceOptions,
  terminal: Terminal,
): Promise<LoadedSchema> {
  if (source === "live") return (await loadRemote()).introspectPlatform(options, terminal);
  if (/^https?:/i.test(source)) {
    const url = parseUrl(source, options);
    const isDocument = /\.(?:graphqls?|gql|json)$/i.test(url.pathname);
    const { downloadSchema, introspectUrl } = await loadRemote();
    return isDocument ? downloadSchema(url, options, terminal) : introspectUrl(url, options, terminal);
  }
  const [scheme] = /^[a-z][\w+.-]*:\/\//i.exec(source) ?? [];
  if (scheme !== undefined)
    throw new Problem(`${options.option}: a schema is not read from ${scheme}`, `Use https://. ${NO_FILE}`);
  return source.startsWith("git:")
    ? readAtRevision(source.slice("git:".length), options)
    : readFileSchema(source, options.option);
}

const NO_SNAPSHOT = 'Run "platform-graphql schema pull", or pass another file or revision: git:origin/main.';
const NO_FILE = "Check the path, or pass a revision with its prefix: git:origin/main.";

/** @throws Problem that names the file and the reason. */
async function readFileSchema(file: string, option: string): Promise<LoadedSchema> {
  const label = pathFrom(process.cwd(), file);
  const text = await readText(label, option === "--snapshot" ? NO_SNAPSHOT : NO_FILE, option);
  const provenance = readProvenance(file, text);
  const { schema, how } = parseSchema({ text, name: label, validatedBy: provenance?.validatedBy });
  return { schema, kind: "file", label, capture: provenance ?? { how } };
}

/**
 * @param name - `origin/main` or `origin/main:path`.
 * @throws Problem if git is not installed, if there is no such revision, or if it has no such file.
 */
async function readAtRevision(name: string, { option, snapshot }: SourceOptions): Promise<LoadedSchema> {
  const revision = await resolveRevision(name, snapshot);
  if (revision) return requireRevision(revision, option);
  // Fails if git is not installed, or the folder is in no repository.
  await readGit(["rev-parse", "--git-dir"]);
  const hint = "Check the name. In a shallow clone, fetch the revision first.";
  throw new Problem(`${option}: ${quotePath(name, "the value")} is not a git revision`, hint);
}

/** Resolves `origin/main` or `origin/main:path`. Returns `undefined` if there is no such revision. */
async function resolveRevision(text: string, snapshot: string): Promise<Revision | undefined> {
  const [, name = text, file] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  const path = file ?? pathFrom(process.cwd(), snapshot);
  const commit = await findCommit(name);
  return commit === undefined
    ? undefined
    : { commit, path, from: isAbsolute(path) ? "" : "./", label: `${name}:${path}` };
}

/** @throws Problem if the revision has no such file, or the file is not a schema. */
async function requireRevision(revision: Revision, option: string): Promise<LoadedSchema> {
  const loaded = await readRevision(revision);
  if (loaded) return loaded;
  const shown = quotePath(revision.label, "the file");
  throw new Problem(`${option}: ${shown} does not exist`, "Write git:<revision>:<path from here>.");
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** @throws Problem that shows at most the host: the URL can contain credentials. */
function parseUrl(text: string, { header, option }: SourceOptions): URL {
  if (!URL.canParse(text))
    throw new Problem(`${option}: invalid URL`, "Pass a URL such as https://host/graphql.");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw new Problem(
      `${option}: the URL of ${url.host} contains credentials`,
      "Send credentials with --header.",
    );
  if (Object.keys(header).length > 0 && url.protocol === "http:" && !LOOPBACK.test(url.hostname))
    throw new Problem(`${option}: headers are not sent to ${url.host} without encryption`, "Use https:.");
  return url;
}
