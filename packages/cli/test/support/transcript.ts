/** Commands and what they print, written as a terminal shows them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

export interface Step {
  /** The command as it is written, with the prompt. */
  readonly line: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly output: string;
}

const STEP = /^(([\w-]*)\$ (.*))\n((?:(?![\w-]*\$ ).+\n)*)/gm;

/**
 * Reads commands, such as `folder$ NAME=value run 'an argument'`, each with the output below it. Lines with
 * "#" are comments.
 */
export function readTranscript(text: string): readonly Step[] {
  const steps = text.replaceAll(/^#.*\n/gm, "");
  const rest = steps.replaceAll(STEP, "").trim();
  if (rest !== "") throw new Error(`The transcript has lines that belong to no command:\n${rest}`);
  return [...steps.matchAll(STEP)].map(([, line = "", folder = "", command = "", output = ""]) => {
    const words = (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
    const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
    const env = Object.fromEntries(words.slice(0, start).map((word) => word.split("=")));
    return { line, folder, env, args: words.slice(start), output };
  });
}

/** Runs the commands of `transcripts/<name>.txt` again, and compares the text with what they print now. */
export async function expectTranscript(name: string, run: (step: Step) => Promise<string>): Promise<void> {
  const file = join(import.meta.dirname, `../transcripts/${name}.txt`);
  let text = "";
  for (const part of readFileSync(file, "utf8").split(/^(?=[\w-]*\$ |#)/m)) {
    const [step] = readTranscript(part.replace(/\n[\s\S]*/, "\n"));
    text += step ? `${step.line}\n${await run(step)}` : part;
  }
  await expect(text).toMatchFileSnapshot(file);
}
