/** Other clients with our documents: what each form of a document came to. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** One form of a document with one client. */
export interface ClientRow {
  readonly name: string;
  readonly form: string;
  readonly result: unknown;
  readonly requests: number;
}

const NAMES = ["Orders", "Invoices"];

/** Executes every form against the simulated platform. */
export async function executeClients(folder: string): Promise<ClientRow[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["clients/main.ts"], { cwd: folder });
  return JSON.parse(stdout);
}

/** One line for each form that did not come to the names in one request, or was not refused without one. */
export function judgeClients(rows: readonly ClientRow[]): string[] {
  return rows.flatMap(({ name, form, result, requests }) => {
    const got = JSON.stringify([result, requests]);
    const wanted = JSON.stringify(form.endsWith(": refused") ? ["USAGE", 0] : [NAMES, 1]);
    return got === wanted ? [] : [`${name}, ${form}: [result, requests] is ${got}, not ${wanted}`];
  });
}
