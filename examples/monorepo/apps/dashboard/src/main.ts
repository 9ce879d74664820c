/** The page: a form for an access token, and the list. */

import { ListRowsDocument } from "@acme/operations";
import { accessToken, createClient, isOperationError } from "@integration-platform/graphql";

const form = document.querySelector("form") as HTMLFormElement;
const list = document.querySelector("ul") as HTMLUListElement;
const status = document.querySelector("output") as HTMLOutputElement;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { baseUrl = "", token = "" } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  try {
    const client = createClient({ baseUrl, auth: accessToken(token) });
    const { integrations } = await client.execute(ListRowsDocument, { first: 50 });
    const items = integrations.nodes.map(({ name }) =>
      Object.assign(document.createElement("li"), { textContent: name }),
    );
    list.replaceChildren(...items);
    status.value = `${items.length} integrations`;
  } catch (error) {
    const expired = isOperationError(error) && error.code === "UNAUTHENTICATED";
    status.value = expired ? "Your token has expired. Enter a new one." : "The platform did not respond.";
  }
});
