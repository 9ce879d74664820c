import { listNames } from "../../lib/rows";

/** Rendered for each request, because Next.js keeps no response of the client. */
export default async function LivePage() {
  return <p>{`live: ${(await listNames()).join(", ")}`}</p>;
}
