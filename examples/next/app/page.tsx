import { listNames } from "../lib/rows";

/** Rendered by the build, and again after an hour. */
export const dynamic = "force-static";
export const revalidate = 3600;

export default async function StaticPage() {
  return <p>{`static: ${(await listNames()).join(", ")}`}</p>;
}
