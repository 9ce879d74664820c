/** The blocks of `docs/other-clients.md`, put beside the clients that they speak of, so that the compilers see them. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readBlocks } from "../../test/support/blocks.ts";

export async function writeDocumented(folder: string): Promise<void> {
  const blocks = await readBlocks("docs/other-clients.md");
  const write = ({ code }: { readonly code: string }, index: number) =>
    writeFile(join(folder, `clients/documented-${index}.ts`), `${code}\nexport {};\n`);
  await Promise.all(blocks.map(write));
}
