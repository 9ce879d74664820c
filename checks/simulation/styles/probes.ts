/** Operations in the styles of six products, with the right answers. */

export interface Style {
  readonly data: Readonly<Record<string, readonly object[]>>;
  /** Operations and what an API with the data answers. */
  readonly probes: readonly (readonly [operation: string, answer: object])[];
}

export const styles: Readonly<Record<string, Style>> = {
  contentful: {
    data: {
      Author: [{ sys: { id: "z" }, name: "Zed" }],
      BlogPost: [
        { sys: { id: "1" }, title: "One", tags: ["x", "y"], author: "z" },
        { sys: { id: "2" }, title: null, tags: ["y"], author: null },
      ],
    },
    probes: [
      [
        '{ blogPostCollection(where: { tags_contains_all: ["x", "y"] }) { total } }',
        { blogPostCollection: { total: 1 } },
      ],
      [
        '{ blogPostCollection(where: { tags_contains_some: ["y"] }, limit: 1) { total items { title } } }',
        { blogPostCollection: { total: 2, items: [{ title: "One" }] } },
      ],
      [
        "{ blogPostCollection(where: { title_exists: false }) { items { sys { id } } } }",
        { blogPostCollection: { items: [{ sys: { id: "2" } }] } },
      ],
      ['{ blogPost(id: "1") { title } }', { blogPost: { title: "One" } }],
      ['{ blogPost(id: "9") { title } }', { blogPost: null }],
      [
        '{ blogPostCollection(where: { author: { name: "Zed" } }) { items { title author { name } } } }',
        { blogPostCollection: { items: [{ title: "One", author: { name: "Zed" } }] } },
      ],
      [
        '{ blogPostCollection(where: { sys: { id_in: ["2"] } }) { items { sys { id } } } }',
        { blogPostCollection: { items: [{ sys: { id: "2" } }] } },
      ],
      [
        '{ blogPostCollection(where: { author_exists: true, OR: [{ title: "One" }, { title: "Two" }] }) { items { title } } }',
        { blogPostCollection: { items: [{ title: "One" }] } },
      ],
      [
        '{ blogPostCollection(where: { title_contains: "on" }) { items { title } } }',
        { blogPostCollection: { items: [{ title: "One" }] } },
      ],
      [
        "{ blogPostCollection(order: [title_DESC], skip: 1) { items { sys { id } } } }",
        { blogPostCollection: { items: [{ sys: { id: "1" } }] } },
      ],
    ],
  },
  github: {
    data: {
      User: [{ id: "u", login: "o" }],
      Repository: [{ id: "r", name: "n", owner: "u", issues: ["i", "j"] }],
      Issue: [
        { id: "i", number: 1, title: "I", state: "OPEN", labels: [] },
        { id: "j", number: 2, title: "J", state: "CLOSED", labels: [] },
      ],
    },
    probes: [
      ['{ repository(owner: "o", name: "n") { id } }', { repository: { id: "r" } }],
      [
        '{ node(id: "r") { ... on Repository { issue(number: 2) { title } } } }',
        { node: { issue: { title: "J" } } },
      ],
      [
        '{ node(id: "r") { ... on Repository { issues(first: 5, states: [OPEN]) { totalCount } } } }',
        { node: { issues: { totalCount: 1 } } },
      ],
      [
        '{ node(id: "r") { ... on Repository { issues(first: 5, labels: ["bug"]) { totalCount } } } }',
        { node: { issues: { totalCount: 0 } } },
      ],
      [
        'mutation { createIssue(input: { repositoryId: "r", title: "K", clientMutationId: "m" }) { clientMutationId issue { title state } } }',
        { createIssue: { clientMutationId: "m", issue: { title: "K", state: "OPEN" } } },
      ],
      [
        'mutation { closeIssue(input: { issueId: "i" }) { issue { state } } }',
        { closeIssue: { issue: { state: "CLOSED" } } },
      ],
      [
        'mutation { updateIssue(input: { id: "i", state: CLOSED }) { issue { state closed } } }',
        { updateIssue: { issue: { state: "CLOSED", closed: true } } },
      ],
      [
        'mutation { deleteIssue(input: { issueId: "i" }) { repository { name } } }',
        { deleteIssue: { repository: { name: "n" } } },
      ],
      [
        'mutation { addStar(input: { starrableId: "r" }) { starrable { id } } }',
        { addStar: { starrable: { id: "r" } } },
      ],
      [
        'mutation { addLabelsToLabelable(input: { labelableId: "i", labelIds: [] }) { labelable { id } } }',
        { addLabelsToLabelable: { labelable: { id: "i" } } },
      ],
    ],
  },
  postgraphile: {
    data: {
      User: [
        { nodeId: "u4", id: 4, email: "e" },
        { nodeId: "u5", id: 5, email: "f" },
      ],
      Post: [
        { nodeId: "n1", id: 1, title: "A", authorId: 4, status: "DRAFT" },
        { nodeId: "n2", id: 2, title: "B", authorId: 5, status: "PUBLISHED" },
      ],
    },
    probes: [
      [
        "{ allPosts(orderBy: [TITLE_DESC], condition: { status: DRAFT }) { totalCount nodes { title } } }",
        { allPosts: { totalCount: 1, nodes: [{ title: "A" }] } },
      ],
      [
        "{ allPosts(orderBy: TITLE_DESC, offset: 1) { nodes { title } } }",
        { allPosts: { nodes: [{ title: "A" }] } },
      ],
      [
        '{ post(nodeId: "n2") { title } userByEmail(email: "f") { id } postById(id: 1) { title } }',
        { post: { title: "B" }, userByEmail: { id: 5 }, postById: { title: "A" } },
      ],
      [
        '{ allPosts(filter: { title: { notIncludes: "A" } }) { nodes { userByAuthorId { email } } } }',
        { allPosts: { nodes: [{ userByAuthorId: { email: "f" } }] } },
      ],
      [
        '{ userByEmail(email: "f") { postsByAuthorId(first: 5) { nodes { title } } } }',
        { userByEmail: { postsByAuthorId: { nodes: [{ title: "B" }] } } },
      ],
      [
        'mutation { updatePostById(input: { id: 1, postPatch: { title: "Z" } }) { post { title } } }',
        { updatePostById: { post: { title: "Z" } } },
      ],
      [
        'mutation { updatePost(input: { nodeId: "n1", postPatch: { title: "Z" } }) { post { id title } } }',
        { updatePost: { post: { id: 1, title: "Z" } } },
      ],
      [
        'mutation { createPost(input: { post: { title: "C", authorId: 5, status: DRAFT } }) { post { title userByAuthorId { email } } } }',
        { createPost: { post: { title: "C", userByAuthorId: { email: "f" } } } },
      ],
      [
        "mutation { deletePostById(input: { id: 1 }) { deletedPostId } }",
        { deletePostById: { deletedPostId: "n1" } },
      ],
    ],
  },
  saleor: {
    data: {
      Category: [{ id: "k", name: "K" }],
      Product: [
        { id: "1", name: "P", slug: "p", category: "k", rating: 3 },
        { id: "2", name: "Q", slug: "q", category: null, rating: 5 },
      ],
    },
    probes: [
      [
        '{ products(first: 5, where: { category: { oneOf: ["k"] } }) { totalCount } }',
        { products: { totalCount: 1 } },
      ],
      [
        '{ products(first: 5, where: { rating: { range: { gte: "4" } } }) { edges { node { name } } } }',
        { products: { edges: [{ node: { name: "Q" } }] } },
      ],
      [
        "{ products(first: 1, sortBy: { field: NAME, direction: DESC }) { edges { node { name } } } }",
        { products: { edges: [{ node: { name: "Q" } }] } },
      ],
      [
        '{ products(first: 5, filter: { categories: ["k"], slugs: ["p", "q"] }) { totalCount } }',
        { products: { totalCount: 1 } },
      ],
      ['{ products(first: 5, filter: { search: "q" }) { totalCount } }', { products: { totalCount: 1 } }],
      ['{ product(slug: "q", channel: "c") { name } }', { product: { name: "Q" } }],
      [
        'mutation { productUpdate(id: "2", input: { category: "k" }) { product { category { name } } errors { code } } }',
        { productUpdate: { product: { category: { name: "K" } }, errors: [] } },
      ],
      [
        'mutation { productDelete(id: "1") { product { id } errors { code } } }',
        { productDelete: { product: { id: "1" }, errors: [] } },
      ],
      ['mutation { productBulkDelete(ids: ["1", "2"]) { count } }', { productBulkDelete: { count: 2 } }],
    ],
  },
  strapi: {
    data: {
      Category: [{ documentId: "c", name: "Cat" }],
      Article: [
        { documentId: "a", title: "A", views: 1, category: "c" },
        { documentId: "b", title: "B", views: 5, category: null },
      ],
    },
    probes: [
      ["{ articles(pagination: { page: 2, pageSize: 1 }) { title } }", { articles: [{ title: "B" }] }],
      ['{ articles(filters: { title: { nei: "a" } }) { title } }', { articles: [{ title: "B" }] }],
      ["{ articles(filters: { views: { between: [2, 9] } }) { title } }", { articles: [{ title: "B" }] }],
      [
        '{ articles(filters: { category: { name: { eq: "Cat" } } }) { title } }',
        { articles: [{ title: "A" }] },
      ],
      ['{ articles(filters: { not: { title: { eq: "A" } } }) { title } }', { articles: [{ title: "B" }] }],
      [
        '{ articles(filters: { title: { not: { containsi: "a" } } }) { title } }',
        { articles: [{ title: "B" }] },
      ],
      ['{ articles(sort: ["title:desc"]) { title } }', { articles: [{ title: "B" }, { title: "A" }] }],
      [
        'mutation { updateArticle(documentId: "b", data: { category: "c" }) { category { name } } }',
        { updateArticle: { category: { name: "Cat" } } },
      ],
      [
        'mutation { createArticle(data: { title: "C", category: "c" }) { title category { name } } }',
        { createArticle: { title: "C", category: { name: "Cat" } } },
      ],
      ['mutation { deleteArticle(documentId: "a") { documentId } }', { deleteArticle: { documentId: "a" } }],
    ],
  },
  wpgraphql: {
    data: {
      User: [{ id: "u", databaseId: 1, name: "Una" }],
      Post: [
        { id: "p", databaseId: 7, title: "First", slug: "first", status: "publish" },
        { id: "q", databaseId: 8, title: "Second", slug: "second", status: "draft" },
      ],
    },
    probes: [
      [
        '{ posts(first: 5, where: { title: "First" }) { nodes { databaseId } } }',
        { posts: { nodes: [{ databaseId: 7 }] } },
      ],
      [
        "{ posts(first: 5, where: { status: DRAFT }) { nodes { databaseId } } }",
        { posts: { nodes: [{ databaseId: 8 }] } },
      ],
      [
        "{ posts(first: 1, where: { orderby: { field: TITLE, order: DESC } }) { nodes { title } } }",
        { posts: { nodes: [{ title: "Second" }] } },
      ],
      [
        '{ posts(first: 5, where: { in: ["q"] }) { nodes { title } } }',
        { posts: { nodes: [{ title: "Second" }] } },
      ],
      ['{ post(id: "second", idType: SLUG) { title } }', { post: { title: "Second" } }],
      ['{ post(id: "p") { title } }', { post: { title: "First" } }],
      [
        'mutation { updatePost(input: { id: "p", title: "New" }) { post { title } } }',
        { updatePost: { post: { title: "New" } } },
      ],
      [
        'mutation { updatePost(input: { id: "p", status: DRAFT }) { post { status } } }',
        { updatePost: { post: { status: "draft" } } },
      ],
      ['mutation { deleteUser(input: { id: "u" }) { deletedId } }', { deleteUser: { deletedId: "u" } }],
    ],
  },
};
