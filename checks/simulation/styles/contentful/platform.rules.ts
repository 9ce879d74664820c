/** The rules of an API in the style of Contentful. */

import { contentful, type Dialect } from "@integration-platform/graphql-testing/rules";

export const dialect: Dialect = { ...contentful, nulls: "high" };

export const keys = { Author: "sys.id", BlogPost: "sys.id" };
