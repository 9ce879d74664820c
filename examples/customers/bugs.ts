/** Ten bugs: each replaces a text of `customers.ts`. */

export interface Bug {
  readonly title: string;
  readonly from: string;
  readonly to: string;
}

export const bugs: readonly Bug[] = [
  { title: "a filter is not sent", from: 'country: $country", { country }', to: 'country: $country", {}' },
  { title: "a filter compares another argument", from: "name_Icontains: $text", to: "country: $text" },
  { title: "only the first page is read", from: "more = page.pageInfo.hasNextPage;", to: "more = false;" },
  { title: "a page exceeds the maximum", from: "pageSize = 2", to: "pageSize = 500" },
  {
    title: "the items of a page are counted",
    from: "return page.totalCount;",
    to: "return page.nodes.length;",
  },
  { title: "the sort direction is wrong", from: "direction: DESC", to: "direction: ASC" },
  {
    title: "the cache is stale after a change",
    from: "input: { name } });\n      cache.delete(id);",
    to: "input: { name } });",
  },
  { title: "a nested filter is missing", from: "orders(status: OPEN)", to: "orders" },
  {
    title: "a field of the input is swapped",
    from: "{ input: { name, country } }",
    to: "{ input: { name: country, country: name } }",
  },
  {
    title: "another object is removed",
    from: 'deletedId } }", { id }',
    to: 'deletedId } }", { id: [...cache.keys()][0] ?? id }',
  },
];
