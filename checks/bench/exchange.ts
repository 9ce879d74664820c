/** Request and response of all clients. */

const SELECTION =
  "($first: Int) { integrations(first: $first) { nodes { id name } pageInfo { endCursor } } }";
export const OPERATIONS = {
  query: `query ListIntegrations${SELECTION}`,
  mutation: `mutation ChangeIntegrations${SELECTION}`,
} as const;

/** Not a JWT, so that the client assumes the documented lifetime of seven days. */
export const ACCESS_TOKEN = "access-token-of-the-bench";

export const REFRESH_TOKEN = "refresh-token-of-the-bench";

/** A response of about 300 bytes or 1 MB. */
export function renderReply(size: "small" | "large"): string {
  const nodes = Array.from({ length: size === "small" ? 3 : 14_000 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    name: `Integration ${index}`,
  }));
  return JSON.stringify({ data: { integrations: { nodes, pageInfo: { endCursor: null } } } });
}
