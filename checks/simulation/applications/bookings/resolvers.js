/** The API of the application as plain resolvers over arrays. */

import { GraphQLError } from "graphql";

const HOUR = 3_600_000;
const at = (date) => Date.parse(date);
const hoursOf = (from, to) => (at(to) - at(from)) / HOUR;
const contains = (text, part) => text.toLowerCase().includes(part.toLowerCase());

/** @param seed - Rows by type. Relations are IDs. */
export function createResolvers(seed) {
  const data = structuredClone(seed);
  const find = (type, id) => data[type].find((row) => row.id === id) ?? null;
  const get = (type, id) => {
    const row = find(type, id);
    if (!row)
      throw new GraphQLError(`There is no ${type} with this ID.`, { extensions: { code: "NOT_FOUND" } });
    return row;
  };
  const insert = (type, fields) => {
    const row = { id: `${type}-${data[type].length + 1}`, ...fields };
    data[type].push(row);
    return row;
  };
  const requireStaff = ({ user }) => {
    if (user.role !== "STAFF")
      throw new GraphQLError("Only for staff.", { extensions: { code: "FORBIDDEN" } });
  };
  const isVisible = (customerId, user) => customerId === user.id || user.role === "STAFF";
  const paymentOf = ({ payment }) => payment && find("Payment", payment);
  const isPaid = (booking) => paymentOf(booking)?.refundedAt === null;
  const activeBookings = ({ id }) =>
    data.Booking.filter(({ room, status }) => room === id && status !== "CANCELLED").toSorted(
      (a, b) => at(a.startsAt) - at(b.startsAt),
    );
  const findConflict = (room, { from, to }, except) =>
    activeBookings(room).find(
      ({ id, startsAt, endsAt }) => id !== except && at(startsAt) < at(to) && at(endsAt) > at(from),
    );
  const ratingOf = ({ id }) => {
    const stars = data.Review.filter(({ room }) => room === id).map((review) => review.stars);
    if (stars.length === 0) return null;
    return Math.round((10 * stars.reduce((sum, each) => sum + each, 0)) / stars.length) / 10;
  };
  const quote = ({ roomId, period, guests, voucher: code }, { user, now }) => {
    const room = get("Room", roomId);
    if (guests > room.capacity) return { __typename: "TooManyGuests", capacity: room.capacity };
    const voucher = data.Voucher.find((each) => each.code === code);
    if (code && !voucher) return { __typename: "VoucherRejected", code, problem: "UNKNOWN" };
    if (voucher?.expiresAt && at(voucher.expiresAt) <= at(now()))
      return { __typename: "VoucherRejected", code, problem: "EXPIRED" };
    const conflict = findConflict(room, period);
    if (room.closed || conflict) return { __typename: "SlotTaken", room, until: conflict?.endsAt ?? null };
    const { amount, currency } = room.price;
    const full = amount * hoursOf(period.from, period.to);
    const saved = Math.round((full * ((user.role === "MEMBER" ? 10 : 0) + (voucher?.percent ?? 0))) / 100);
    const price = { amount: full - saved, currency };
    return { __typename: "Quote", room, price, saved: { amount: saved, currency } };
  };
  const notAllowed = { __typename: "NotAllowed", message: "This is not your booking." };
  const ROOM_ORDERS = {
    NAME: (a, b) => (a.name < b.name ? -1 : 1),
    CHEAPEST: (a, b) => a.price.amount - b.price.amount,
    LARGEST: (a, b) => b.capacity - a.capacity,
    BEST_RATED: (a, b) => (ratingOf(b) ?? -1) - (ratingOf(a) ?? -1),
  };
  const BOOKING_KEYS = {
    STARTS_AT: ({ startsAt }) => at(startsAt),
    CREATED_AT: ({ createdAt }) => at(createdAt),
    PRICE: ({ price }) => price.amount,
  };
  return {
    Query: {
      me: (_, __, { user }) => find("Customer", user.id),
      rooms(_, { options }, { user }) {
        const { skip, take, sort, kinds, minCapacity, maxPrice, search, freeIn } = options ?? {};
        const found = data.Room.filter(
          (room) =>
            (!room.closed || user.role === "STAFF") &&
            (!kinds || kinds.includes(room.kind)) &&
            (minCapacity == null || room.capacity >= minCapacity) &&
            (maxPrice == null || room.price.amount <= maxPrice) &&
            (search == null || contains(room.name, search)) &&
            (!freeIn || (!room.closed && !findConflict(room, freeIn))),
        );
        const sorted = sort ? found.toSorted(ROOM_ORDERS[sort]) : found;
        const start = skip ?? 0;
        return {
          items: sorted.slice(start, take == null ? undefined : start + take),
          totalItems: found.length,
        };
      },
      room: (_, { id }) => find("Room", id),
      bookings(_, { filter, orderBy, first = 100, after }, context) {
        requireStaff(context);
        const { status, roomId, customerName, startsIn, unpaid } = filter ?? {};
        const found = data.Booking.filter(
          (booking) =>
            (!status || status.includes(booking.status)) &&
            (roomId == null || booking.room === roomId) &&
            (customerName == null || contains(find("Customer", booking.customer).name, customerName)) &&
            (!startsIn ||
              (at(booking.startsAt) >= at(startsIn.from) && at(booking.startsAt) < at(startsIn.to))) &&
            (unpaid == null || (!isPaid(booking) && booking.status !== "CANCELLED") === unpaid),
        );
        const { field, direction } = orderBy ?? { field: "STARTS_AT", direction: "ASC" };
        const key = BOOKING_KEYS[field];
        const sorted = found.toSorted((a, b) => (direction === "DESC" ? key(b) - key(a) : key(a) - key(b)));
        const start = after ? sorted.findIndex(({ id }) => id === after) + 1 : 0;
        const nodes = sorted.slice(start, start + first);
        const hasNextPage = start + first < sorted.length;
        const pageInfo = { hasNextPage, endCursor: nodes.at(-1)?.id ?? null };
        return { nodes, totalCount: sorted.length, pageInfo };
      },
      booking: (_, { number }, { user }) =>
        data.Booking.find((each) => each.number === number && isVisible(each.customer, user)) ?? null,
      quote: (_, { input }, context) => quote(input, context),
      search: (_, { text }, { user }) => [
        ...data.Room.filter(({ name }) => contains(name, text)).map((row) => ({
          __typename: "Room",
          ...row,
        })),
        ...data.Booking.filter(({ number, customer }) => number === text && isVisible(customer, user)).map(
          (row) => ({ __typename: "Booking", ...row }),
        ),
        ...data.Customer.filter(({ name }) => user.role === "STAFF" && contains(name, text)).map((row) => ({
          __typename: "Customer",
          ...row,
        })),
      ],
      revenue(_, { month }, context) {
        requireStaff(context);
        const paid = data.Payment.filter(
          ({ paidAt, refundedAt }) => paidAt.startsWith(month) && refundedAt === null,
        );
        return { amount: paid.reduce((sum, { amount }) => sum + amount.amount, 0), currency: "EUR" };
      },
    },
    Customer: {
      email: ({ id, email }, _, { user }) => (isVisible(id, user) ? email : null),
      bookings: ({ id }, { status, upcoming }, { now }) =>
        data.Booking.filter(
          (each) =>
            each.customer === id &&
            (!status || each.status === status) &&
            (!upcoming || at(each.startsAt) > at(now())),
        ).toSorted((a, b) => at(a.startsAt) - at(b.startsAt)),
    },
    Room: {
      rating: ratingOf,
      bookings: (room, { on }) =>
        activeBookings(room).filter(({ startsAt }) => startsAt.startsWith(on ?? "")),
      reviews({ id }, { page, perPage }) {
        const found = data.Review.filter(({ room }) => room === id).toSorted(
          (a, b) => at(b.createdAt) - at(a.createdAt),
        );
        const items = found.slice((page - 1) * perPage, page * perPage);
        return { items, page, pages: Math.ceil(found.length / perPage), total: found.length };
      },
    },
    Booking: {
      customer: ({ customer }) => find("Customer", customer),
      payment: paymentOf,
      hours: ({ startsAt, endsAt }) => hoursOf(startsAt, endsAt),
      isPaid,
    },
    Payment: {
      booking: ({ id }) => data.Booking.find(({ payment }) => payment === id),
    },
    Review: {
      author: ({ author }) => find("Customer", author),
    },
    Mutation: {
      book(_, { input }, context) {
        const { user, now } = context;
        const quoted = quote(input, context);
        if (quoted.__typename !== "Quote") return quoted;
        const booking = insert("Booking", {
          number: `B-${1001 + data.Booking.length}`,
          room: quoted.room.id,
          customer: user.id,
          startsAt: input.period.from,
          endsAt: input.period.to,
          status: user.role === "GUEST" ? "HELD" : "CONFIRMED",
          guests: input.guests,
          price: quoted.price,
          payment: null,
          createdAt: now(),
          cancelledAt: null,
          reason: null,
        });
        if (booking.status === "HELD")
          return { __typename: "PaymentRequired", booking, amount: quoted.price };
        return { __typename: "Booking", ...booking };
      },
      pay(_, { bookingId, method }, { user, now }) {
        const booking = get("Booking", bookingId);
        if (booking.customer !== user.id) return notAllowed;
        if (isPaid(booking)) return { __typename: "AlreadyPaid", payment: paymentOf(booking) };
        const { amount, currency } = booking.price;
        const customer = find("Customer", user.id);
        const rest = customer.credit.amount - amount;
        if (method === "CREDIT" && rest < 0)
          return { __typename: "CreditTooLow", missing: { amount: -rest, currency } };
        if (method === "CREDIT") customer.credit = { amount: rest, currency };
        const payment = insert("Payment", { amount: booking.price, method, paidAt: now(), refundedAt: null });
        Object.assign(booking, { status: "CONFIRMED", payment: payment.id });
        return { __typename: "Payment", ...payment };
      },
      cancel(_, { bookingId, reason }, { user, now }) {
        const booking = get("Booking", bookingId);
        if (!isVisible(booking.customer, user)) return notAllowed;
        const limit = new Date(at(booking.startsAt) - 24 * HOUR).toISOString();
        if (user.role !== "STAFF" && at(now()) > at(limit)) return { __typename: "TooLate", limit };
        const payment = paymentOf(booking);
        if (payment) payment.refundedAt = now();
        Object.assign(booking, { status: "CANCELLED", cancelledAt: now(), reason: reason ?? null });
        return { __typename: "Booking", ...booking };
      },
      reschedule(_, { bookingId, period }, { user }) {
        const booking = get("Booking", bookingId);
        const room = find("Room", booking.room);
        if (!isVisible(booking.customer, user)) return notAllowed;
        const conflict = findConflict(room, period, booking.id);
        if (conflict) return { __typename: "SlotTaken", room, until: conflict.endsAt };
        Object.assign(booking, { startsAt: period.from, endsAt: period.to });
        return { __typename: "Booking", ...booking };
      },
      review(_, { input: { roomId, stars, text } }, { user, now }) {
        const rejected = (field, message) => ({ review: null, errors: [{ field, message, code: null }] });
        if (stars < 1 || stars > 5) return rejected("stars", "must be from 1 to 5");
        const wasHere = ({ customer, startsAt }) => customer === user.id && at(startsAt) < at(now());
        if (!activeBookings(get("Room", roomId)).some(wasHere)) return rejected("roomId", "was not visited");
        const fields = { room: roomId, author: user.id, stars, text, createdAt: now() };
        return { review: insert("Review", fields), errors: [] };
      },
      closeRoom(_, { id, closed }, context) {
        requireStaff(context);
        return Object.assign(get("Room", id), { closed });
      },
      updateProfile(_, { input: { name, note } }, { user }) {
        const changes = { ...(name != null && { name }), ...(note !== undefined && { note }) };
        return Object.assign(find("Customer", user.id), changes);
      },
      createVoucher(_, { input }, { user }) {
        const rejected = (field, message, code) => ({ voucher: null, errors: [{ field, message, code }] });
        if (user.role !== "STAFF") return rejected(null, "Only for staff.", "FORBIDDEN");
        if (data.Voucher.some(({ code }) => code === input.code)) return rejected("code", "exists", "TAKEN");
        return { voucher: insert("Voucher", { expiresAt: null, ...input }), errors: [] };
      },
    },
  };
}
