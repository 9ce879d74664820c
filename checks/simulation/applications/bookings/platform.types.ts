import type * as Platform from "@integration-platform/graphql-testing/rules";

interface $Out {
  Date: string;
  DateTime: string;
  Role: "GUEST" | "MEMBER" | "STAFF";
  RoomKind: "COURT" | "STUDIO" | "HALL";
  BookingStatus: "HELD" | "CONFIRMED" | "CANCELLED";
  PaymentMethod: "CARD" | "CREDIT";
  RoomSort: "NAME" | "CHEAPEST" | "LARGEST" | "BEST_RATED";
  BookingOrderField: "STARTS_AT" | "CREATED_AT" | "PRICE";
  Direction: "ASC" | "DESC";
  VoucherProblem: "UNKNOWN" | "EXPIRED";
  Int: number;
  String: string;
  ID: string;
  Boolean: boolean;
  Float: number;
}

interface $In {
  DateTime: string;
  Role: "GUEST" | "MEMBER" | "STAFF";
  RoomKind: "COURT" | "STUDIO" | "HALL";
  BookingStatus: "HELD" | "CONFIRMED" | "CANCELLED";
  PaymentMethod: "CARD" | "CREDIT";
  RoomSort: "NAME" | "CHEAPEST" | "LARGEST" | "BEST_RATED";
  BookingOrderField: "STARTS_AT" | "CREATED_AT" | "PRICE";
  Direction: "ASC" | "DESC";
  VoucherProblem: "UNKNOWN" | "EXPIRED";
  Int: number;
  String: string;
  ID: string | number;
  Boolean: boolean;
  Float: number;
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Money {
    readonly __typename: "Money";
    readonly amount: $Out["Int"];
    readonly currency: $Out["String"];
  }
  interface Customer {
    readonly __typename: "Customer";
    readonly id: $Out["ID"];
    readonly name: $Out["String"];
    readonly email: $Out["String"] | null;
    readonly role: $Out["Role"];
    readonly credit: Money;
    readonly note: $Out["String"] | null;
    readonly bookings: readonly Booking[];
  }
  interface Room {
    readonly __typename: "Room";
    readonly id: $Out["ID"];
    readonly name: $Out["String"];
    readonly kind: $Out["RoomKind"];
    readonly capacity: $Out["Int"];
    readonly price: Money;
    readonly closed: $Out["Boolean"];
    readonly rating: $Out["Float"] | null;
    readonly bookings: readonly Booking[];
    readonly reviews: readonly Review[];
  }
  interface Booking {
    readonly __typename: "Booking";
    readonly id: $Out["ID"];
    readonly number: $Out["String"];
    readonly room: Room;
    readonly customer: Customer;
    readonly startsAt: $Out["DateTime"];
    readonly endsAt: $Out["DateTime"];
    readonly hours: $Out["Float"];
    readonly status: $Out["BookingStatus"];
    readonly guests: $Out["Int"];
    readonly price: Money;
    readonly payment: Payment | null;
    readonly isPaid: $Out["Boolean"];
    readonly createdAt: $Out["DateTime"];
    readonly cancelledAt: $Out["DateTime"] | null;
    readonly reason: $Out["String"] | null;
  }
  interface Payment {
    readonly __typename: "Payment";
    readonly id: $Out["ID"];
    readonly booking: Booking;
    readonly amount: Money;
    readonly method: $Out["PaymentMethod"];
    readonly paidAt: $Out["DateTime"];
    readonly refundedAt: $Out["DateTime"] | null;
  }
  interface Review {
    readonly __typename: "Review";
    readonly id: $Out["ID"];
    readonly room: Room;
    readonly author: Customer;
    readonly stars: $Out["Int"];
    readonly text: $Out["String"] | null;
    readonly createdAt: $Out["DateTime"];
  }
  interface Voucher {
    readonly __typename: "Voucher";
    readonly id: $Out["ID"];
    readonly code: $Out["String"];
    readonly percent: $Out["Int"];
    readonly expiresAt: $Out["DateTime"] | null;
  }
  interface RoomList {
    readonly __typename: "RoomList";
    readonly items: readonly Room[];
    readonly totalItems: $Out["Int"];
  }
  interface ReviewPage {
    readonly __typename: "ReviewPage";
    readonly items: readonly Review[];
    readonly page: $Out["Int"];
    readonly pages: $Out["Int"];
    readonly total: $Out["Int"];
  }
  interface BookingConnection {
    readonly __typename: "BookingConnection";
    readonly nodes: readonly Booking[];
    readonly pageInfo: PageInfo;
    readonly totalCount: $Out["Int"];
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: $Out["Boolean"];
    readonly endCursor: $Out["String"] | null;
  }
  interface Quote {
    readonly __typename: "Quote";
    readonly room: Room;
    readonly price: Money;
    readonly saved: Money;
  }
  interface SlotTaken {
    readonly __typename: "SlotTaken";
    readonly room: Room;
    readonly until: $Out["DateTime"] | null;
  }
  interface TooManyGuests {
    readonly __typename: "TooManyGuests";
    readonly capacity: $Out["Int"];
  }
  interface VoucherRejected {
    readonly __typename: "VoucherRejected";
    readonly code: $Out["String"];
    readonly problem: $Out["VoucherProblem"];
  }
  interface PaymentRequired {
    readonly __typename: "PaymentRequired";
    readonly booking: Booking;
    readonly amount: Money;
  }
  interface AlreadyPaid {
    readonly __typename: "AlreadyPaid";
    readonly payment: Payment;
  }
  interface CreditTooLow {
    readonly __typename: "CreditTooLow";
    readonly missing: Money;
  }
  interface TooLate {
    readonly __typename: "TooLate";
    readonly limit: $Out["DateTime"];
  }
  interface NotAllowed {
    readonly __typename: "NotAllowed";
    readonly message: $Out["String"];
  }
  interface InputError {
    readonly __typename: "InputError";
    readonly field: $Out["String"] | null;
    readonly message: $Out["String"];
    readonly code: $Out["String"] | null;
  }
  interface ReviewPayload {
    readonly __typename: "ReviewPayload";
    readonly review: Review | null;
    readonly errors: readonly InputError[];
  }
  interface VoucherPayload {
    readonly __typename: "VoucherPayload";
    readonly voucher: Voucher | null;
    readonly errors: readonly InputError[];
  }
  type QuoteResult = Quote | SlotTaken | TooManyGuests | VoucherRejected;
  type BookingResult = Booking | PaymentRequired | SlotTaken | TooManyGuests | VoucherRejected;
  type PayResult = Payment | AlreadyPaid | CreditTooLow | NotAllowed;
  type CancelResult = Booking | TooLate | NotAllowed;
  type RescheduleResult = Booking | SlotTaken | NotAllowed;
  type SearchHit = Room | Booking | Customer;
}

declare namespace Returned {
  type Money = Row.Money | {
    __typename?: "Money";
    amount?: $Out["Int"];
    currency?: $Out["String"];
  };
  type Customer = Row.Customer | {
    __typename?: "Customer";
    id?: $Out["ID"];
    name?: $Out["String"];
    email?: $Out["String"] | null;
    role?: $Out["Role"];
    credit?: Money;
    note?: $Out["String"] | null;
    bookings?: readonly Booking[];
  };
  type Room = Row.Room | {
    __typename?: "Room";
    id?: $Out["ID"];
    name?: $Out["String"];
    kind?: $Out["RoomKind"];
    capacity?: $Out["Int"];
    price?: Money;
    closed?: $Out["Boolean"];
    rating?: $Out["Float"] | null;
    bookings?: readonly Booking[];
    reviews?: ReviewPage;
  };
  type Booking = Row.Booking | {
    __typename?: "Booking";
    id?: $Out["ID"];
    number?: $Out["String"];
    room?: Room;
    customer?: Customer;
    startsAt?: $Out["DateTime"];
    endsAt?: $Out["DateTime"];
    hours?: $Out["Float"];
    status?: $Out["BookingStatus"];
    guests?: $Out["Int"];
    price?: Money;
    payment?: Payment | null;
    isPaid?: $Out["Boolean"];
    createdAt?: $Out["DateTime"];
    cancelledAt?: $Out["DateTime"] | null;
    reason?: $Out["String"] | null;
  };
  type Payment = Row.Payment | {
    __typename?: "Payment";
    id?: $Out["ID"];
    booking?: Booking;
    amount?: Money;
    method?: $Out["PaymentMethod"];
    paidAt?: $Out["DateTime"];
    refundedAt?: $Out["DateTime"] | null;
  };
  type Review = Row.Review | {
    __typename?: "Review";
    id?: $Out["ID"];
    room?: Room;
    author?: Customer;
    stars?: $Out["Int"];
    text?: $Out["String"] | null;
    createdAt?: $Out["DateTime"];
  };
  type Voucher = Row.Voucher | {
    __typename?: "Voucher";
    id?: $Out["ID"];
    code?: $Out["String"];
    percent?: $Out["Int"];
    expiresAt?: $Out["DateTime"] | null;
  };
  type RoomList = Platform.Page<Row.Room> | {
    __typename?: "RoomList";
    items?: readonly Room[];
    totalItems?: $Out["Int"];
  };
  type ReviewPage = Platform.Page<Row.Review> | {
    __typename?: "ReviewPage";
    items?: readonly Review[];
    page?: $Out["Int"];
    pages?: $Out["Int"];
    total?: $Out["Int"];
  };
  type BookingConnection = Platform.Page<Row.Booking> | {
    __typename?: "BookingConnection";
    nodes?: readonly Booking[];
    pageInfo?: PageInfo;
    totalCount?: $Out["Int"];
  };
  type PageInfo = Row.PageInfo | {
    __typename?: "PageInfo";
    hasNextPage?: $Out["Boolean"];
    endCursor?: $Out["String"] | null;
  };
  type Quote = Row.Quote | {
    __typename?: "Quote";
    room?: Room;
    price?: Money;
    saved?: Money;
  };
  type SlotTaken = Row.SlotTaken | {
    __typename?: "SlotTaken";
    room?: Room;
    until?: $Out["DateTime"] | null;
  };
  type TooManyGuests = Row.TooManyGuests | {
    __typename?: "TooManyGuests";
    capacity?: $Out["Int"];
  };
  type VoucherRejected = Row.VoucherRejected | {
    __typename?: "VoucherRejected";
    code?: $Out["String"];
    problem?: $Out["VoucherProblem"];
  };
  type PaymentRequired = Row.PaymentRequired | {
    __typename?: "PaymentRequired";
    booking?: Booking;
    amount?: Money;
  };
  type AlreadyPaid = Row.AlreadyPaid | {
    __typename?: "AlreadyPaid";
    payment?: Payment;
  };
  type CreditTooLow = Row.CreditTooLow | {
    __typename?: "CreditTooLow";
    missing?: Money;
  };
  type TooLate = Row.TooLate | {
    __typename?: "TooLate";
    limit?: $Out["DateTime"];
  };
  type NotAllowed = Row.NotAllowed | {
    __typename?: "NotAllowed";
    message?: $Out["String"];
  };
  type InputError = Row.InputError | {
    __typename?: "InputError";
    field?: $Out["String"] | null;
    message?: $Out["String"];
    code?: $Out["String"] | null;
  };
  type ReviewPayload = Row.ReviewPayload | {
    __typename?: "ReviewPayload";
    review?: Review | null;
    errors?: readonly InputError[];
  };
  type VoucherPayload = Row.VoucherPayload | {
    __typename?: "VoucherPayload";
    voucher?: Voucher | null;
    errors?: readonly InputError[];
  };
  type QuoteResult = Quote | SlotTaken | TooManyGuests | VoucherRejected;
  type BookingResult = Booking | PaymentRequired | SlotTaken | TooManyGuests | VoucherRejected;
  type PayResult = Payment | AlreadyPaid | CreditTooLow | NotAllowed;
  type CancelResult = Booking | TooLate | NotAllowed;
  type RescheduleResult = Booking | SlotTaken | NotAllowed;
  type SearchHit = Room | Booking | Customer;
}

type $Values<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface Period {
    readonly from: $Out["DateTime"];
    readonly to: $Out["DateTime"];
  }
  interface RoomOptions {
    readonly skip?: $Out["Int"] | null | undefined;
    readonly take?: $Out["Int"] | null | undefined;
    readonly sort?: $Out["RoomSort"] | null | undefined;
    readonly kinds?: readonly $Out["RoomKind"][] | null | undefined;
    readonly minCapacity?: $Out["Int"] | null | undefined;
    readonly maxPrice?: $Out["Int"] | null | undefined;
    readonly search?: $Out["String"] | null | undefined;
    readonly freeIn?: Input.Period | null | undefined;
  }
  interface BookingFilter {
    readonly status?: readonly $Out["BookingStatus"][] | null | undefined;
    readonly roomId?: $Out["ID"] | null | undefined;
    readonly customerName?: $Out["String"] | null | undefined;
    readonly startsIn?: Input.Period | null | undefined;
    readonly unpaid?: $Out["Boolean"] | null | undefined;
  }
  interface BookingOrder {
    readonly field: $Out["BookingOrderField"];
    readonly direction: $Out["Direction"];
  }
  interface BookInput {
    readonly roomId: $Out["ID"];
    readonly period: Input.Period;
    readonly guests: $Out["Int"];
    readonly voucher?: $Out["String"] | null | undefined;
  }
  interface ReviewInput {
    readonly roomId: $Out["ID"];
    readonly stars: $Out["Int"];
    readonly text?: $Out["String"] | null | undefined;
  }
  interface ProfileInput {
    readonly name?: $Out["String"] | null | undefined;
    readonly note?: $Out["String"] | null | undefined;
  }
  interface VoucherInput {
    readonly code: $Out["String"];
    readonly percent: $Out["Int"];
    readonly expiresAt?: $Out["DateTime"] | null | undefined;
  }
  type Role = $In["Role"];
  type RoomKind = $In["RoomKind"];
  type BookingStatus = $In["BookingStatus"];
  type PaymentMethod = $In["PaymentMethod"];
  type RoomSort = $In["RoomSort"];
  type BookingOrderField = $In["BookingOrderField"];
  type Direction = $In["Direction"];
  type VoucherProblem = $In["VoucherProblem"];
  type Money = $Values<{
    __typename: "Money";
    amount: $In["Int"] | null;
    currency: $In["String"] | null;
  }>;
  type Customer = $Values<{
    __typename: "Customer";
    id: $In["ID"] | null;
    name: $In["String"] | null;
    email: $In["String"] | null;
    role: $In["Role"] | null;
    credit: Row.Money | string | number | Money | null;
    note: $In["String"] | null;
    bookings: readonly (Row.Booking | string | number | Booking)[] | null;
  }>;
  type Room = $Values<{
    __typename: "Room";
    id: $In["ID"] | null;
    name: $In["String"] | null;
    kind: $In["RoomKind"] | null;
    capacity: $In["Int"] | null;
    price: Row.Money | string | number | Money | null;
    closed: $In["Boolean"] | null;
    rating: $In["Float"] | null;
    bookings: readonly (Row.Booking | string | number | Booking)[] | null;
    reviews: readonly (Row.Review | string | number | Review)[] | null;
  }>;
  type Booking = $Values<{
    __typename: "Booking";
    id: $In["ID"] | null;
    number: $In["String"] | null;
    room: Row.Room | string | number | Room | null;
    customer: Row.Customer | string | number | Customer | null;
    startsAt: $In["DateTime"] | null;
    endsAt: $In["DateTime"] | null;
    hours: $In["Float"] | null;
    status: $In["BookingStatus"] | null;
    guests: $In["Int"] | null;
    price: Row.Money | string | number | Money | null;
    payment: Row.Payment | string | number | Payment | null;
    isPaid: $In["Boolean"] | null;
    createdAt: $In["DateTime"] | null;
    cancelledAt: $In["DateTime"] | null;
    reason: $In["String"] | null;
  }>;
  type Payment = $Values<{
    __typename: "Payment";
    id: $In["ID"] | null;
    booking: Row.Booking | string | number | Booking | null;
    amount: Row.Money | string | number | Money | null;
    method: $In["PaymentMethod"] | null;
    paidAt: $In["DateTime"] | null;
    refundedAt: $In["DateTime"] | null;
  }>;
  type Review = $Values<{
    __typename: "Review";
    id: $In["ID"] | null;
    room: Row.Room | string | number | Room | null;
    author: Row.Customer | string | number | Customer | null;
    stars: $In["Int"] | null;
    text: $In["String"] | null;
    createdAt: $In["DateTime"] | null;
  }>;
  type Voucher = $Values<{
    __typename: "Voucher";
    id: $In["ID"] | null;
    code: $In["String"] | null;
    percent: $In["Int"] | null;
    expiresAt: $In["DateTime"] | null;
  }>;
  type RoomList = $Values<{
    __typename: "RoomList";
    items: readonly (Row.Room | string | number | Room)[] | null;
    totalItems: $In["Int"] | null;
  }>;
  type ReviewPage = $Values<{
    __typename: "ReviewPage";
    items: readonly (Row.Review | string | number | Review)[] | null;
    page: $In["Int"] | null;
    pages: $In["Int"] | null;
    total: $In["Int"] | null;
  }>;
  type BookingConnection = $Values<{
    __typename: "BookingConnection";
    nodes: readonly (Row.Booking | string | number | Booking)[] | null;
    pageInfo: Row.PageInfo | string | number | PageInfo | null;
    totalCount: $In["Int"] | null;
  }>;
  type PageInfo = $Values<{
    __typename: "PageInfo";
    hasNextPage: $In["Boolean"] | null;
    endCursor: $In["String"] | null;
  }>;
  type Quote = $Values<{
    __typename: "Quote";
    room: Row.Room | string | number | Room | null;
    price: Row.Money | string | number | Money | null;
    saved: Row.Money | string | number | Money | null;
  }>;
  type SlotTaken = $Values<{
    __typename: "SlotTaken";
    room: Row.Room | string | number | Room | null;
    until: $In["DateTime"] | null;
  }>;
  type TooManyGuests = $Values<{
    __typename: "TooManyGuests";
    capacity: $In["Int"] | null;
  }>;
  type VoucherRejected = $Values<{
    __typename: "VoucherRejected";
    code: $In["String"] | null;
    problem: $In["VoucherProblem"] | null;
  }>;
  type PaymentRequired = $Values<{
    __typename: "PaymentRequired";
    booking: Row.Booking | string | number | Booking | null;
    amount: Row.Money | string | number | Money | null;
  }>;
  type AlreadyPaid = $Values<{
    __typename: "AlreadyPaid";
    payment: Row.Payment | string | number | Payment | null;
  }>;
  type CreditTooLow = $Values<{
    __typename: "CreditTooLow";
    missing: Row.Money | string | number | Money | null;
  }>;
  type TooLate = $Values<{
    __typename: "TooLate";
    limit: $In["DateTime"] | null;
  }>;
  type NotAllowed = $Values<{
    __typename: "NotAllowed";
    message: $In["String"] | null;
  }>;
  type InputError = $Values<{
    __typename: "InputError";
    field: $In["String"] | null;
    message: $In["String"] | null;
    code: $In["String"] | null;
  }>;
  type ReviewPayload = $Values<{
    __typename: "ReviewPayload";
    review: Row.Review | string | number | Review | null;
    errors: readonly (Row.InputError | string | number | InputError)[] | null;
  }>;
  type VoucherPayload = $Values<{
    __typename: "VoucherPayload";
    voucher: Row.Voucher | string | number | Voucher | null;
    errors: readonly (Row.InputError | string | number | InputError)[] | null;
  }>;
  type QuoteResult = Quote | SlotTaken | TooManyGuests | VoucherRejected;
  type BookingResult = Booking | PaymentRequired | SlotTaken | TooManyGuests | VoucherRejected;
  type PayResult = Payment | AlreadyPaid | CreditTooLow | NotAllowed;
  type CancelResult = Booking | TooLate | NotAllowed;
  type RescheduleResult = Booking | SlotTaken | NotAllowed;
  type SearchHit = Room | Booking | Customer;
}

/** The tables of types with a key. */
export interface Db {
  readonly Money: Platform.Table<Row.Money, Input.Money>;
  readonly Customer: Platform.Table<Row.Customer, Input.Customer>;
  readonly Room: Platform.Table<Row.Room, Input.Room>;
  readonly Booking: Platform.Table<Row.Booking, Input.Booking>;
  readonly Payment: Platform.Table<Row.Payment, Input.Payment>;
  readonly Review: Platform.Table<Row.Review, Input.Review>;
  readonly Voucher: Platform.Table<Row.Voucher, Input.Voucher>;
  readonly PageInfo: Platform.Table<Row.PageInfo, Input.PageInfo>;
  readonly Quote: Platform.Table<Row.Quote, Input.Quote>;
  readonly SlotTaken: Platform.Table<Row.SlotTaken, Input.SlotTaken>;
  readonly TooManyGuests: Platform.Table<Row.TooManyGuests, Input.TooManyGuests>;
  readonly VoucherRejected: Platform.Table<Row.VoucherRejected, Input.VoucherRejected>;
  readonly PaymentRequired: Platform.Table<Row.PaymentRequired, Input.PaymentRequired>;
  readonly AlreadyPaid: Platform.Table<Row.AlreadyPaid, Input.AlreadyPaid>;
  readonly CreditTooLow: Platform.Table<Row.CreditTooLow, Input.CreditTooLow>;
  readonly TooLate: Platform.Table<Row.TooLate, Input.TooLate>;
  readonly NotAllowed: Platform.Table<Row.NotAllowed, Input.NotAllowed>;
  readonly InputError: Platform.Table<Row.InputError, Input.InputError>;
  readonly QuoteResult: Platform.Table<Row.QuoteResult, never>;
  readonly BookingResult: Platform.Table<Row.BookingResult, never>;
  readonly PayResult: Platform.Table<Row.PayResult, never>;
  readonly CancelResult: Platform.Table<Row.CancelResult, never>;
  readonly RescheduleResult: Platform.Table<Row.RescheduleResult, never>;
  readonly SearchHit: Platform.Table<Row.SearchHit, never>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, Row.Customer> & More;

type $Resolver<Parent, Args, Result, More> = Platform.TypedResolver<Parent, Args, Context<More>, Result>;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Money?: {
    amount?: $Resolver<Row.Money, object, $Out["Int"], More>;
    currency?: $Resolver<Row.Money, object, $Out["String"], More>;
  };
  readonly Customer?: {
    id?: $Resolver<Row.Customer, object, $Out["ID"], More>;
    name?: $Resolver<Row.Customer, object, $Out["String"], More>;
    email?: $Resolver<Row.Customer, object, $Out["String"] | null, More>;
    role?: $Resolver<Row.Customer, object, $Out["Role"], More>;
    credit?: $Resolver<Row.Customer, object, Returned.Money, More>;
    note?: $Resolver<Row.Customer, object, $Out["String"] | null, More>;
    bookings?: $Resolver<Row.Customer, { readonly status?: $Out["BookingStatus"] | null | undefined; readonly upcoming: $Out["Boolean"] | null }, readonly Returned.Booking[], More>;
  };
  readonly Room?: {
    id?: $Resolver<Row.Room, object, $Out["ID"], More>;
    name?: $Resolver<Row.Room, object, $Out["String"], More>;
    kind?: $Resolver<Row.Room, object, $Out["RoomKind"], More>;
    capacity?: $Resolver<Row.Room, object, $Out["Int"], More>;
    price?: $Resolver<Row.Room, object, Returned.Money, More>;
    closed?: $Resolver<Row.Room, object, $Out["Boolean"], More>;
    rating?: $Resolver<Row.Room, object, $Out["Float"] | null, More>;
    bookings?: $Resolver<Row.Room, { readonly on?: $Out["Date"] | null | undefined }, readonly Returned.Booking[], More>;
    reviews?: $Resolver<Row.Room, { readonly page: $Out["Int"] | null; readonly perPage: $Out["Int"] | null }, Returned.ReviewPage, More>;
  };
  readonly Booking?: {
    id?: $Resolver<Row.Booking, object, $Out["ID"], More>;
    number?: $Resolver<Row.Booking, object, $Out["String"], More>;
    room?: $Resolver<Row.Booking, object, Returned.Room, More>;
    customer?: $Resolver<Row.Booking, object, Returned.Customer, More>;
    startsAt?: $Resolver<Row.Booking, object, $Out["DateTime"], More>;
    endsAt?: $Resolver<Row.Booking, object, $Out["DateTime"], More>;
    hours?: $Resolver<Row.Booking, object, $Out["Float"], More>;
    status?: $Resolver<Row.Booking, object, $Out["BookingStatus"], More>;
    guests?: $Resolver<Row.Booking, object, $Out["Int"], More>;
    price?: $Resolver<Row.Booking, object, Returned.Money, More>;
    payment?: $Resolver<Row.Booking, object, Returned.Payment | null, More>;
    isPaid?: $Resolver<Row.Booking, object, $Out["Boolean"], More>;
    createdAt?: $Resolver<Row.Booking, object, $Out["DateTime"], More>;
    cancelledAt?: $Resolver<Row.Booking, object, $Out["DateTime"] | null, More>;
    reason?: $Resolver<Row.Booking, object, $Out["String"] | null, More>;
  };
  readonly Payment?: {
    id?: $Resolver<Row.Payment, object, $Out["ID"], More>;
    booking?: $Resolver<Row.Payment, object, Returned.Booking, More>;
    amount?: $Resolver<Row.Payment, object, Returned.Money, More>;
    method?: $Resolver<Row.Payment, object, $Out["PaymentMethod"], More>;
    paidAt?: $Resolver<Row.Payment, object, $Out["DateTime"], More>;
    refundedAt?: $Resolver<Row.Payment, object, $Out["DateTime"] | null, More>;
  };
  readonly Review?: {
    id?: $Resolver<Row.Review, object, $Out["ID"], More>;
    room?: $Resolver<Row.Review, object, Returned.Room, More>;
    author?: $Resolver<Row.Review, object, Returned.Customer, More>;
    stars?: $Resolver<Row.Review, object, $Out["Int"], More>;
    text?: $Resolver<Row.Review, object, $Out["String"] | null, More>;
    createdAt?: $Resolver<Row.Review, object, $Out["DateTime"], More>;
  };
  readonly Voucher?: {
    id?: $Resolver<Row.Voucher, object, $Out["ID"], More>;
    code?: $Resolver<Row.Voucher, object, $Out["String"], More>;
    percent?: $Resolver<Row.Voucher, object, $Out["Int"], More>;
    expiresAt?: $Resolver<Row.Voucher, object, $Out["DateTime"] | null, More>;
  };
  readonly RoomList?: {
    items?: $Resolver<Row.RoomList, object, readonly Returned.Room[], More>;
    totalItems?: $Resolver<Row.RoomList, object, $Out["Int"], More>;
  };
  readonly ReviewPage?: {
    items?: $Resolver<Row.ReviewPage, object, readonly Returned.Review[], More>;
    page?: $Resolver<Row.ReviewPage, object, $Out["Int"], More>;
    pages?: $Resolver<Row.ReviewPage, object, $Out["Int"], More>;
    total?: $Resolver<Row.ReviewPage, object, $Out["Int"], More>;
  };
  readonly BookingConnection?: {
    nodes?: $Resolver<Row.BookingConnection, object, readonly Returned.Booking[], More>;
    pageInfo?: $Resolver<Row.BookingConnection, object, Returned.PageInfo, More>;
    totalCount?: $Resolver<Row.BookingConnection, object, $Out["Int"], More>;
  };
  readonly PageInfo?: {
    hasNextPage?: $Resolver<Row.PageInfo, object, $Out["Boolean"], More>;
    endCursor?: $Resolver<Row.PageInfo, object, $Out["String"] | null, More>;
  };
  readonly Quote?: {
    room?: $Resolver<Row.Quote, object, Returned.Room, More>;
    price?: $Resolver<Row.Quote, object, Returned.Money, More>;
    saved?: $Resolver<Row.Quote, object, Returned.Money, More>;
  };
  readonly SlotTaken?: {
    room?: $Resolver<Row.SlotTaken, object, Returned.Room, More>;
    until?: $Resolver<Row.SlotTaken, object, $Out["DateTime"] | null, More>;
  };
  readonly TooManyGuests?: {
    capacity?: $Resolver<Row.TooManyGuests, object, $Out["Int"], More>;
  };
  readonly VoucherRejected?: {
    code?: $Resolver<Row.VoucherRejected, object, $Out["String"], More>;
    problem?: $Resolver<Row.VoucherRejected, object, $Out["VoucherProblem"], More>;
  };
  readonly PaymentRequired?: {
    booking?: $Resolver<Row.PaymentRequired, object, Returned.Booking, More>;
    amount?: $Resolver<Row.PaymentRequired, object, Returned.Money, More>;
  };
  readonly AlreadyPaid?: {
    payment?: $Resolver<Row.AlreadyPaid, object, Returned.Payment, More>;
  };
  readonly CreditTooLow?: {
    missing?: $Resolver<Row.CreditTooLow, object, Returned.Money, More>;
  };
  readonly TooLate?: {
    limit?: $Resolver<Row.TooLate, object, $Out["DateTime"], More>;
  };
  readonly NotAllowed?: {
    message?: $Resolver<Row.NotAllowed, object, $Out["String"], More>;
  };
  readonly InputError?: {
    field?: $Resolver<Row.InputError, object, $Out["String"] | null, More>;
    message?: $Resolver<Row.InputError, object, $Out["String"], More>;
    code?: $Resolver<Row.InputError, object, $Out["String"] | null, More>;
  };
  readonly ReviewPayload?: {
    review?: $Resolver<Row.ReviewPayload, object, Returned.Review | null, More>;
    errors?: $Resolver<Row.ReviewPayload, object, readonly Returned.InputError[], More>;
  };
  readonly VoucherPayload?: {
    voucher?: $Resolver<Row.VoucherPayload, object, Returned.Voucher | null, More>;
    errors?: $Resolver<Row.VoucherPayload, object, readonly Returned.InputError[], More>;
  };
  readonly Query?: {
    me?: $Resolver<object, object, Returned.Customer, More>;
    rooms?: $Resolver<object, { readonly options?: Input.RoomOptions | null | undefined }, Returned.RoomList, More>;
    room?: $Resolver<object, { readonly id: $Out["ID"] }, Returned.Room | null, More>;
    bookings?: $Resolver<object, { readonly filter?: Input.BookingFilter | null | undefined; readonly orderBy?: Input.BookingOrder | null | undefined; readonly first?: $Out["Int"] | null | undefined; readonly after?: $Out["String"] | null | undefined }, Returned.BookingConnection, More>;
    booking?: $Resolver<object, { readonly number: $Out["String"] }, Returned.Booking | null, More>;
    quote?: $Resolver<object, { readonly input: Input.BookInput }, Returned.QuoteResult, More>;
    search?: $Resolver<object, { readonly text: $Out["String"] }, readonly Returned.SearchHit[], More>;
    revenue?: $Resolver<object, { readonly month: $Out["String"] }, Returned.Money, More>;
  };
  readonly Mutation?: {
    book?: $Resolver<object, { readonly input: Input.BookInput }, Returned.BookingResult, More>;
    pay?: $Resolver<object, { readonly bookingId: $Out["ID"]; readonly method: $Out["PaymentMethod"] }, Returned.PayResult, More>;
    cancel?: $Resolver<object, { readonly bookingId: $Out["ID"]; readonly reason?: $Out["String"] | null | undefined }, Returned.CancelResult, More>;
    reschedule?: $Resolver<object, { readonly bookingId: $Out["ID"]; readonly period: Input.Period }, Returned.RescheduleResult, More>;
    review?: $Resolver<object, { readonly input: Input.ReviewInput }, Returned.ReviewPayload, More>;
    closeRoom?: $Resolver<object, { readonly id: $Out["ID"]; readonly closed: $Out["Boolean"] }, Returned.Room, More>;
    updateProfile?: $Resolver<object, { readonly input: Input.ProfileInput }, Returned.Customer, More>;
    createVoucher?: $Resolver<object, { readonly input: Input.VoucherInput }, Returned.VoucherPayload, More>;
  };
}
