import { listNames } from "../../../lib/rows";

export const runtime = "edge";

export async function GET(): Promise<Response> {
  return Response.json(await listNames());
}
