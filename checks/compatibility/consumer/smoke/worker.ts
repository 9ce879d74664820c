/** The smoke suite in a worker, which is asked over HTTP. */

import { smoke } from "./suite.ts";

// biome-ignore lint/style/noDefaultExport: the shape that workers have
export default {
  fetch: async (request: Request): Promise<Response> => Response.json(await smoke(await request.json())),
};
