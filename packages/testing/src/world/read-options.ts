/** How a value is read: what the operation needs from it. */

export interface ReadOptions {
  /**
   * Number of lists in the response that contain the item. Deeply nested lists are generated short, to bound
   * the response. The other direction of such a list is not shortened.
   *
   * @default 0
   */
  readonly listDepth?: number;
  /** Arguments as text, if they change a generated value. */
  readonly variant?: string;
  /** Whether a deleted row can be the value, because a mutation can return what it deleted. */
  readonly keepsDeleted?: boolean;
}
