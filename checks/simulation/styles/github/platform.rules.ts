/** The rules of an API in the style of GitHub. */

import type { Dialect } from "@integration-platform/graphql-testing/rules";
import type { Rules } from "./platform.types.ts";

export const dialect: Dialect = { orderMembers: { field: "field", direction: "direction" } };

export const rules = {
  Query: {
    repository: (_, { owner, name }, { db }) =>
      db.Repository.list((row) => row.owner.login === owner && row.name === name)[0] ?? null,
  },
  Repository: {
    issue: ({ issues }, { number }) => issues.find((issue) => issue.number === number) ?? null,
    issues: ({ issues }, { states, labels, filterBy, orderBy, ...rest }, { where, sort, page }) => {
      const conditions = { ...filterBy, ...(states && { states }), ...(labels && { labels }) };
      const matching = where(issues, conditions, {
        states: ({ state }, wanted) => wanted.includes(state),
        labels: (issue, names) => (issue.labels ?? []).some(({ name }) => names.includes(name)),
      });
      return page(sort(matching, orderBy, { CREATED_AT: "createdAt" }), rest);
    },
  },
  Issue: {
    closed: ({ state }) => state === "CLOSED",
  },
  Mutation: {
    createIssue: (_, { input: { repositoryId, title, body } }, { db, now }) => {
      const repository = db.Repository.get(repositoryId);
      const number = Math.max(0, ...repository.issues.map((issue) => issue.number)) + 1;
      const fields = {
        number,
        title,
        body: body ?? "",
        state: "OPEN",
        createdAt: now(),
        repository,
      } as const;
      return { issue: db.Issue.create(fields) };
    },
    closeIssue: (_, { input: { issueId } }, { db, now }) => ({
      issue: db.Issue.update(issueId, { state: "CLOSED", closedAt: now() }),
    }),
    updateIssue: (_, { input: { id, title, state } }, { db }) => ({
      issue: db.Issue.update(id, { title, state }),
    }),
    deleteIssue: (_, { input: { issueId } }, { db }) => {
      const { repository } = db.Issue.get(issueId);
      db.Issue.delete(issueId);
      return { repository };
    },
    addStar: (_, { input: { starrableId } }, { db }) => ({ starrable: db.Repository.get(starrableId) }),
    addLabelsToLabelable: (_, { input: { labelableId, labelIds } }, { db }) => {
      const ids = (db.Issue.get(labelableId).labels ?? []).map(({ id }) => id);
      return { labelable: db.Issue.update(labelableId, { labels: [...new Set([...ids, ...labelIds])] }) };
    },
  },
} satisfies Rules;
