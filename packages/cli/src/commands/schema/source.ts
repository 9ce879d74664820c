/** Where a schema is read from: the live platform, a URL, a file or a git revision, told apart by how they are written. */

import { stat } from "node:fs/promises";
import type { GraphQLSchema } from "graphql";
import { Problem } from "../problem.ts";
import type { Terminal } from "../terminal.ts";
import { readFileSchema } from "./file-source.ts";
import { readRevision, resolveRevision } from "./git-source.ts";
import { introspectPlatform, introspectUrl } from "./introspect.ts";
import type { Way } from "./provenance.ts";
import { downloadSchema } from "./url-source.ts";

/** A schema, and what there is to say about where it came from. */
export interface LoadedSchema {
  readonly schema: GraphQLSchema;
  readonly kind: "live" | "url" | "file" | "git";
  /** For people: free of credentials. */
  readonly label: string;
  readonly way: Way | undefined;
}

/** What reading a schema may need, whichever it is. */
export interface SourceOptions {
  readonly envPrefix: string;
  /** Further request headers. */
  readonly header?: Readonly<Record<string, string>>;
  /** Milliseconds for all of it. */
  readonly timeout?: number;
  /** The file that a git revision without a path stands for. */
  readonly snapshot: string;
}

/** @throws Problem where there is no such thing, or it is no schema. */
export async function readSchema(source: string, options: SourceOptions, terminal: Terminal): Promise<LoadedSchema> {
  if (source === "live") return introspectPlatform(options, terminal);
  if (/^https?:/i.test(source)) {
    const url = parseUrl(source, options);
    const isFile = /\.(?:graphqls?|gql|json)$/i.test(url.pathname);
    return isFile ? downloadSchema(url, options, terminal) : introspectUrl(url, options, terminal);
  }
  const [, kind, name = source] = /^(file|git):(.+)$/s.exec(source) ?? [];
  if (kind === "file" || (kind === undefined && (await isFile(name)))) return readFileSchema(name);
  const revision = await resolveRevision(name, options.snapshot);
  if (revision) return readRevision(revision);
  throw new Problem(
    kind === "git" ? `there is no git revision ${name} here` : `there is neither a file nor a git revision ${name}`,
    "a schema is read from live, a URL, a file or a git revision; in a shallow clone, fetch the revision first",
  );
}

/** Hosts that receive request headers over plain HTTP. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** @throws Problem that shows nothing of the URL: it may hold a credential where it is wrong. */
function parseUrl(text: string, { header = {} }: SourceOptions): URL {
  if (!URL.canParse(text)) throw new Problem("the URL of the schema cannot be read", "such as https://host/graphql");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new Problem(`the URL of the schema at ${url.host} holds a password`, "send credentials with --header");
  }
  if (Object.keys(header).length > 0) {
    if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) {
      throw new Problem(`the headers would travel to ${url.host} unencrypted`, "use https:");
    }
  }
  return url;
}
