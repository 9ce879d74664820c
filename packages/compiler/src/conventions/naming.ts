/** The names by which schemas express pages, payloads and payload errors, as patterns with examples. */

/** A pattern for names in snake case, with names that it matches and names that it must not match. */
interface NamePattern {
  readonly pattern: RegExp;
  readonly examples: readonly string[];
  readonly others: readonly string[];
}

/** Entries of the table: roles of arguments and fields, and kinds of types. */
export type NameRole =
  | ("first" | "last" | "after" | "position" | "before" | "offset" | "page" | "total")
  | ("errors" | "errorType" | "payloadType");

/** Names of arguments, fields and types. */
export const NAMES: Readonly<Record<NameRole, NamePattern>> = {
  /** Page size, counted from the first item: an `Int`. */
  first: {
    pattern:
      /^(?:first|limit|take|top|max|num|size|count)$|^first_(?:n|count|items)$|^per_page$|^(?:page|batch)_size$|^(?:page|row|item|result)s?_limit$|^max_(?:results|items|count|rows)$/,
    examples: [
      "first",
      "limit",
      "pageSize",
      "perPage",
      "per_page",
      "max",
      "maxResults",
      "take",
      "top",
      "count",
    ],
    others: ["discount", "maxPrice", "creditLimit", "minSize", "account"],
  },
  /** Page size, counted from the last item: an `Int`. */
  last: {
    pattern: /^last$|^last_(?:n|count|items)$/,
    examples: ["last", "lastCount"],
    others: ["lastName", "lastSeen"],
  },
  /** Cursor of a page that starts after an item. */
  after: {
    pattern:
      /^(?:after|after_(?:cursor|id)|start(?:ing)?_after|start_(?:at|cursor)|since_id|(?:next_|end_)?cursor|marker|scroll_id)$|^(?:page_|next_|next_page_|continuation_)?token$/,
    examples: ["after", "cursor", "afterCursor", "startAt", "token", "pageToken", "nextToken", "sinceId"],
    others: ["createdAfter", "since", "accessToken", "startDate"],
  },
  /** Cursor of a page, if the field has a page size. Otherwise the start of a period. */
  position: {
    pattern: /^(?:from|start|position|starting_from)$/,
    examples: ["from", "start", "position"],
    others: ["fromDate", "since"],
  },
  /** Cursor of a page that ends before an item. */
  before: {
    pattern: /^(?:before|before_(?:cursor|id)|end(?:ing)?_before|prev(?:ious)?_cursor)$/,
    examples: ["before", "beforeCursor", "endingBefore"],
    others: ["createdBefore", "beforeDate"],
  },
  /** Number of skipped items: an `Int`. */
  offset: {
    pattern: /^(?:offset|skip|start_index)$/,
    examples: ["offset", "skip"],
    others: ["timezoneOffset"],
  },
  /** Number of a page: an `Int`. */
  page: {
    pattern: /^page(?:_?(?:number|num|no|index))?$/,
    examples: ["page", "pageNumber", "pageIndex"],
    others: ["pageSize", "landingPage", "pageId"],
  },
  /** Number of all items of a connection: an `Int`. */
  total: {
    pattern: /^(?:total|count|total_?(?:count|items))$/,
    examples: ["total", "count", "totalCount", "totalItems"],
    others: ["pageCount", "totalPrice"],
  },
  /** Payload errors: a list. */
  errors: {
    pattern: /(?:^|_)errors$|^(?:problems|violations)$/,
    examples: ["errors", "userErrors", "problems", "violations"],
    others: ["errorCount", "terrors", "warnings"],
  },
  /** Member of a union that is an error: the name of a type. */
  errorType: {
    pattern: /(?:^|_)(?:errors?|failure|failed|problem|exception|rejected|not_found)$/,
    examples: ["NameError", "NotFound", "ValidationFailure", "OrderRejected"],
    others: ["ErrorLog", "Terror"],
  },
  /** Payload of a mutation: the name of a type. */
  payloadType: {
    pattern: /(?:^|_)(?:payload|response|result)$/,
    examples: ["CreateCustomerPayload", "OrderResult"],
    others: ["ResultSet"],
  },
};

/** Whether a name in any case matches a role. */
export function hasName(name: string, role: NameRole): boolean {
  return NAMES[role].pattern.test(toSnake(name));
}

const snakes = new Map<string, string>();

/** `pageSize`, `PageSize` and `page_size` as `page_size`. */
export function toSnake(name: string): string {
  const snake =
    snakes.get(name) ?? name.replaceAll(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, "$&_").toLowerCase();
  if (snakes.size < 20_000) snakes.set(name, snake);
  return snake;
}
