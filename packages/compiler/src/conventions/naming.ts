/** The names by which schemas express pages, payloads and payload errors. */

/** Roles of arguments and fields, and kinds of types. */
export type NameRole =
  | ("first" | "last" | "after" | "position" | "before" | "offset" | "page" | "total")
  | ("errors" | "errorType" | "payloadType");

/** Names of arguments, fields and types in snake case. */
const NAMES: Readonly<Record<NameRole, RegExp>> = {
  /** Page size, counted from the first item: an `Int`. */
  first:
    /^(?:first|limit|take|top|max|num|size|count)$|^first_(?:n|count|items)$|^per_page$|^(?:page|batch)_size$|^(?:page|row|item|result)s?_limit$|^max_(?:results|items|count|rows)$/,
  /** Page size, counted from the last item: an `Int`. */
  last: /^last$|^last_(?:n|count|items)$/,
  /** Cursor of a page that starts after an item. */
  after:
    /^(?:after|after_(?:cursor|id)|start(?:ing)?_after|start_(?:at|cursor)|since_id|(?:next_|end_)?cursor|marker|scroll_id)$|^(?:page_|next_|next_page_|continuation_)?token$/,
  /** Cursor of a page, if the field has a page size. Otherwise the start of a period. */
  position: /^(?:from|start|position|starting_from)$/,
  /** Cursor of a page that ends before an item. */
  before: /^(?:before|before_(?:cursor|id)|end(?:ing)?_before|prev(?:ious)?_cursor)$/,
  /** Number of skipped items: an `Int`. */
  offset: /^(?:offset|skip|start_index)$/,
  /** Number of a page: an `Int`. */
  page: /^page(?:_?(?:number|num|no|index))?$/,
  /** Number of all items of a connection: an `Int`. */
  total: /^(?:total|count|total_?(?:count|items))$/,
  /** Payload errors: a list. */
  errors: /(?:^|_)errors$|^(?:problems|violations)$/,
  /** Member of a union that is an error: the name of a type. */
  errorType: /(?:^|_)(?:errors?|failure|failed|problem|exception|rejected|not_found)$/,
  /** Payload of a mutation: the name of a type. */
  payloadType: /(?:^|_)(?:payload|response|result)$/,
};

/** Whether a name in any case matches a role. */
export function hasName(name: string, role: NameRole): boolean {
  return NAMES[role].test(toSnake(name));
}

const snakes = new Map<string, string>();

/** `pageSize`, `PageSize` and `page_size` as `page_size`. */
export function toSnake(name: string): string {
  const snake =
    snakes.get(name) ?? name.replaceAll(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, "$&_").toLowerCase();
  if (snakes.size < 20_000) snakes.set(name, snake);
  return snake;
}
