/** Tests of `customers.ts`, as functions, so that they run with any mock of the API. */

import { deepEqual, equal } from "node:assert/strict";
import type { Customers } from "./customers.ts";

/** Objects that the tests expect. */
export const seed = {
  Customer: [
    { id: "c1", name: "Ada Lind", country: "SE", creditLimit: 100, orders: [{ id: "o1" }, { id: "o2" }] },
    { id: "c2", name: "Bruno Holm", country: "CH", creditLimit: 900, orders: [{ id: "o3" }] },
    { id: "c3", name: "Clara Lindt", country: "CH", creditLimit: 500, orders: [] },
    { id: "c4", name: "Dario Berg", country: "DE", creditLimit: 300, orders: [] },
    { id: "c5", name: "Elif Stone", country: "SE", creditLimit: 700, orders: [] },
  ],
  Order: [
    { id: "o1", number: "1001", status: "OPEN" },
    { id: "o2", number: "1002", status: "SHIPPED" },
    { id: "o3", number: "1003", status: "OPEN" },
  ],
} as const;

const ids = (customers: readonly { readonly id: string }[]) => customers.map(({ id }) => id);

/** Each gets a new application with a new mock. */
export const cases: Readonly<Record<string, (customers: Customers) => Promise<void>>> = {
  async "lists the customers of a country"(customers) {
    deepEqual(ids(await customers.inCountry("CH")), ["c2", "c3"]);
  },
  async "searches in names"(customers) {
    deepEqual(ids(await customers.search("lind")), ["c1", "c3"]);
  },
  async "reads all pages"(customers) {
    deepEqual(ids(await customers.all()), ["c1", "c2", "c3", "c4", "c5"]);
  },
  async "counts all customers"(customers) {
    equal(await customers.count(), 5);
  },
  async "sorts by credit limit, highest first"(customers) {
    deepEqual(ids(await customers.byCreditLimit()), ["c2", "c5", "c3", "c4", "c1"]);
  },
  async "finds the new name of a customer"(customers) {
    equal((await customers.find("c2"))?.name, "Bruno Holm");
    await customers.rename("c2", "Bruno Holmberg");
    equal((await customers.find("c2"))?.name, "Bruno Holmberg");
  },
  async "lists open orders"(customers) {
    deepEqual(await customers.openOrders("c1"), ["1001"]);
  },
  async "creates a customer"(customers) {
    const { id } = await customers.create("Finn Rose", "NO");
    deepEqual(await customers.find(id), { id, name: "Finn Rose", country: "NO" });
    deepEqual(ids(await customers.inCountry("NO")), [id]);
  },
  async "removes a customer"(customers) {
    await customers.find("c1");
    await customers.remove("c3");
    deepEqual(ids(await customers.all()), ["c1", "c2", "c4", "c5"]);
  },
};
