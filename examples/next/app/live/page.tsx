import { listNames } from "../../lib/rows";

/** Rendered for each request. */
export const dynamic = "force-dynamic";

export default async function LivePage() {
  return <p>{`live: ${(await listNames()).join(", ")}`}</p>;
}
