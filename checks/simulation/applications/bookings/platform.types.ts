import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
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

interface PlatformInputs {
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
  ID: string | number;
  Boolean: boolean;
  Float: number;
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Money {
    readonly __typename: "Money";
    readonly amount: PlatformValues["Int"];
    readonly currency: PlatformValues["String"];
  }
  interface Customer {
    readonly __typename: "Customer";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly email: PlatformValues["String"] | null;
    readonly role: PlatformValues["Role"];
    readonly credit: Money;
    readonly note: PlatformValues["String"] | null;
    readonly bookings: readonly Booking[];
  }
  interface Room {
    readonly __typename: "Room";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly kind: PlatformValues["RoomKind"];
    readonly capacity: PlatformValues["Int"];
    readonly price: Money;
    readonly closed: PlatformValues["Boolean"];
    readonly rating: PlatformValues["Float"] | null;
    readonly bookings: readonly Booking[];
    readonly reviews: readonly Review[];
  }
  interface Booking {
    readonly __typename: "Booking";
    readonly id: PlatformValues["ID"];
    readonly number: PlatformValues["String"];
    readonly room: Room;
    readonly customer: Customer;
    readonly startsAt: PlatformValues["DateTime"];
    readonly endsAt: PlatformValues["DateTime"];
    readonly hours: PlatformValues["Float"];
    readonly status: PlatformValues["BookingStatus"];
    readonly guests: PlatformValues["Int"];
    readonly price: Money;
    readonly payment: Payment | null;
    readonly isPaid: PlatformValues["Boolean"];
    readonly createdAt: PlatformValues["DateTime"];
    readonly cancelledAt: PlatformValues["DateTime"] | null;
    readonly reason: PlatformValues["String"] | null;
  }
  interface Payment {
    readonly __typename: "Payment";
    readonly id: PlatformValues["ID"];
    readonly booking: Booking;
    readonly amount: Money;
    readonly method: PlatformValues["PaymentMethod"];
    readonly paidAt: PlatformValues["DateTime"];
    readonly refundedAt: PlatformValues["DateTime"] | null;
  }
  interface Review {
    readonly __typename: "Review";
    readonly id: PlatformValues["ID"];
    readonly room: Room;
    readonly author: Customer;
    readonly stars: PlatformValues["Int"];
    readonly text: PlatformValues["String"] | null;
    readonly createdAt: PlatformValues["DateTime"];
  }
  interface Voucher {
    readonly __typename: "Voucher";
    readonly id: PlatformValues["ID"];
    readonly code: PlatformValues["String"];
    readonly percent: PlatformValues["Int"];
    readonly expiresAt: PlatformValues["DateTime"] | null;
  }
  interface RoomList {
    readonly __typename: "RoomList";
    readonly items: readonly Room[];
    readonly totalItems: PlatformValues["Int"];
  }
  interface ReviewPage {
    readonly __typename: "ReviewPage";
    readonly items: readonly Review[];
    readonly page: PlatformValues["Int"];
    readonly pages: PlatformValues["Int"];
    readonly total: PlatformValues["Int"];
  }
  interface BookingConnection {
    readonly __typename: "BookingConnection";
    readonly nodes: readonly Booking[];
    readonly pageInfo: PageInfo;
    readonly totalCount: PlatformValues["Int"];
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: PlatformValues["Boolean"];
    readonly endCursor: PlatformValues["String"] | null;
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
    readonly until: PlatformValues["DateTime"] | null;
  }
  interface TooManyGuests {
    readonly __typename: "TooManyGuests";
    readonly capacity: PlatformValues["Int"];
  }
  interface VoucherRejected {
    readonly __typename: "VoucherRejected";
    readonly code: PlatformValues["String"];
    readonly problem: PlatformValues["VoucherProblem"];
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
    readonly limit: PlatformValues["DateTime"];
  }
  interface NotAllowed {
    readonly __typename: "NotAllowed";
    readonly message: PlatformValues["String"];
  }
  interface InputError {
    readonly __typename: "InputError";
    readonly field: PlatformValues["String"] | null;
    readonly message: PlatformValues["String"];
    readonly code: PlatformValues["String"] | null;
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
    readonly __typename?: "Money";
    readonly amount?: PlatformValues["Int"];
    readonly currency?: PlatformValues["String"];
  };
  type Customer = Row.Customer | {
    readonly __typename?: "Customer";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly email?: PlatformValues["String"] | null;
    readonly role?: PlatformValues["Role"];
    readonly credit?: Money;
    readonly note?: PlatformValues["String"] | null;
    readonly bookings?: readonly Booking[];
  };
  type Room = Row.Room | {
    readonly __typename?: "Room";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly kind?: PlatformValues["RoomKind"];
    readonly capacity?: PlatformValues["Int"];
    readonly price?: Money;
    readonly closed?: PlatformValues["Boolean"];
    readonly rating?: PlatformValues["Float"] | null;
    readonly bookings?: readonly Booking[];
    readonly reviews?: ReviewPage;
  };
  type Booking = Row.Booking | {
    readonly __typename?: "Booking";
    readonly id?: PlatformValues["ID"];
    readonly number?: PlatformValues["String"];
    readonly room?: Room;
    readonly customer?: Customer;
    readonly startsAt?: PlatformValues["DateTime"];
    readonly endsAt?: PlatformValues["DateTime"];
    readonly hours?: PlatformValues["Float"];
    readonly status?: PlatformValues["BookingStatus"];
    readonly guests?: PlatformValues["Int"];
    readonly price?: Money;
    readonly payment?: Payment | null;
    readonly isPaid?: PlatformValues["Boolean"];
    readonly createdAt?: PlatformValues["DateTime"];
    readonly cancelledAt?: PlatformValues["DateTime"] | null;
    readonly reason?: PlatformValues["String"] | null;
  };
  type Payment = Row.Payment | {
    readonly __typename?: "Payment";
    readonly id?: PlatformValues["ID"];
    readonly booking?: Booking;
    readonly amount?: Money;
    readonly method?: PlatformValues["PaymentMethod"];
    readonly paidAt?: PlatformValues["DateTime"];
    readonly refundedAt?: PlatformValues["DateTime"] | null;
  };
  type Review = Row.Review | {
    readonly __typename?: "Review";
    readonly id?: PlatformValues["ID"];
    readonly room?: Room;
    readonly author?: Customer;
    readonly stars?: PlatformValues["Int"];
    readonly text?: PlatformValues["String"] | null;
    readonly createdAt?: PlatformValues["DateTime"];
  };
  type Voucher = Row.Voucher | {
    readonly __typename?: "Voucher";
    readonly id?: PlatformValues["ID"];
    readonly code?: PlatformValues["String"];
    readonly percent?: PlatformValues["Int"];
    readonly expiresAt?: PlatformValues["DateTime"] | null;
  };
  type RoomList = Platform.Page<Row.Room> | {
    readonly __typename?: "RoomList";
    readonly items?: readonly Room[];
    readonly totalItems?: PlatformValues["Int"];
  };
  type ReviewPage = Platform.Page<Row.Review> | {
    readonly __typename?: "ReviewPage";
    readonly items?: readonly Review[];
    readonly page?: PlatformValues["Int"];
    readonly pages?: PlatformValues["Int"];
    readonly total?: PlatformValues["Int"];
  };
  type BookingConnection = Platform.Page<Row.Booking> | {
    readonly __typename?: "BookingConnection";
    readonly nodes?: readonly Booking[];
    readonly pageInfo?: PageInfo;
    readonly totalCount?: PlatformValues["Int"];
  };
  type PageInfo = Row.PageInfo | {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformValues["Boolean"];
    readonly endCursor?: PlatformValues["String"] | null;
  };
  type Quote = Row.Quote | {
    readonly __typename?: "Quote";
    readonly room?: Room;
    readonly price?: Money;
    readonly saved?: Money;
  };
  type SlotTaken = Row.SlotTaken | {
    readonly __typename?: "SlotTaken";
    readonly room?: Room;
    readonly until?: PlatformValues["DateTime"] | null;
  };
  type TooManyGuests = Row.TooManyGuests | {
    readonly __typename?: "TooManyGuests";
    readonly capacity?: PlatformValues["Int"];
  };
  type VoucherRejected = Row.VoucherRejected | {
    readonly __typename?: "VoucherRejected";
    readonly code?: PlatformValues["String"];
    readonly problem?: PlatformValues["VoucherProblem"];
  };
  type PaymentRequired = Row.PaymentRequired | {
    readonly __typename?: "PaymentRequired";
    readonly booking?: Booking;
    readonly amount?: Money;
  };
  type AlreadyPaid = Row.AlreadyPaid | {
    readonly __typename?: "AlreadyPaid";
    readonly payment?: Payment;
  };
  type CreditTooLow = Row.CreditTooLow | {
    readonly __typename?: "CreditTooLow";
    readonly missing?: Money;
  };
  type TooLate = Row.TooLate | {
    readonly __typename?: "TooLate";
    readonly limit?: PlatformValues["DateTime"];
  };
  type NotAllowed = Row.NotAllowed | {
    readonly __typename?: "NotAllowed";
    readonly message?: PlatformValues["String"];
  };
  type InputError = Row.InputError | {
    readonly __typename?: "InputError";
    readonly field?: PlatformValues["String"] | null;
    readonly message?: PlatformValues["String"];
    readonly code?: PlatformValues["String"] | null;
  };
  type ReviewPayload = Row.ReviewPayload | {
    readonly __typename?: "ReviewPayload";
    readonly review?: Review | null;
    readonly errors?: readonly InputError[];
  };
  type VoucherPayload = Row.VoucherPayload | {
    readonly __typename?: "VoucherPayload";
    readonly voucher?: Voucher | null;
    readonly errors?: readonly InputError[];
  };
  type QuoteResult = Quote | SlotTaken | TooManyGuests | VoucherRejected;
  type BookingResult = Booking | PaymentRequired | SlotTaken | TooManyGuests | VoucherRejected;
  type PayResult = Payment | AlreadyPaid | CreditTooLow | NotAllowed;
  type CancelResult = Booking | TooLate | NotAllowed;
  type RescheduleResult = Booking | SlotTaken | NotAllowed;
  type SearchHit = Room | Booking | Customer;
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface Period {
    readonly from: PlatformValues["DateTime"];
    readonly to: PlatformValues["DateTime"];
  }
  interface RoomOptions {
    readonly skip?: PlatformValues["Int"] | null | undefined;
    readonly take?: PlatformValues["Int"] | null | undefined;
    readonly sort?: PlatformValues["RoomSort"] | null | undefined;
    readonly kinds?: readonly PlatformValues["RoomKind"][] | null | undefined;
    readonly minCapacity?: PlatformValues["Int"] | null | undefined;
    readonly maxPrice?: PlatformValues["Int"] | null | undefined;
    readonly search?: PlatformValues["String"] | null | undefined;
    readonly freeIn?: Input.Period | null | undefined;
  }
  interface BookingFilter {
    readonly status?: readonly PlatformValues["BookingStatus"][] | null | undefined;
    readonly roomId?: PlatformValues["ID"] | null | undefined;
    readonly customerName?: PlatformValues["String"] | null | undefined;
    readonly startsIn?: Input.Period | null | undefined;
    readonly unpaid?: PlatformValues["Boolean"] | null | undefined;
  }
  interface BookingOrder {
    readonly field: PlatformValues["BookingOrderField"];
    readonly direction: PlatformValues["Direction"];
  }
  interface BookInput {
    readonly roomId: PlatformValues["ID"];
    readonly period: Input.Period;
    readonly guests: PlatformValues["Int"];
    readonly voucher?: PlatformValues["String"] | null | undefined;
  }
  interface ReviewInput {
    readonly roomId: PlatformValues["ID"];
    readonly stars: PlatformValues["Int"];
    readonly text?: PlatformValues["String"] | null | undefined;
  }
  interface ProfileInput {
    readonly name?: PlatformValues["String"] | null | undefined;
    readonly note?: PlatformValues["String"] | null | undefined;
  }
  interface VoucherInput {
    readonly code: PlatformValues["String"];
    readonly percent: PlatformValues["Int"];
    readonly expiresAt?: PlatformValues["DateTime"] | null | undefined;
  }
  type Role = PlatformInputs["Role"];
  type RoomKind = PlatformInputs["RoomKind"];
  type BookingStatus = PlatformInputs["BookingStatus"];
  type PaymentMethod = PlatformInputs["PaymentMethod"];
  type RoomSort = PlatformInputs["RoomSort"];
  type BookingOrderField = PlatformInputs["BookingOrderField"];
  type Direction = PlatformInputs["Direction"];
  type VoucherProblem = PlatformInputs["VoucherProblem"];
  interface Money {
    readonly __typename?: "Money";
    readonly amount?: PlatformInputs["Int"] | null | undefined;
    readonly currency?: PlatformInputs["String"] | null | undefined;
  }
  interface Customer {
    readonly __typename?: "Customer";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly email?: PlatformInputs["String"] | null | undefined;
    readonly role?: PlatformInputs["Role"] | null | undefined;
    readonly credit?: Row.Money | string | number | Money | null | undefined;
    readonly note?: PlatformInputs["String"] | null | undefined;
    readonly bookings?: readonly (Row.Booking | string | number | Booking)[] | null | undefined;
  }
  interface Room {
    readonly __typename?: "Room";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly kind?: PlatformInputs["RoomKind"] | null | undefined;
    readonly capacity?: PlatformInputs["Int"] | null | undefined;
    readonly price?: Row.Money | string | number | Money | null | undefined;
    readonly closed?: PlatformInputs["Boolean"] | null | undefined;
    readonly rating?: PlatformInputs["Float"] | null | undefined;
    readonly bookings?: readonly (Row.Booking | string | number | Booking)[] | null | undefined;
    readonly reviews?: readonly (Row.Review | string | number | Review)[] | null | undefined;
  }
  interface Booking {
    readonly __typename?: "Booking";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly number?: PlatformInputs["String"] | null | undefined;
    readonly room?: Row.Room | string | number | Room | null | undefined;
    readonly customer?: Row.Customer | string | number | Customer | null | undefined;
    readonly startsAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly endsAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly hours?: PlatformInputs["Float"] | null | undefined;
    readonly status?: PlatformInputs["BookingStatus"] | null | undefined;
    readonly guests?: PlatformInputs["Int"] | null | undefined;
    readonly price?: Row.Money | string | number | Money | null | undefined;
    readonly payment?: Row.Payment | string | number | Payment | null | undefined;
    readonly isPaid?: PlatformInputs["Boolean"] | null | undefined;
    readonly createdAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly cancelledAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly reason?: PlatformInputs["String"] | null | undefined;
  }
  interface Payment {
    readonly __typename?: "Payment";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly booking?: Row.Booking | string | number | Booking | null | undefined;
    readonly amount?: Row.Money | string | number | Money | null | undefined;
    readonly method?: PlatformInputs["PaymentMethod"] | null | undefined;
    readonly paidAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly refundedAt?: PlatformInputs["DateTime"] | null | undefined;
  }
  interface Review {
    readonly __typename?: "Review";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly room?: Row.Room | string | number | Room | null | undefined;
    readonly author?: Row.Customer | string | number | Customer | null | undefined;
    readonly stars?: PlatformInputs["Int"] | null | undefined;
    readonly text?: PlatformInputs["String"] | null | undefined;
    readonly createdAt?: PlatformInputs["DateTime"] | null | undefined;
  }
  interface Voucher {
    readonly __typename?: "Voucher";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly code?: PlatformInputs["String"] | null | undefined;
    readonly percent?: PlatformInputs["Int"] | null | undefined;
    readonly expiresAt?: PlatformInputs["DateTime"] | null | undefined;
  }
  interface RoomList {
    readonly __typename?: "RoomList";
    readonly items?: readonly (Row.Room | string | number | Room)[] | null | undefined;
    readonly totalItems?: PlatformInputs["Int"] | null | undefined;
  }
  interface ReviewPage {
    readonly __typename?: "ReviewPage";
    readonly items?: readonly (Row.Review | string | number | Review)[] | null | undefined;
    readonly page?: PlatformInputs["Int"] | null | undefined;
    readonly pages?: PlatformInputs["Int"] | null | undefined;
    readonly total?: PlatformInputs["Int"] | null | undefined;
  }
  interface BookingConnection {
    readonly __typename?: "BookingConnection";
    readonly nodes?: readonly (Row.Booking | string | number | Booking)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
  }
  interface PageInfo {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly endCursor?: PlatformInputs["String"] | null | undefined;
  }
  interface Quote {
    readonly __typename?: "Quote";
    readonly room?: Row.Room | string | number | Room | null | undefined;
    readonly price?: Row.Money | string | number | Money | null | undefined;
    readonly saved?: Row.Money | string | number | Money | null | undefined;
  }
  interface SlotTaken {
    readonly __typename?: "SlotTaken";
    readonly room?: Row.Room | string | number | Room | null | undefined;
    readonly until?: PlatformInputs["DateTime"] | null | undefined;
  }
  interface TooManyGuests {
    readonly __typename?: "TooManyGuests";
    readonly capacity?: PlatformInputs["Int"] | null | undefined;
  }
  interface VoucherRejected {
    readonly __typename?: "VoucherRejected";
    readonly code?: PlatformInputs["String"] | null | undefined;
    readonly problem?: PlatformInputs["VoucherProblem"] | null | undefined;
  }
  interface PaymentRequired {
    readonly __typename?: "PaymentRequired";
    readonly booking?: Row.Booking | string | number | Booking | null | undefined;
    readonly amount?: Row.Money | string | number | Money | null | undefined;
  }
  interface AlreadyPaid {
    readonly __typename?: "AlreadyPaid";
    readonly payment?: Row.Payment | string | number | Payment | null | undefined;
  }
  interface CreditTooLow {
    readonly __typename?: "CreditTooLow";
    readonly missing?: Row.Money | string | number | Money | null | undefined;
  }
  interface TooLate {
    readonly __typename?: "TooLate";
    readonly limit?: PlatformInputs["DateTime"] | null | undefined;
  }
  interface NotAllowed {
    readonly __typename?: "NotAllowed";
    readonly message?: PlatformInputs["String"] | null | undefined;
  }
  interface InputError {
    readonly __typename?: "InputError";
    readonly field?: PlatformInputs["String"] | null | undefined;
    readonly message?: PlatformInputs["String"] | null | undefined;
    readonly code?: PlatformInputs["String"] | null | undefined;
  }
  interface ReviewPayload {
    readonly __typename?: "ReviewPayload";
    readonly review?: Row.Review | string | number | Review | null | undefined;
    readonly errors?: readonly (Row.InputError | string | number | InputError)[] | null | undefined;
  }
  interface VoucherPayload {
    readonly __typename?: "VoucherPayload";
    readonly voucher?: Row.Voucher | string | number | Voucher | null | undefined;
    readonly errors?: readonly (Row.InputError | string | number | InputError)[] | null | undefined;
  }
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

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Money?: {
    readonly amount?: Platform.TypedResolver<Row.Money, object, Context<More>, PlatformValues["Int"]>;
    readonly currency?: Platform.TypedResolver<Row.Money, object, Context<More>, PlatformValues["String"]>;
  };
  readonly Customer?: {
    readonly id?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"]>;
    readonly email?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"] | null>;
    readonly role?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["Role"]>;
    readonly credit?: Platform.TypedResolver<Row.Customer, object, Context<More>, Returned.Money>;
    readonly note?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"] | null>;
    readonly bookings?: Platform.TypedResolver<Row.Customer, { readonly status?: PlatformValues["BookingStatus"] | null | undefined; readonly upcoming: PlatformValues["Boolean"] | null }, Context<More>, readonly Returned.Booking[]>;
  };
  readonly Room?: {
    readonly id?: Platform.TypedResolver<Row.Room, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Room, object, Context<More>, PlatformValues["String"]>;
    readonly kind?: Platform.TypedResolver<Row.Room, object, Context<More>, PlatformValues["RoomKind"]>;
    readonly capacity?: Platform.TypedResolver<Row.Room, object, Context<More>, PlatformValues["Int"]>;
    readonly price?: Platform.TypedResolver<Row.Room, object, Context<More>, Returned.Money>;
    readonly closed?: Platform.TypedResolver<Row.Room, object, Context<More>, PlatformValues["Boolean"]>;
    readonly rating?: Platform.TypedResolver<Row.Room, object, Context<More>, PlatformValues["Float"] | null>;
    readonly bookings?: Platform.TypedResolver<Row.Room, { readonly on?: PlatformValues["Date"] | null | undefined }, Context<More>, readonly Returned.Booking[]>;
    readonly reviews?: Platform.TypedResolver<Row.Room, { readonly page: PlatformValues["Int"] | null; readonly perPage: PlatformValues["Int"] | null }, Context<More>, Returned.ReviewPage>;
  };
  readonly Booking?: {
    readonly id?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["ID"]>;
    readonly number?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["String"]>;
    readonly room?: Platform.TypedResolver<Row.Booking, object, Context<More>, Returned.Room>;
    readonly customer?: Platform.TypedResolver<Row.Booking, object, Context<More>, Returned.Customer>;
    readonly startsAt?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["DateTime"]>;
    readonly endsAt?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["DateTime"]>;
    readonly hours?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["Float"]>;
    readonly status?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["BookingStatus"]>;
    readonly guests?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["Int"]>;
    readonly price?: Platform.TypedResolver<Row.Booking, object, Context<More>, Returned.Money>;
    readonly payment?: Platform.TypedResolver<Row.Booking, object, Context<More>, Returned.Payment | null>;
    readonly isPaid?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["Boolean"]>;
    readonly createdAt?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["DateTime"]>;
    readonly cancelledAt?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["DateTime"] | null>;
    readonly reason?: Platform.TypedResolver<Row.Booking, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly Payment?: {
    readonly id?: Platform.TypedResolver<Row.Payment, object, Context<More>, PlatformValues["ID"]>;
    readonly booking?: Platform.TypedResolver<Row.Payment, object, Context<More>, Returned.Booking>;
    readonly amount?: Platform.TypedResolver<Row.Payment, object, Context<More>, Returned.Money>;
    readonly method?: Platform.TypedResolver<Row.Payment, object, Context<More>, PlatformValues["PaymentMethod"]>;
    readonly paidAt?: Platform.TypedResolver<Row.Payment, object, Context<More>, PlatformValues["DateTime"]>;
    readonly refundedAt?: Platform.TypedResolver<Row.Payment, object, Context<More>, PlatformValues["DateTime"] | null>;
  };
  readonly Review?: {
    readonly id?: Platform.TypedResolver<Row.Review, object, Context<More>, PlatformValues["ID"]>;
    readonly room?: Platform.TypedResolver<Row.Review, object, Context<More>, Returned.Room>;
    readonly author?: Platform.TypedResolver<Row.Review, object, Context<More>, Returned.Customer>;
    readonly stars?: Platform.TypedResolver<Row.Review, object, Context<More>, PlatformValues["Int"]>;
    readonly text?: Platform.TypedResolver<Row.Review, object, Context<More>, PlatformValues["String"] | null>;
    readonly createdAt?: Platform.TypedResolver<Row.Review, object, Context<More>, PlatformValues["DateTime"]>;
  };
  readonly Voucher?: {
    readonly id?: Platform.TypedResolver<Row.Voucher, object, Context<More>, PlatformValues["ID"]>;
    readonly code?: Platform.TypedResolver<Row.Voucher, object, Context<More>, PlatformValues["String"]>;
    readonly percent?: Platform.TypedResolver<Row.Voucher, object, Context<More>, PlatformValues["Int"]>;
    readonly expiresAt?: Platform.TypedResolver<Row.Voucher, object, Context<More>, PlatformValues["DateTime"] | null>;
  };
  readonly RoomList?: {
    readonly items?: Platform.TypedResolver<Row.RoomList, object, Context<More>, readonly Returned.Room[]>;
    readonly totalItems?: Platform.TypedResolver<Row.RoomList, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly ReviewPage?: {
    readonly items?: Platform.TypedResolver<Row.ReviewPage, object, Context<More>, readonly Returned.Review[]>;
    readonly page?: Platform.TypedResolver<Row.ReviewPage, object, Context<More>, PlatformValues["Int"]>;
    readonly pages?: Platform.TypedResolver<Row.ReviewPage, object, Context<More>, PlatformValues["Int"]>;
    readonly total?: Platform.TypedResolver<Row.ReviewPage, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly BookingConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.BookingConnection, object, Context<More>, readonly Returned.Booking[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.BookingConnection, object, Context<More>, Returned.PageInfo>;
    readonly totalCount?: Platform.TypedResolver<Row.BookingConnection, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly PageInfo?: {
    readonly hasNextPage?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly endCursor?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly Quote?: {
    readonly room?: Platform.TypedResolver<Row.Quote, object, Context<More>, Returned.Room>;
    readonly price?: Platform.TypedResolver<Row.Quote, object, Context<More>, Returned.Money>;
    readonly saved?: Platform.TypedResolver<Row.Quote, object, Context<More>, Returned.Money>;
  };
  readonly SlotTaken?: {
    readonly room?: Platform.TypedResolver<Row.SlotTaken, object, Context<More>, Returned.Room>;
    readonly until?: Platform.TypedResolver<Row.SlotTaken, object, Context<More>, PlatformValues["DateTime"] | null>;
  };
  readonly TooManyGuests?: {
    readonly capacity?: Platform.TypedResolver<Row.TooManyGuests, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly VoucherRejected?: {
    readonly code?: Platform.TypedResolver<Row.VoucherRejected, object, Context<More>, PlatformValues["String"]>;
    readonly problem?: Platform.TypedResolver<Row.VoucherRejected, object, Context<More>, PlatformValues["VoucherProblem"]>;
  };
  readonly PaymentRequired?: {
    readonly booking?: Platform.TypedResolver<Row.PaymentRequired, object, Context<More>, Returned.Booking>;
    readonly amount?: Platform.TypedResolver<Row.PaymentRequired, object, Context<More>, Returned.Money>;
  };
  readonly AlreadyPaid?: {
    readonly payment?: Platform.TypedResolver<Row.AlreadyPaid, object, Context<More>, Returned.Payment>;
  };
  readonly CreditTooLow?: {
    readonly missing?: Platform.TypedResolver<Row.CreditTooLow, object, Context<More>, Returned.Money>;
  };
  readonly TooLate?: {
    readonly limit?: Platform.TypedResolver<Row.TooLate, object, Context<More>, PlatformValues["DateTime"]>;
  };
  readonly NotAllowed?: {
    readonly message?: Platform.TypedResolver<Row.NotAllowed, object, Context<More>, PlatformValues["String"]>;
  };
  readonly InputError?: {
    readonly field?: Platform.TypedResolver<Row.InputError, object, Context<More>, PlatformValues["String"] | null>;
    readonly message?: Platform.TypedResolver<Row.InputError, object, Context<More>, PlatformValues["String"]>;
    readonly code?: Platform.TypedResolver<Row.InputError, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly ReviewPayload?: {
    readonly review?: Platform.TypedResolver<Row.ReviewPayload, object, Context<More>, Returned.Review | null>;
    readonly errors?: Platform.TypedResolver<Row.ReviewPayload, object, Context<More>, readonly Returned.InputError[]>;
  };
  readonly VoucherPayload?: {
    readonly voucher?: Platform.TypedResolver<Row.VoucherPayload, object, Context<More>, Returned.Voucher | null>;
    readonly errors?: Platform.TypedResolver<Row.VoucherPayload, object, Context<More>, readonly Returned.InputError[]>;
  };
  readonly Query?: {
    readonly me?: Platform.TypedResolver<object, object, Context<More>, Returned.Customer>;
    readonly rooms?: Platform.TypedResolver<object, { readonly options?: Input.RoomOptions | null | undefined }, Context<More>, Returned.RoomList>;
    readonly room?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Room | null>;
    readonly bookings?: Platform.TypedResolver<object, { readonly filter?: Input.BookingFilter | null | undefined; readonly orderBy?: Input.BookingOrder | null | undefined; readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined }, Context<More>, Returned.BookingConnection>;
    readonly booking?: Platform.TypedResolver<object, { readonly number: PlatformValues["String"] }, Context<More>, Returned.Booking | null>;
    readonly quote?: Platform.TypedResolver<object, { readonly input: Input.BookInput }, Context<More>, Returned.QuoteResult>;
    readonly search?: Platform.TypedResolver<object, { readonly text: PlatformValues["String"] }, Context<More>, readonly Returned.SearchHit[]>;
    readonly revenue?: Platform.TypedResolver<object, { readonly month: PlatformValues["String"] }, Context<More>, Returned.Money>;
  };
  readonly Mutation?: {
    readonly book?: Platform.TypedResolver<object, { readonly input: Input.BookInput }, Context<More>, Returned.BookingResult>;
    readonly pay?: Platform.TypedResolver<object, { readonly bookingId: PlatformValues["ID"]; readonly method: PlatformValues["PaymentMethod"] }, Context<More>, Returned.PayResult>;
    readonly cancel?: Platform.TypedResolver<object, { readonly bookingId: PlatformValues["ID"]; readonly reason?: PlatformValues["String"] | null | undefined }, Context<More>, Returned.CancelResult>;
    readonly reschedule?: Platform.TypedResolver<object, { readonly bookingId: PlatformValues["ID"]; readonly period: Input.Period }, Context<More>, Returned.RescheduleResult>;
    readonly review?: Platform.TypedResolver<object, { readonly input: Input.ReviewInput }, Context<More>, Returned.ReviewPayload>;
    readonly closeRoom?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly closed: PlatformValues["Boolean"] }, Context<More>, Returned.Room>;
    readonly updateProfile?: Platform.TypedResolver<object, { readonly input: Input.ProfileInput }, Context<More>, Returned.Customer>;
    readonly createVoucher?: Platform.TypedResolver<object, { readonly input: Input.VoucherInput }, Context<More>, Returned.VoucherPayload>;
  };
}
