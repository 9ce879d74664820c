/** Optional peers: consumers who only run operations in their code need not have them. */

import { Problem } from "./problem.ts";

/**
 * Loads a module that stands on optional peers.
 *
 * @param purpose - What they are needed for, after "is needed".
 * @throws Problem with the command that installs what is missing.
 */
export async function loadPeers<Module>(
  peers: readonly string[],
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [, missing] = /^Cannot find package '([^']+)'/.exec(error instanceof Error ? error.message : "") ?? [];
    if (missing === undefined || !peers.includes(missing)) throw error;
    throw new Problem(`the package "${missing}" is needed ${purpose}`, `npm install --save-dev ${peers.join(" ")}`);
  }
}
