/**
 * The API of the application with `@graphql-tools/mock`, as its guide shows: a store with the objects, and
 * mutations.
 */

import { addMocksToSchema, createMockStore } from "@graphql-tools/mock";

/** @param seed - Rows by type. Relations are IDs. */
export function createMock(schema, seed) {
  const mocks = {
    DateTime: () => "2031-03-04T10:00:00.000Z",
    Date: () => "2031-03-04",
    Money: () => ({ amount: 2400, currency: "EUR" }),
  };
  const store = createMockStore({ schema, mocks });
  const references = { room: "Room", customer: "Customer", payment: "Payment", author: "Customer" };
  const ids = {};
  for (const [type, rows] of Object.entries(seed)) {
    ids[type] = rows.map(({ id }) => id);
    for (const { id, ...fields } of rows) {
      const values = Object.entries(fields).map(([name, value]) => {
        const typeName = value === null ? undefined : references[name];
        return [name, typeName ? { $ref: { typeName, key: value } } : value];
      });
      store.set(type, id, Object.fromEntries(values));
    }
  }
  const find = (type, id) => (ids[type].includes(id) ? store.get(type, id) : null);
  const all = (type) => ids[type].map((id) => store.get(type, id));
  const where = (type, field, wanted) => all(type).filter((row) => store.get(row, field) === wanted);
  const insert = (type, fields) => {
    const id = `${type}-${ids[type].length + 1}`;
    ids[type].push(id);
    store.set(type, id, fields);
    return find(type, id);
  };
  const resolvers = {
    Query: {
      me: (_, __, { user }) => find("Customer", user.id),
      rooms: () => ({ items: all("Room"), totalItems: ids.Room.length }),
      room: (_, { id }) => find("Room", id),
      bookings: () => ({
        nodes: all("Booking"),
        pageInfo: { hasNextPage: false, endCursor: null },
        totalCount: ids.Booking.length,
      }),
      booking: (_, { number }) => where("Booking", "number", number)[0] ?? null,
      search: (_, { text }) => where("Booking", "number", text),
    },
    Customer: {
      bookings: (customer) =>
        all("Booking").filter((row) => store.get(row, "customer").$ref.key === customer.$ref.key),
    },
    Room: {
      bookings: (room) => all("Booking").filter((row) => store.get(row, "room").$ref.key === room.$ref.key),
      reviews(room) {
        const items = all("Review").filter((row) => store.get(row, "room").$ref.key === room.$ref.key);
        return { items, page: 1, pages: 1, total: items.length };
      },
    },
    Mutation: {
      book: (_, { input: { roomId, period } }, { user }) =>
        insert("Booking", {
          number: `B-${1001 + ids.Booking.length}`,
          room: { $ref: { typeName: "Room", key: roomId } },
          customer: { $ref: { typeName: "Customer", key: user.id } },
          startsAt: period.from,
          endsAt: period.to,
          status: "CONFIRMED",
        }),
      pay: (_, { bookingId, method }) =>
        insert("Payment", { booking: { $ref: { typeName: "Booking", key: bookingId } }, method }),
      cancel(_, { bookingId, reason }) {
        store.set("Booking", bookingId, { status: "CANCELLED", reason: reason ?? null });
        return find("Booking", bookingId);
      },
      reschedule(_, { bookingId, period }) {
        store.set("Booking", bookingId, { startsAt: period.from, endsAt: period.to });
        return find("Booking", bookingId);
      },
      review: (_, { input: { stars, text } }, { user }) => ({
        review: insert("Review", { stars, text, author: { $ref: { typeName: "Customer", key: user.id } } }),
        errors: [],
      }),
      closeRoom(_, { id, closed }) {
        store.set("Room", id, { closed });
        return find("Room", id);
      },
      updateProfile(_, { input }, { user }) {
        store.set("Customer", user.id, input);
        return find("Customer", user.id);
      },
      createVoucher: (_, { input }) => ({ voucher: insert("Voucher", input), errors: [] }),
    },
  };
  return addMocksToSchema({ schema, store, resolvers });
}
