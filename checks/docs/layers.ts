/**
 * The layers of the client and the four packages: the home of the import rules, and the picture of "How it
 * works".
 */

/** A layer of the client's files. A file may import files of its own layer and of lower ones. */
export interface Layer {
  readonly name: string;
  /** What its files do, for the picture. */
  readonly does: string;
  /** Paths below `src`. */
  readonly files: RegExp;
}

/** Lowest layer first. */
export const LAYERS: readonly Layer[] = [
  { name: "shape", does: "whether a value matches its type", files: /^shape\.ts$/ },
  {
    name: "shared",
    does: "errors, hooks, documents, deadlines, the wire",
    files: /^shared\//,
  },
  { name: "auth", does: "credentials, refresh requests", files: /^auth\// },
  { name: "rotation", does: "refresh tokens that are replaced, stores", files: /^rotation\/(?!index)/ },
  { name: "limiter", does: "how many requests are on the way", files: /^limiter\// },
  { name: "call", does: "one call: its requests, through ky, and what responses mean", files: /^call\// },
  { name: "validation", does: "data that does not match the schema", files: /^validation\// },
  { name: "client", does: "createClient, and the steps of execute", files: /^client\// },
  { name: "helpers", does: "paginate, poll, batch", files: /^(?:pages\/|batch\/(?!index))/ },
  {
    name: "entries",
    does: "what you import",
    files: /^(?:index|node|print|batch\/index|rotation\/index)\.ts$/,
  },
];

/**
 * The folders of the cli, lowest first. A file may import files of its own folder and of those before it. Files
 * without a folder are the entry.
 */
export const CLI_FOLDERS: readonly string[] = [
  "text",
  "files",
  "codegen",
  "contract",
  "page",
  "host",
  "commands",
];

/** A picture of the layers in Mermaid, highest layer first. */
export function renderLayers(): string {
  const layers = LAYERS.toReversed();
  const nodes = layers.map(({ name, does }) => `  ${name}["${name}: ${does}"]`);
  const arrows = `  ${layers.map(({ name }) => name).join(" --> ")}`;
  return ["```mermaid", "flowchart TB", ...nodes, arrows, "```"].join("\n");
}
