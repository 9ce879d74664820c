/** The page: a form for an access token, and the list. */

import { accessToken, createClient } from "@integration-platform/graphql";
import { QueryClient } from "@tanstack/query-core";
import { explain, integrationsQuery } from "./integrations.ts";

const form = document.querySelector("form") as HTMLFormElement;
const list = document.querySelector("ul") as HTMLUListElement;
const note = document.querySelector("output") as HTMLOutputElement;
const queries = new QueryClient();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { baseUrl = "", token = "" } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  try {
    const client = createClient({ baseUrl, auth: accessToken(token) });
    const rows = await queries.fetchQuery(integrationsQuery(client));
    list.replaceChildren(...rows.map(({ name }) => Object.assign(document.createElement("li"), { textContent: name })));
    note.value = `${rows.length} integrations`;
  } catch (error) {
    note.value = explain(error);
  }
});
