/** What is asked and answered while clients are measured: the same for all of them. */

export const QUERY =
  "query ListIntegrations($first: Int) { integrations(first: $first) { nodes { id name } pageInfo { endCursor } } }";

/** Not a JWT: its life is the seven days of the platform's specification. */
export const ACCESS_TOKEN = "access-token-of-the-bench";

/** `data` of a reply of about so many bytes. */
export function renderReply(size: "small" | "large"): string {
  const nodes = Array.from({ length: size === "small" ? 3 : 14_000 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    name: `Integration ${index}`,
  }));
  return JSON.stringify({ data: { integrations: { nodes, pageInfo: { endCursor: null } } } });
}
