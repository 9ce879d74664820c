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
  { name: "errors", does: "the error class and its codes", files: /^errors\.ts$/ },
  {
    name: "policy",
    does: "what a response means, what is resent, who waits",
    files:
      /^(?:validation\/shape|document|document-node|read-document|hooks|options|variables|deadline|retry|limit|queue|request|graphql-response|classify|outcome|decision|wire|base-url)\.ts$/,
  },
  { name: "tokens", does: "credentials, refresh requests, stores", files: /^(?:auth|stores)\// },
  { name: "transport", does: "one HTTP request, through ky", files: /^transport\.ts$/ },
  { name: "operation", does: "the requests of one call", files: /^operation\.ts$/ },
  {
    name: "client",
    does: "createClient, and the steps of execute",
    files: /^(?:client|core|context|validation\/validation|get-access-token)\.ts$/,
  },
  {
    name: "helpers",
    does: "paginate, poll, unwrapPayload, batch",
    files: /^(?:unwrap-payload|pages\/[\w-]+|batch\/(?!index)[\w-]+)\.ts$/,
  },
  { name: "entries", does: "what you import", files: /^(?:index|node|print|batch\/index)\.ts$/ },
];

/** A picture of the layers in Mermaid, highest layer first. */
export function renderLayers(): string {
  const layers = LAYERS.toReversed();
  const nodes = layers.map(({ name, does }) => `  ${name}["${name}: ${does}"]`);
  const arrows = `  ${layers.map(({ name }) => name).join(" --> ")}`;
  return ["```mermaid", "flowchart TB", ...nodes, arrows, "```"].join("\n");
}
