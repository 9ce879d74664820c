/**
 * An application that books rooms, for customers and for staff. Its API has unions, permissions and two
 * styles of pages.
 */

import { gql } from "../application.ts";
import { type Client, codeOf, mutation, paginate, query, type SignIn } from "../client.ts";

interface Named {
  readonly name: string;
}
interface Money {
  readonly amount: number;
  readonly currency: string;
}
interface Booking {
  readonly id: string;
  readonly number: string;
}
interface Payload {
  readonly errors: readonly {
    readonly field: string | null;
    readonly message: string;
    readonly code: string | null;
  }[];
}
interface BookingPage {
  readonly nodes: readonly Booking[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
interface BookingsVariables {
  readonly filter?: object;
  readonly orderBy?: object | undefined;
  readonly first?: number;
  readonly after?: string | null;
}
interface Period {
  readonly from: string;
  readonly to: string;
}

type Problem =
  | { readonly __typename: "SlotTaken"; readonly until: string | null }
  | { readonly __typename: "TooManyGuests"; readonly capacity: number }
  | { readonly __typename: "VoucherRejected"; readonly code: string; readonly problem: string };
type QuoteResult = { readonly __typename: "Quote"; readonly price: Money; readonly saved: Money } | Problem;
type BookingResult =
  | { readonly __typename: "Booking"; readonly number: string; readonly price: Money }
  | { readonly __typename: "PaymentRequired"; readonly booking: Booking; readonly amount: Money }
  | Problem;
type NotAllowed = { readonly __typename: "NotAllowed"; readonly message: string };
type PayResult =
  | {
      readonly __typename: "Payment";
      readonly booking: { readonly status: string; readonly isPaid: boolean };
    }
  | { readonly __typename: "AlreadyPaid"; readonly payment: { readonly paidAt: string } }
  | { readonly __typename: "CreditTooLow"; readonly missing: Money }
  | NotAllowed;
type CancelResult =
  | {
      readonly __typename: "Booking";
      readonly status: string;
      readonly reason: string | null;
      readonly isPaid: boolean;
    }
  | { readonly __typename: "TooLate"; readonly limit: string }
  | NotAllowed;
type RescheduleResult =
  | { readonly __typename: "Booking"; readonly startsAt: string }
  | { readonly __typename: "SlotTaken"; readonly until: string }
  | NotAllowed;
type SearchHit =
  | { readonly __typename: "Room" | "Customer"; readonly name: string }
  | { readonly __typename: "Booking"; readonly number: string };

const ROOMS = query<{
  rooms: { items: readonly Named[]; totalItems: number };
}>(gql`query ListRooms($options: RoomOptions) {
  rooms(options: $options) { items { id name } totalItems }
}`);
const ROOM = query<{
  room: { name: string; rating: number | null; price: Money } | null;
}>(gql`query ShowRoom($id: ID!) {
  room(id: $id) { name kind capacity rating price { amount currency } }
}`);
const AGENDA = query<{
  room: { bookings: readonly { startsAt: string; hours: number; customer: Named }[] } | null;
}>(
  gql`query Agenda($id: ID!, $on: Date) { room(id: $id) { bookings(on: $on) { startsAt hours customer { name } } } }`,
);
const REVIEWS = query<{
  room: { reviews: { items: readonly { stars: number }[]; pages: number; total: number } };
}>(
  gql`query Reviews($id: ID!, $page: Int) {
    room(id: $id) { reviews(page: $page, perPage: 2) { items { stars } pages total } }
  }`,
);
const ME = query<{ me: { name: string; note: string | null; credit: Money } }>(
  gql`query Me { me { name email role note credit { amount currency } } }`,
);
const MINE = query<{
  me: { bookings: readonly Booking[] };
}>(gql`query MyBookings($status: BookingStatus, $upcoming: Boolean) {
  me { bookings(status: $status, upcoming: $upcoming) { id number } }
}`);
const CONTACT = query<{ booking: { customer: { name: string; email: string | null } } | null }>(
  gql`query Contact($number: String!) { booking(number: $number) { customer { name email } } }`,
);
const QUOTE = query<{ quote: QuoteResult }>(gql`query GetQuote($input: BookInput!) {
  quote(input: $input) {
    __typename
    ... on Quote { price { amount currency } saved { amount } }
    ... on SlotTaken { until room { name } }
    ... on TooManyGuests { capacity }
    ... on VoucherRejected { code problem }
  }
}`);
const ALL = query<{ bookings: BookingPage }, BookingsVariables>(
  gql`query AllBookings($filter: BookingFilter, $orderBy: BookingOrder, $first: Int, $after: String) {
    bookings(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      nodes { id number } pageInfo { hasNextPage endCursor } totalCount
    }
  }`,
);
const SEARCH = query<{
  search: readonly SearchHit[];
}>(gql`query Search($text: String!) {
  search(text: $text) {
    __typename
    ... on Room { name }
    ... on Customer { name }
    ... on Booking { number }
  }
}`);
const REVENUE = query<{ revenue: Money }>(
  gql`query Revenue($month: String!) { revenue(month: $month) { amount currency } }`,
);
const BOOK = mutation<{ book: BookingResult }>(gql`mutation Book($input: BookInput!) {
  book(input: $input) {
    __typename
    ... on Booking { number status price { amount currency } }
    ... on PaymentRequired { booking { number status } amount { amount currency } }
    ... on SlotTaken { until }
    ... on TooManyGuests { capacity }
    ... on VoucherRejected { code problem }
  }
}`);
const PAY = mutation<{ pay: PayResult }>(gql`mutation Pay($id: ID!, $method: PaymentMethod!) {
  pay(bookingId: $id, method: $method) {
    __typename
    ... on Payment { amount { amount } booking { status isPaid } }
    ... on AlreadyPaid { payment { paidAt } }
    ... on CreditTooLow { missing { amount currency } }
    ... on NotAllowed { message }
  }
}`);
const CANCEL = mutation<{ cancel: CancelResult }>(gql`mutation Cancel($id: ID!, $reason: String) {
  cancel(bookingId: $id, reason: $reason) {
    __typename
    ... on Booking { status reason isPaid }
    ... on TooLate { limit }
    ... on NotAllowed { message }
  }
}`);
const RESCHEDULE = mutation<{
  reschedule: RescheduleResult;
}>(gql`mutation Reschedule($id: ID!, $period: Period!) {
  reschedule(bookingId: $id, period: $period) {
    __typename
    ... on Booking { startsAt endsAt }
    ... on SlotTaken { until }
    ... on NotAllowed { message }
  }
}`);
const REVIEW = mutation<{ review: Payload & { review: { stars: number } | null } }>(
  gql`mutation Review($input: ReviewInput!) {
    review(input: $input) { review { stars text author { name } } errors { field message code } }
  }`,
);
const CLOSE = mutation<{
  closeRoom: { closed: boolean };
}>(gql`mutation CloseRoom($id: ID!, $closed: Boolean!) {
  closeRoom(id: $id, closed: $closed) { closed }
}`);
const PROFILE = mutation<{ updateProfile: { name: string; note: string | null } }>(
  gql`mutation UpdateProfile($input: ProfileInput!) { updateProfile(input: $input) { name note } }`,
);
const VOUCHER = mutation<{ createVoucher: Payload & { voucher: { code: string; percent: number } | null } }>(
  gql`mutation CreateVoucher($input: VoucherInput!) {
    createVoucher(input: $input) { voucher { code percent expiresAt } errors { field message code } }
  }`,
);

const PAGE_SIZE = 2;

const format = ({ amount, currency }: Money): string => `${(amount / 100).toFixed(2)} ${currency}`;

/** What the page shows after an attempt to book. */
function describeBooking(result: BookingResult): string {
  switch (result.__typename) {
    case "Booking":
      return `booked ${result.number} for ${format(result.price)}`;
    case "PaymentRequired":
      return `held ${result.booking.number}, pay ${format(result.amount)}`;
    case "SlotTaken":
      return result.until === null ? "closed" : `taken until ${result.until}`;
    case "TooManyGuests":
      return `at most ${result.capacity} guests`;
    case "VoucherRejected":
      return result.problem === "EXPIRED" ? `voucher ${result.code} is expired` : `no voucher ${result.code}`;
  }
}

/** A member of a list for staff, or a sentence if the user is none. */
async function forStaff<Result>(run: () => Promise<Result>): Promise<Result | "only for staff"> {
  try {
    return await run();
  } catch (error) {
    if (codeOf(error) === "FORBIDDEN") return "only for staff";
    throw error;
  }
}

function connect(client: Client) {
  const rooms = async (options: object = {}) => (await client.execute(ROOMS, { options })).rooms;
  const names = async (options: object = {}) => (await rooms(options)).items.map(({ name }) => name);
  const numbers = async (filter: object, orderBy?: object) => {
    const { bookings } = await client.execute(ALL, { filter, orderBy });
    return bookings.nodes.map(({ number }) => number);
  };
  return {
    courts: () => names({ kinds: ["COURT"] }),
    cheapest: () => names({ sort: "CHEAPEST" }),
    bestRated: () => names({ sort: "BEST_RATED", take: 2 }),
    forGroup: (size: number, budget: number) =>
      names({ minCapacity: size, maxPrice: budget, sort: "LARGEST" }),
    searchRooms: (text: string) => names({ search: text }),
    freeRooms: (period: Period) => names({ freeIn: period }),
    async roomPage(page: number) {
      const { items, totalItems } = await rooms({
        sort: "NAME",
        skip: (page - 1) * PAGE_SIZE,
        take: PAGE_SIZE,
      });
      return { names: items.map(({ name }) => name), pages: Math.ceil(totalItems / PAGE_SIZE) };
    },
    async room(id: string) {
      const { room } = await client.execute(ROOM, { id });
      return room && { name: room.name, rating: room.rating ?? "none", price: format(room.price) };
    },
    async agenda(id: string, on?: string) {
      const { room } = await client.execute(AGENDA, { id, on });
      return room?.bookings.map(
        ({ startsAt, hours, customer }) => `${startsAt.slice(11, 16)} ${hours} h ${customer.name}`,
      );
    },
    async stars(id: string) {
      const stars: number[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { reviews } = (await client.execute(REVIEWS, { id, page })).room;
        stars.push(...reviews.items.map((review) => review.stars));
        pages = reviews.pages;
      }
      return stars;
    },
    async reviewCount(id: string) {
      return (await client.execute(REVIEWS, { id, page: 1 })).room.reviews.total;
    },
    async me() {
      return (await client.execute(ME, {})).me;
    },
    async credit() {
      return format((await client.execute(ME, {})).me.credit);
    },
    async myBookings(status?: string) {
      return (await client.execute(MINE, { status })).me.bookings.map(({ number }) => number);
    },
    async upcoming() {
      return (await client.execute(MINE, { upcoming: true })).me.bookings.map(({ number }) => number);
    },
    async contact(number: string) {
      const { booking } = await client.execute(CONTACT, { number });
      return booking ? `${booking.customer.name} <${booking.customer.email ?? "hidden"}>` : "no such booking";
    },
    async quote(
      roomId: string,
      period: Period,
      { guests = 1, voucher }: { guests?: number; voucher?: string } = {},
    ) {
      const { quote } = await client.execute(QUOTE, { input: { roomId, period, guests, voucher } });
      if (quote.__typename === "Quote") return `${format(quote.price)}, saves ${quote.saved.amount}`;
      return describeBooking(quote);
    },
    async book(roomId: string, period: Period, guests = 1, voucher?: string) {
      return describeBooking(
        (await client.execute(BOOK, { input: { roomId, period, guests, voucher } })).book,
      );
    },
    async pay(id: string, method: "CARD" | "CREDIT") {
      const { pay } = await client.execute(PAY, { id, method });
      if (pay.__typename === "Payment") return pay.booking;
      if (pay.__typename === "CreditTooLow") return `missing ${format(pay.missing)}`;
      if (pay.__typename === "AlreadyPaid") return `paid on ${pay.payment.paidAt.slice(0, 10)}`;
      return pay.message;
    },
    async cancel(id: string, reason?: string) {
      const { cancel } = await client.execute(CANCEL, { id, reason });
      if (cancel.__typename === "TooLate") return `until ${cancel.limit}`;
      if (cancel.__typename === "NotAllowed") return cancel.message;
      return { status: cancel.status, reason: cancel.reason, isPaid: cancel.isPaid };
    },
    async reschedule(id: string, period: Period) {
      const { reschedule } = await client.execute(RESCHEDULE, { id, period });
      if (reschedule.__typename === "SlotTaken") return `taken until ${reschedule.until}`;
      return reschedule.__typename === "NotAllowed" ? reschedule.message : reschedule.startsAt;
    },
    async review(roomId: string, stars: number, text: string | null) {
      const { review } = await client.execute(REVIEW, { input: { roomId, stars, text } });
      const [error] = review.errors;
      if (error) throw new Error(`${error.field} ${error.message}`);
      return review.review;
    },
    close: (id: string, closed: boolean) =>
      forStaff(async () => (await client.execute(CLOSE, { id, closed })).closeRoom.closed),
    async rename(name: string) {
      return (await client.execute(PROFILE, { input: { name } })).updateProfile;
    },
    async clearNote() {
      return (await client.execute(PROFILE, { input: { note: null } })).updateProfile;
    },
    async createVoucher(code: string, percent: number, expiresAt: string | null) {
      const { createVoucher } = await client.execute(VOUCHER, { input: { code, percent, expiresAt } });
      const [error] = createVoucher.errors;
      if (error?.code === "FORBIDDEN") return "only for staff";
      return error ? `${error.field} ${error.message}` : createVoucher.voucher;
    },
    held: () => forStaff(() => numbers({ status: ["HELD"] })),
    unpaid: () => forStaff(() => numbers({ unpaid: true })),
    ofCustomer: (name: string, roomId?: string) => forStaff(() => numbers({ customerName: name, roomId })),
    inPeriod: (startsIn: Period) => forStaff(() => numbers({ startsIn })),
    mostExpensive: () =>
      forStaff(async () => (await numbers({}, { field: "PRICE", direction: "DESC" })).slice(0, 2)),
    allBookings: () =>
      forStaff(async () => {
        const numbers: string[] = [];
        const pages = paginate(client, ALL, { first: PAGE_SIZE, after: null }, ({ bookings }) => bookings);
        for await (const { number } of pages) numbers.push(number);
        return numbers;
      }),
    async search(text: string) {
      const { search } = await client.execute(SEARCH, { text });
      return search.map((hit) => `${hit.__typename} ${hit.__typename === "Booking" ? hit.number : hit.name}`);
    },
    revenue: (month: string) =>
      forStaff(async () => format((await client.execute(REVENUE, { month })).revenue)),
  };
}

/** The application for each user. */
export const create = (signIn: SignIn) => async (user: string) => connect(await signIn(user));
