/**
 * A stream that commands print to. It masks secrets in all text. Foreign text is escaped by the tag `ink` for
 * `print`, and by the renderer of a report, of help or of JSON for the other methods.
 */

import { styleText } from "node:util";
import { type Ink, renderInk } from "@integration-platform/graphql-compiler/internal/text/ink";
import { renderJson } from "@integration-platform/graphql-compiler/internal/text/render-json";
import type { Redact } from "../secrets/redaction.ts";

export interface Output {
  readonly isTTY: boolean;
  /** Whether styles are printed: the stream is a terminal, and `NO_COLOR` is not set. */
  readonly colors: boolean;
  /** Width in columns. `undefined` if the stream is no terminal. */
  readonly columns: number | undefined;
  /** `full`: what is printed now is buffered, because the reader is slow. */
  readonly state: () => "open" | "full" | "closed";
  readonly print: (text: Ink) => void;
  /** Prints a JSON document with a final line break. */
  readonly printJson: (document: object) => void;
  /** Prints text in which a renderer of a report or of help has escaped all foreign text. */
  readonly printRendered: (text: string) => void;
  /** Prints text with a token that the user asked for. The rest of the text is masked. */
  readonly printToken: (text: string, token: string) => void;
}

export function openOutput(stream: NodeJS.WriteStream, redact: Redact): Output {
  const colors = styleText("bold", "x", { stream }) !== "x";
  const write = (text: string) => void stream.write(redact(text));
  return {
    isTTY: stream.isTTY,
    colors,
    columns: stream.columns || undefined,
    state() {
      if (stream.destroyed) return "closed";
      return stream.writableNeedDrain ? "full" : "open";
    },
    print: (text) => write(renderInk(text, colors)),
    printJson: (document) => write(renderJson(document)),
    printRendered: write,
    printToken: (text, token) => void stream.write(text.split(token).map(redact).join(token)),
  };
}
