/** The API of the newsroom as plain resolvers over arrays. */

/** A pattern of SQL as an expression. */
const toExpression = (pattern, flags) =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", ".*")
      .replaceAll("_", ".")}$`,
    flags,
  );
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

const OPERATORS = {
  _eq: (value, wanted) => value === wanted,
  _neq: (value, wanted) => value !== wanted,
  _in: (value, wanted) => wanted.includes(value),
  _nin: (value, wanted) => !wanted.includes(value),
  _gt: (value, wanted) => value > wanted,
  _gte: (value, wanted) => value >= wanted,
  _lt: (value, wanted) => value < wanted,
  _lte: (value, wanted) => value <= wanted,
  _like: (value, wanted) => toExpression(wanted, "s").test(value),
  _ilike: (value, wanted) => toExpression(wanted, "is").test(value),
};

/** As in SQL, null matches nothing. */
function matchesValue(value, conditions) {
  return Object.entries(conditions).every(([operator, wanted]) => {
    if (operator === "_is_null") return (value === null) === wanted;
    return value !== null && OPERATORS[operator](value, wanted);
  });
}

/** @param seed - Rows by type. Relations are IDs. */
export function createResolvers(seed) {
  const { articles, authors, comments } = structuredClone(seed);
  const relations = {
    articles: {
      author: ({ author_id }) => authors.find(({ id }) => id === author_id),
      comments: (article) => comments.filter(({ article_id }) => article_id === article.id),
    },
    authors: { articles: (author) => articles.filter(({ author_id }) => author_id === author.id) },
    comments: { article: ({ article_id }) => articles.find(({ id }) => id === article_id) },
  };
  const targets = { author: "authors", comments: "comments", articles: "articles", article: "articles" };
  const matches = (type, row, condition) =>
    Object.entries(condition ?? {}).every(([name, wanted]) => {
      if (name === "_and") return wanted.every((each) => matches(type, row, each));
      if (name === "_or") return wanted.some((each) => matches(type, row, each));
      if (name === "_not") return !matches(type, row, wanted);
      const relation = relations[type][name];
      if (relation) return [relation(row)].flat().some((each) => matches(targets[name], each, wanted));
      return matchesValue(row[name], wanted);
    });
  const termsOf = (order, path = []) =>
    Object.entries(order).flatMap(([name, value]) =>
      typeof value === "object"
        ? termsOf(value, [...path, name])
        : [{ path: [...path, name], direction: value }],
    );
  const readPath = (type, row, [name, ...rest]) =>
    rest.length > 0 ? readPath(targets[name], relations[type][name](row), rest) : row[name];
  const compareBy = (type, { path, direction }, one, other) => {
    const [a, b] = [readPath(type, one, path), readPath(type, other, path)];
    const isDescending = direction.startsWith("desc");
    if (a !== null && b !== null) return isDescending ? compare(b, a) : compare(a, b);
    if (a === b) return 0;
    // PostgreSQL sorts null as if it were larger than any value.
    const isFirst = /_nulls_/.test(direction) ? direction.endsWith("first") : isDescending;
    return (a === null) === isFirst ? -1 : 1;
  };
  const select = (type, rows, { where, order_by, limit, offset = 0 }) => {
    const terms = (order_by ?? []).flatMap((order) => termsOf(order));
    const found = rows.filter((row) => matches(type, row, where));
    const sorted = found.toSorted((one, other) => {
      for (const term of terms) {
        const difference = compareBy(type, term, one, other);
        if (difference !== 0) return difference;
      }
      return 0;
    });
    return sorted.slice(offset, limit == null ? undefined : offset + limit);
  };
  const insert = (rows, fields) => {
    const row = { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, ...fields };
    rows.push(row);
    return row;
  };
  const remove = (row) => articles.splice(articles.indexOf(row), 1)[0];
  const respond = (returning) => ({ affected_rows: returning.length, returning });
  const find = (rows, id) => rows.find((row) => row.id === id) ?? null;
  return {
    query_root: {
      articles: (_, args) => select("articles", articles, args),
      articles_by_pk: (_, { id }) => find(articles, id),
      articles_aggregate(_, args) {
        const nodes = select("articles", articles, args);
        return { nodes, aggregate: { count: nodes.length } };
      },
      authors: (_, args) => select("authors", authors, args),
      authors_by_pk: (_, { id }) => find(authors, id),
    },
    articles: {
      author: relations.articles.author,
      comments: (article, args) => select("comments", relations.articles.comments(article), args),
    },
    authors: { articles: (author, args) => select("articles", relations.authors.articles(author), args) },
    mutation_root: {
      insert_articles_one: (_, { object }) => insert(articles, { views: 0, published_at: null, ...object }),
      insert_comments: (_, { objects }) => respond(objects.map((fields) => insert(comments, fields))),
      update_articles_by_pk(_, { pk_columns, _set, _inc }) {
        const article = find(articles, pk_columns.id);
        return article && Object.assign(article, _set, { views: article.views + (_inc?.views ?? 0) });
      },
      update_articles: (_, { where, _set }) =>
        respond(select("articles", articles, { where }).map((row) => Object.assign(row, _set))),
      delete_articles_by_pk(_, { id }) {
        const article = find(articles, id);
        return article && remove(article);
      },
      delete_articles: (_, { where }) => respond(select("articles", articles, { where }).map(remove)),
    },
  };
}
