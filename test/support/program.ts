/** What a program can have in addition to one call of `execute`. Paths are relative to `test/`. */
interface Parts {
  /** Statements before the client. */
  readonly start?: string;
  /** Other options of `createClient`, after a comma. */
  readonly options?: string;
  /** What it executes. @default "Document" */
  readonly document?: string;
  /** @default "src/index.ts" */
  readonly client?: string;
}

/** Authentication of the programs whose size has limits. */
export const STATIC_TOKEN = 'accessToken("token")';
export const REFRESH_TOKEN = 'refreshToken({ refreshToken: "token" })';

/** The program whose size has limits: it executes one operation. */
export function renderProgram(auth: string, parts: Parts = {}): string {
  const { start = "", options = "", document = "Document", client = "src/index.ts" } = parts;
  return `import { ${auth.split("(")[0]}, createClient } from "../${client}";
import { ListIntegrationsDocument as Document } from "./fixtures/platform/generated/operations.ts";
${start}
const client = createClient({ baseUrl: "https://platform.example.com", auth: ${auth}${options} });
console.log(await client.execute(${document}));`;
}
