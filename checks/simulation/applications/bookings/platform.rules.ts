/** The rules of the application. */

import { type Dialect, reject } from "@integration-platform/graphql-testing/rules";
import type { Context, Input, Row, Rules } from "./platform.types.ts";

export const dialect: Dialect = {
  pages: { skip: "skip", take: "first", page: "page", perPage: "first" },
  orderMembers: { field: "field", direction: "direction" },
};

const HOUR = 3_600_000;
const at = (date: string): number => Date.parse(date);
const hoursOf = (from: string, to: string): number => (at(to) - at(from)) / HOUR;

const requireStaff = ({ role }: Row.Customer): void => {
  if (role !== "STAFF") throw reject("Only for staff.", { code: "FORBIDDEN" });
};
const isVisible = (customer: Row.Customer, user: Row.Customer): boolean =>
  customer.id === user.id || user.role === "STAFF";

/** The booking that overlaps with the period. */
const findConflict = ({ bookings }: Row.Room, { from, to }: Input.Period, except?: string) =>
  bookings.find(
    ({ id, startsAt, endsAt }) => id !== except && at(startsAt) < at(to) && at(endsAt) > at(from),
  );

/** A quote, or the reason why there is none. */
function quote({ db, now, user }: Context, { roomId, period, guests, voucher: code }: Input.BookInput) {
  const room = db.Room.get(roomId);
  if (guests > room.capacity) return { __typename: "TooManyGuests", capacity: room.capacity } as const;
  const voucher = db.Voucher.list((candidate) => candidate.code === code)[0];
  if (code && !voucher) return { __typename: "VoucherRejected", code, problem: "UNKNOWN" } as const;
  if (voucher?.expiresAt && at(voucher.expiresAt) <= at(now()))
    return { __typename: "VoucherRejected", code: voucher.code, problem: "EXPIRED" } as const;
  const conflict = findConflict(room, period);
  if (room.closed || conflict)
    return { __typename: "SlotTaken", room, until: conflict?.endsAt ?? null } as const;
  const { amount, currency } = room.price;
  const full = amount * hoursOf(period.from, period.to);
  const saved = Math.round((full * ((user.role === "MEMBER" ? 10 : 0) + (voucher?.percent ?? 0))) / 100);
  const price = { amount: full - saved, currency };
  return { __typename: "Quote", room, price, saved: { amount: saved, currency } } as const;
}

export const rules = {
  Query: {
    rooms: (_, { options }, { db, user, where, sort, page }) => {
      const { skip, take, sort: order, ...filter } = options ?? {};
      const rooms = where(
        db.Room.list(({ closed }) => !closed || user.role === "STAFF"),
        filter,
        {
          kinds: ({ kind }, kinds) => kinds.includes(kind),
          minCapacity: ({ capacity }, least) => capacity >= least,
          maxPrice: ({ price }, most) => price.amount <= most,
          search: ({ name }, text) => name.toLowerCase().includes(text.toLowerCase()),
          freeIn: (room, period) => !room.closed && !findConflict(room, period),
        },
      );
      const names = {
        NAME: "name",
        CHEAPEST: "price.amount",
        LARGEST: "-capacity",
        BEST_RATED: "-rating nulls last",
      } as const;
      return { items: page(sort(rooms, order, names), { skip, take }), totalItems: rooms.length };
    },
    bookings: (_, { filter, orderBy, ...rest }, { db, user, where, sort, page }) => {
      requireStaff(user);
      const bookings = where(db.Booking.list(), filter, {
        status: ({ status }, wanted) => wanted.includes(status),
        roomId: ({ room }, id) => room.id === id,
        customerName: ({ customer }, text) => customer.name.toLowerCase().includes(text.toLowerCase()),
        startsIn: ({ startsAt }, { from, to }) => at(startsAt) >= at(from) && at(startsAt) < at(to),
        unpaid: ({ isPaid, status }, isUnpaid) => (!isPaid && status !== "CANCELLED") === isUnpaid,
      });
      const names = { STARTS_AT: "startsAt", CREATED_AT: "createdAt", PRICE: "price.amount" } as const;
      return page(sort(bookings, orderBy ?? { field: "STARTS_AT", direction: "ASC" }, names), rest);
    },
    booking: (_, { number }, { db, user }) =>
      db.Booking.list((booking) => booking.number === number && isVisible(booking.customer, user))[0] ?? null,
    quote: (_, { input }, context) => quote(context, input),
    search: (_, { text }, { db, user }) => [
      ...db.Room.list(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
      ...db.Booking.list(({ number, customer }) => number === text && isVisible(customer, user)),
      ...db.Customer.list(
        ({ name }) => user.role === "STAFF" && name.toLowerCase().includes(text.toLowerCase()),
      ),
    ],
    revenue: (_, { month }, { db, user }) => {
      requireStaff(user);
      const paid = db.Payment.list(
        ({ paidAt, refundedAt }) => paidAt.startsWith(month) && refundedAt === null,
      );
      return { amount: paid.reduce((sum, { amount }) => sum + amount.amount, 0), currency: "EUR" };
    },
  },
  Customer: {
    email: (customer, _, { user }) => (isVisible(customer, user) ? customer.email : null),
    bookings: ({ bookings }, { status, upcoming }, { now, sort }) => {
      const withStatus = bookings.filter((booking) => !status || booking.status === status);
      const later = withStatus.filter(({ startsAt }) => !upcoming || at(startsAt) > at(now()));
      return sort(later, "STARTS_AT", { STARTS_AT: "startsAt" });
    },
  },
  Room: {
    rating: ({ id }, _, { db }) => {
      const stars = db.Review.list(({ room }) => room.id === id).map((review) => review.stars);
      if (stars.length === 0) return null;
      return Math.round((10 * stars.reduce((sum, rating) => sum + rating, 0)) / stars.length) / 10;
    },
    bookings: ({ bookings }, { on }, { sort }) => {
      const active = bookings.filter(
        ({ status, startsAt }) => status !== "CANCELLED" && startsAt.startsWith(on ?? ""),
      );
      return sort(active, "STARTS_AT", { STARTS_AT: "startsAt" });
    },
    reviews: ({ id }, { page: number, perPage }, { db, sort, page }) => {
      const items = sort(
        db.Review.list(({ room }) => room.id === id),
        "NEWEST",
        { NEWEST: "-createdAt" },
      );
      const pages = Math.ceil(items.length / (perPage ?? 10));
      return { items: page(items, { page: number, perPage }), page: number ?? 1, pages, total: items.length };
    },
  },
  Booking: {
    hours: ({ startsAt, endsAt }) => hoursOf(startsAt, endsAt),
    isPaid: ({ payment }) => payment !== null && payment.refundedAt === null,
  },
  Mutation: {
    book: (_, { input }, context) => {
      const { db, now, user } = context;
      const quoted = quote(context, input);
      if (quoted.__typename !== "Quote") return quoted;
      const { room, price } = quoted;
      const { from: startsAt, to: endsAt } = input.period;
      const number = `B-${1001 + db.Booking.list().length}`;
      const status = user.role === "GUEST" ? "HELD" : "CONFIRMED";
      const fields = {
        number,
        room,
        customer: user,
        startsAt,
        endsAt,
        status,
        guests: input.guests,
      } as const;
      const booking = db.Booking.create({ ...fields, price, createdAt: now() });
      return status === "HELD" ? { __typename: "PaymentRequired", booking, amount: price } : booking;
    },
    pay: (_, { bookingId, method }, { db, now, user }) => {
      const booking = db.Booking.get(bookingId);
      if (booking.customer.id !== user.id)
        return { __typename: "NotAllowed", message: "This is not your booking." };
      if (booking.isPaid && booking.payment) return { __typename: "AlreadyPaid", payment: booking.payment };
      const { amount, currency } = booking.price;
      const rest = user.credit.amount - amount;
      if (method === "CREDIT" && rest < 0)
        return { __typename: "CreditTooLow", missing: { amount: -rest, currency } };
      if (method === "CREDIT") db.Customer.update(user, { credit: { amount: rest, currency } });
      const payment = db.Payment.create({ booking, amount: booking.price, method, paidAt: now() });
      db.Booking.update(booking, { status: "CONFIRMED", payment });
      return payment;
    },
    cancel: (_, { bookingId, reason }, { db, now, user }) => {
      const booking = db.Booking.get(bookingId);
      if (!isVisible(booking.customer, user))
        return { __typename: "NotAllowed", message: "This is not your booking." };
      const limit = new Date(at(booking.startsAt) - 24 * HOUR).toISOString();
      if (user.role !== "STAFF" && at(now()) > at(limit)) return { __typename: "TooLate", limit };
      if (booking.payment) db.Payment.update(booking.payment, { refundedAt: now() });
      return db.Booking.update(booking, { status: "CANCELLED", cancelledAt: now(), reason: reason ?? null });
    },
    reschedule: (_, { bookingId, period }, { db, user }) => {
      const booking = db.Booking.get(bookingId);
      const { room } = booking;
      if (!isVisible(booking.customer, user))
        return { __typename: "NotAllowed", message: "This is not your booking." };
      const conflict = findConflict(room, period, booking.id);
      if (conflict) return { __typename: "SlotTaken", room, until: conflict.endsAt };
      return db.Booking.update(booking, { startsAt: period.from, endsAt: period.to });
    },
    review: (_, { input: { roomId, stars, text } }, { db, now, user }) => {
      if (stars < 1 || stars > 5) throw reject("must be from 1 to 5", { field: "stars" });
      const isKnown = ({ customer, startsAt }: Row.Booking) =>
        customer.id === user.id && at(startsAt) < at(now());
      if (!db.Room.get(roomId).bookings.some(isKnown)) throw reject("was not visited", { field: "roomId" });
      return { review: db.Review.create({ room: roomId, author: user, stars, text, createdAt: now() }) };
    },
    closeRoom: (_, { id, closed }, { db, user }) => {
      requireStaff(user);
      return db.Room.update(id, { closed });
    },
    updateProfile: (_, { input: { name, note } }, { db, user }) =>
      db.Customer.update(user, { name: name ?? undefined, note }),
    createVoucher: (_, { input }, { db, user }) => {
      requireStaff(user);
      if (db.Voucher.list(({ code }) => code === input.code).length > 0)
        throw reject("exists", { field: "code", code: "TAKEN" });
      return { voucher: db.Voucher.create(input) };
    },
  },
} satisfies Rules;
