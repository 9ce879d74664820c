/** The rules of the application. */

import { reject } from "@integration-platform/graphql-testing/rules";
import type { Context, Input, Row, Rules } from "./platform.types.ts";

const HOUR = 3_600_000;
const at = (date: string): number => Date.parse(date);
const hoursOf = (from: string, to: string): number => (at(to) - at(from)) / HOUR;

const requireStaff = ({ role }: Row.Customer): void => {
  if (role !== "STAFF") reject("Only for staff.", { code: "FORBIDDEN" });
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

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
const byStart = (a: Row.Booking, b: Row.Booking): number => at(a.startsAt) - at(b.startsAt);

const ROOM_ORDERS = {
  NAME: (a: Row.Room, b: Row.Room) => a.name.localeCompare(b.name),
  CHEAPEST: (a: Row.Room, b: Row.Room) => a.price.amount - b.price.amount,
  LARGEST: (a: Row.Room, b: Row.Room) => b.capacity - a.capacity,
  BEST_RATED: (a: Row.Room, b: Row.Room) => (b.rating ?? 0) - (a.rating ?? 0),
};

const BOOKING_ORDERS = {
  STARTS_AT: byStart,
  CREATED_AT: (a: Row.Booking, b: Row.Booking) => at(a.createdAt) - at(b.createdAt),
  PRICE: (a: Row.Booking, b: Row.Booking) => a.price.amount - b.price.amount,
};

type RoomFilter = Omit<Input.RoomOptions, "skip" | "take" | "sort">;

const isRoomFound = (room: Row.Room, { kinds, minCapacity, maxPrice, search, freeIn }: RoomFilter): boolean =>
  (kinds == null || kinds.includes(room.kind)) &&
  (minCapacity == null || room.capacity >= minCapacity) &&
  (maxPrice == null || room.price.amount <= maxPrice) &&
  (search == null || contains(room.name, search)) &&
  (freeIn == null || (!room.closed && !findConflict(room, freeIn)));

const isBookingFound = (
  { status, room, customer, startsAt, isPaid }: Row.Booking,
  filter: Input.BookingFilter,
): boolean =>
  (filter.status == null || filter.status.includes(status)) &&
  (filter.roomId == null || room.id === filter.roomId) &&
  (filter.customerName == null || contains(customer.name, filter.customerName)) &&
  (filter.startsIn == null ||
    (at(startsAt) >= at(filter.startsIn.from) && at(startsAt) < at(filter.startsIn.to))) &&
  (filter.unpaid == null || (!isPaid && status !== "CANCELLED") === filter.unpaid);

export const rules = {
  Query: {
    rooms: (_, { options }, { db, user, page }) => {
      const { skip: offset, take: first, sort, ...filter } = options ?? {};
      const visible = db.Room.list(({ closed }) => !closed || user.role === "STAFF");
      const rooms = visible.filter((room) => isRoomFound(room, filter));
      const sorted = sort ? rooms.toSorted(ROOM_ORDERS[sort]) : rooms;
      return { items: page(sorted, { offset, first }), totalItems: rooms.length };
    },
    bookings: (_, { filter, orderBy, ...rest }, { db, user, page }) => {
      requireStaff(user);
      const bookings = db.Booking.list((booking) => isBookingFound(booking, filter ?? {}));
      const { field, direction } = orderBy ?? { field: "STARTS_AT", direction: "ASC" };
      const compare = BOOKING_ORDERS[field];
      const sign = direction === "DESC" ? -1 : 1;
      return page(
        bookings.toSorted((a, b) => sign * compare(a, b)),
        rest,
      );
    },
    booking: (_, { number }, { db, user }) =>
      db.Booking.list((booking) => booking.number === number && isVisible(booking.customer, user))[0] ?? null,
    quote: (_, { input }, context) => quote(context, input),
    search: (_, { text }, { db, user }) => [
      ...db.Room.list(({ name }) => contains(name, text)),
      ...db.Booking.list(({ number, customer }) => number === text && isVisible(customer, user)),
      ...db.Customer.list(({ name }) => user.role === "STAFF" && contains(name, text)),
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
    bookings: ({ bookings }, { status, upcoming }, { now }) =>
      bookings
        .filter((booking) => !status || booking.status === status)
        .filter(({ startsAt }) => !upcoming || at(startsAt) > at(now()))
        .toSorted(byStart),
  },
  Room: {
    rating: ({ id }, _, { db }) => {
      const stars = db.Review.list(({ room }) => room.id === id).map((review) => review.stars);
      if (stars.length === 0) return null;
      return Math.round((10 * stars.reduce((sum, rating) => sum + rating, 0)) / stars.length) / 10;
    },
    bookings: ({ bookings }, { on }) =>
      bookings
        .filter(({ status, startsAt }) => status !== "CANCELLED" && startsAt.startsWith(on ?? ""))
        .toSorted(byStart),
    reviews: ({ id }, { page: number, perPage }, { db, page }) => {
      const reviews = db.Review.list(({ room }) => room.id === id);
      const items = reviews.toSorted((a, b) => at(b.createdAt) - at(a.createdAt));
      const pages = Math.ceil(items.length / (perPage ?? 10));
      const shown = page(items, { page: number, first: perPage });
      return { items: shown, page: number ?? 1, pages, total: items.length };
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
      if (stars < 1 || stars > 5) reject("must be from 1 to 5", { field: "stars" });
      const isKnown = ({ customer, startsAt }: Row.Booking) =>
        customer.id === user.id && at(startsAt) < at(now());
      if (!db.Room.get(roomId).bookings.some(isKnown)) reject("was not visited", { field: "roomId" });
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
        reject("exists", { field: "code", code: "TAKEN" });
      return { voucher: db.Voucher.create(input) };
    },
  },
} satisfies Rules;
