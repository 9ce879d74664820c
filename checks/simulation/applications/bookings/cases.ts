/** Tests and bugs of the application that books rooms. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import type { Bug } from "../../seeded-bugs.ts";
import type { Cases } from "../application.ts";
import type { create } from "./bookings.ts";

export const now = Date.UTC(2031, 2, 3, 12);
export const users = ["c1", "c2", "c3", "c4"] as const;
export const userType = "Customer";

/** `3 10` is 10 o'clock on the third of March. */
const at = (text: string) => {
  const [day = "", hour = ""] = text.split(" ");
  return `2031-03-${day.padStart(2, "0")}T${hour.padStart(2, "0")}:00:00.000Z`;
};
const period = (from: string, to: string) => ({ from: at(from), to: at(to) });
const euro = (amount: number) => ({ amount, currency: "EUR" });

const booking = (index: number, room: string, customer: string, [from = "", to = ""]: readonly string[]) => ({
  id: `b${index}`,
  number: `B-100${index}`,
  room,
  customer,
  guests: 2,
  startsAt: at(from),
  endsAt: at(to),
  createdAt: `2031-02-0${7 - index}T08:00:00.000Z`,
  cancelledAt: null,
  reason: null,
});
const room = (id: string, name: string, kind: string, capacity: number, price: number, closed = false) => ({
  id,
  name,
  kind,
  capacity,
  price: euro(price),
  closed,
});
const review = (id: string, roomId: string, stars: number, day: number) => ({
  id,
  room: roomId,
  author: "c4",
  stars,
  text: null,
  createdAt: at(`${day} 9`).replace("-03-", "-01-"),
});

export const data = {
  Customer: [
    {
      id: "c1",
      name: "Kim Berg",
      email: "kim@example.com",
      role: "MEMBER",
      credit: euro(7000),
      note: "Likes court A",
    },
    { id: "c2", name: "Lee Moss", email: "lee@example.com", role: "GUEST", credit: euro(0), note: null },
    { id: "c3", name: "Sam Ito", email: "sam@example.com", role: "STAFF", credit: euro(0), note: null },
    {
      id: "c4",
      name: "Ola Berger",
      email: "ola@example.com",
      role: "MEMBER",
      credit: euro(1000),
      note: null,
    },
  ],
  Room: [
    room("r1", "Court B", "COURT", 4, 2400),
    room("r2", "Court A", "COURT", 4, 2000),
    room("r3", "Studio", "STUDIO", 12, 3600),
    room("r4", "Great Hall", "HALL", 80, 9000),
    room("r5", "Old Court", "COURT", 6, 1000, true),
  ],
  Booking: [
    { ...booking(1, "r1", "c1", ["4 10", "4 12"]), status: "CONFIRMED", price: euro(4320), payment: "p1" },
    { ...booking(2, "r1", "c2", ["4 14", "4 15"]), status: "HELD", price: euro(2400), payment: null },
    { ...booking(3, "r3", "c1", ["5 18", "5 20"]), status: "CONFIRMED", price: euro(6480), payment: null },
    { ...booking(4, "r2", "c4", ["3 16", "3 17"]), status: "CONFIRMED", price: euro(1800), payment: "p4" },
    { ...booking(5, "r1", "c1", ["1 10", "1 11"]), status: "CONFIRMED", price: euro(2160), payment: "p5" },
    { ...booking(6, "r1", "c4", ["6 10", "6 12"]), status: "CANCELLED", price: euro(4320), payment: null },
  ],
  Payment: [
    { id: "p1", amount: euro(4320), method: "CARD", paidAt: "2031-02-28T10:00:00.000Z", refundedAt: null },
    { id: "p4", amount: euro(1800), method: "CREDIT", paidAt: "2031-03-01T10:00:00.000Z", refundedAt: null },
    { id: "p5", amount: euro(2160), method: "CARD", paidAt: "2031-02-19T10:00:00.000Z", refundedAt: null },
  ],
  Review: [
    review("v1", "r1", 5, 1),
    review("v2", "r1", 2, 5),
    review("v3", "r1", 4, 3),
    review("v4", "r3", 5, 2),
    review("v5", "r1", 3, 4),
    review("v6", "r1", 4, 2),
  ],
  Voucher: [
    { id: "u1", code: "SPRING", percent: 20, expiresAt: "2031-04-01T00:00:00.000Z" },
    { id: "u2", code: "WINTER", percent: 15, expiresAt: "2031-02-28T00:00:00.000Z" },
  ],
};

const [KIM, LEE, SAM, OLA] = users;

export const cases: Cases<ReturnType<typeof create>> = {
  async "lists the open courts"(as) {
    deepEqual(await (await as(KIM)).courts(), ["Court B", "Court A"]);
    deepEqual(await (await as(SAM)).courts(), ["Court B", "Court A", "Old Court"]);
  },
  async "sorts rooms by price"(as) {
    deepEqual(await (await as(KIM)).cheapest(), ["Court A", "Court B", "Studio", "Great Hall"]);
  },
  async "shows the best rated rooms"(as) {
    deepEqual(await (await as(KIM)).bestRated(), ["Studio", "Court B"]);
  },
  async "finds rooms for a group within a budget, the largest first"(as) {
    deepEqual(await (await as(KIM)).forGroup(4, 3600), ["Studio", "Court B", "Court A"]);
    deepEqual(await (await as(KIM)).forGroup(12, 9000), ["Great Hall", "Studio"]);
  },
  async "searches rooms in any case"(as) {
    deepEqual(await (await as(KIM)).searchRooms("court"), ["Court B", "Court A"]);
  },
  async "lists rooms that are free in a period"(as) {
    deepEqual(await (await as(KIM)).freeRooms(period("4 11", "4 13")), ["Court A", "Studio", "Great Hall"]);
    deepEqual(await (await as(SAM)).freeRooms(period("4 12", "4 14")), [
      "Court B",
      "Court A",
      "Studio",
      "Great Hall",
    ]);
  },
  async "pages rooms by name"(as) {
    const app = await as(KIM);
    deepEqual(await app.roomPage(1), { names: ["Court A", "Court B"], pages: 2 });
    deepEqual(await app.roomPage(2), { names: ["Great Hall", "Studio"], pages: 2 });
  },
  async "shows a room with its rating"(as) {
    const app = await as(KIM);
    deepEqual(await app.room("r1"), { name: "Court B", rating: 3.6, price: "24.00 EUR" });
    deepEqual(await app.room("r4"), { name: "Great Hall", rating: "none", price: "90.00 EUR" });
    equal(await app.room("r9"), null);
  },
  async "shows the agenda of a room without cancelled bookings"(as) {
    const app = await as(KIM);
    deepEqual(await app.agenda("r1", "2031-03-04"), ["10:00 2 h Kim Berg", "14:00 1 h Lee Moss"]);
    deepEqual(await app.agenda("r1"), ["10:00 1 h Kim Berg", "10:00 2 h Kim Berg", "14:00 1 h Lee Moss"]);
  },
  async "reads all reviews, the newest first"(as) {
    const app = await as(KIM);
    deepEqual(await app.stars("r1"), [2, 3, 4, 4, 5]);
    deepEqual(await app.stars("r4"), []);
    equal(await app.reviewCount("r1"), 5);
  },
  async "shows the profile"(as) {
    const credit = { amount: 7000, currency: "EUR" };
    const shown = {
      name: "Kim Berg",
      email: "kim@example.com",
      role: "MEMBER",
      note: "Likes court A",
      credit,
    };
    deepEqual(await (await as(KIM)).me(), shown);
    equal(await (await as(OLA)).credit(), "10.00 EUR");
  },
  async "lists the own bookings by date"(as) {
    const app = await as(KIM);
    deepEqual(await app.myBookings(), ["B-1005", "B-1001", "B-1003"]);
    deepEqual(await app.upcoming(), ["B-1001", "B-1003"]);
    deepEqual(await (await as(OLA)).myBookings("CANCELLED"), ["B-1006"]);
  },
  async "shows bookings and contacts to their owner and to staff"(as) {
    equal(await (await as(KIM)).contact("B-1001"), "Kim Berg <kim@example.com>");
    equal(await (await as(KIM)).contact("B-1002"), "no such booking");
    equal(await (await as(SAM)).contact("B-1002"), "Lee Moss <lee@example.com>");
  },
  async "quotes prices with discounts"(as) {
    equal(await (await as(LEE)).quote("r1", period("7 10", "7 12")), "48.00 EUR, saves 0");
    equal(await (await as(KIM)).quote("r1", period("7 10", "7 12")), "43.20 EUR, saves 480");
    equal(
      await (await as(KIM)).quote("r1", period("7 10", "7 11"), { voucher: "SPRING" }),
      "16.80 EUR, saves 720",
    );
  },
  async "says why there is no quote"(as) {
    const app = await as(KIM);
    equal(await app.quote("r1", period("4 11", "4 13")), `taken until ${at("4 12")}`);
    equal(await app.quote("r5", period("4 11", "4 13")), "closed");
    equal(await app.quote("r1", period("7 10", "7 11"), { guests: 5 }), "at most 4 guests");
    equal(await app.quote("r1", period("7 10", "7 11"), { voucher: "WINTER" }), "voucher WINTER is expired");
    equal(await app.quote("r1", period("7 10", "7 11"), { voucher: "NONE" }), "no voucher NONE");
  },
  async "books a room for a member"(as) {
    const app = await as(KIM);
    equal(await app.book("r2", period("8 9", "8 12"), 3), "booked B-1007 for 54.00 EUR");
    deepEqual(await app.upcoming(), ["B-1001", "B-1003", "B-1007"]);
    equal(await app.book("r2", period("8 11", "8 13")), `taken until ${at("8 12")}`);
    equal(await app.book("r2", period("9 11", "9 13"), 5), "at most 4 guests");
  },
  async "books with a voucher"(as) {
    const app = await as(KIM);
    equal(await app.book("r2", period("8 9", "8 10"), 1, "SPRING"), "booked B-1007 for 14.00 EUR");
    equal(await app.book("r2", period("9 9", "9 10"), 1, "WINTER"), "voucher WINTER is expired");
  },
  async "holds a room for a guest until it is paid"(as) {
    const app = await as(LEE);
    equal(await app.book("r2", period("8 9", "8 10")), "held B-1007, pay 20.00 EUR");
    deepEqual(await app.myBookings("HELD"), ["B-1002", "B-1007"]);
    deepEqual(await app.pay("b2", "CARD"), { status: "CONFIRMED", isPaid: true });
    deepEqual(await app.myBookings("HELD"), ["B-1007"]);
  },
  async "pays with credit"(as) {
    const app = await as(KIM);
    deepEqual(await app.pay("b3", "CREDIT"), { status: "CONFIRMED", isPaid: true });
    equal(await app.credit(), "5.20 EUR");
    equal(await app.pay("b1", "CARD"), "paid on 2031-02-28");
    equal(await app.pay("b2", "CARD"), "This is not your booking.");
    equal(await (await as(LEE)).pay("b2", "CREDIT"), "missing 24.00 EUR");
  },
  async "cancels a booking up to a day before, with a refund"(as) {
    const app = await as(OLA);
    equal(await app.cancel("b4"), `until ${at("2 16")}`);
    equal(await app.cancel("b3"), "This is not your booking.");
    const kim = await as(KIM);
    deepEqual(await kim.cancel("b3", "ill"), { status: "CANCELLED", reason: "ill", isPaid: false });
    deepEqual(await (await as(SAM)).cancel("b4"), { status: "CANCELLED", reason: null, isPaid: false });
    equal(await (await as(SAM)).revenue("2031-03"), "0.00 EUR");
  },
  async "reschedules a booking"(as) {
    const app = await as(KIM);
    equal(await app.reschedule("b1", period("4 14", "4 16")), `taken until ${at("4 15")}`);
    equal(await app.reschedule("b2", period("7 14", "7 16")), "This is not your booking.");
    equal(await app.reschedule("b1", period("4 11", "4 13")), at("4 11"));
    deepEqual(await app.agenda("r1", "2031-03-04"), ["11:00 2 h Kim Berg", "14:00 1 h Lee Moss"]);
  },
  async "reviews a room that the customer visited"(as) {
    const app = await as(KIM);
    deepEqual(await app.review("r1", 5, null), { stars: 5, text: null, author: { name: "Kim Berg" } });
    equal(await app.reviewCount("r1"), 6);
    await rejects(app.review("r1", 6, "Great"), /stars must be from 1 to 5/);
    await rejects(app.review("r3", 4, "Great"), /roomId was not visited/);
  },
  async "closes a room as staff"(as) {
    equal(await (await as(KIM)).close("r1", true), "only for staff");
    equal(await (await as(SAM)).close("r1", true), true);
    equal(await (await as(SAM)).close("r5", false), false);
    deepEqual(await (await as(KIM)).courts(), ["Court A", "Old Court"]);
  },
  async "changes one field of the profile"(as) {
    const app = await as(KIM);
    deepEqual(await app.rename("Kim B."), { name: "Kim B.", note: "Likes court A" });
    deepEqual(await app.clearNote(), { name: "Kim B.", note: null });
  },
  async "creates vouchers as staff"(as) {
    equal(await (await as(KIM)).createVoucher("MAY", 10, null), "only for staff");
    const app = await as(SAM);
    deepEqual(await app.createVoucher("MAY", 10, null), { code: "MAY", percent: 10, expiresAt: null });
    equal(await app.createVoucher("SPRING", 10, null), "code exists");
    equal(
      await (await as(LEE)).quote("r2", period("8 9", "8 10"), { voucher: "MAY" }),
      "18.00 EUR, saves 200",
    );
  },
  async "lists bookings for staff"(as) {
    const app = await as(SAM);
    deepEqual(await app.held(), ["B-1002"]);
    deepEqual(await app.unpaid(), ["B-1002", "B-1003"]);
    deepEqual(await app.ofCustomer("berg"), ["B-1005", "B-1004", "B-1001", "B-1003", "B-1006"]);
    deepEqual(await app.ofCustomer("berg", "r1"), ["B-1005", "B-1001", "B-1006"]);
    deepEqual(await app.inPeriod(period("4 0", "5 0")), ["B-1001", "B-1002"]);
    deepEqual(await app.mostExpensive(), ["B-1003", "B-1001"]);
    deepEqual(await app.allBookings(), ["B-1005", "B-1004", "B-1001", "B-1002", "B-1003", "B-1006"]);
    equal(await (await as(KIM)).allBookings(), "only for staff");
  },
  async "searches what the user can see"(as) {
    deepEqual(await (await as(KIM)).search("court"), ["Room Court B", "Room Court A", "Room Old Court"]);
    deepEqual(await (await as(SAM)).search("berg"), ["Customer Kim Berg", "Customer Ola Berger"]);
    deepEqual(await (await as(KIM)).search("berg"), []);
    deepEqual(await (await as(KIM)).search("B-1001"), ["Booking B-1001"]);
  },
  async "adds up the payments of a month for staff"(as) {
    equal(await (await as(SAM)).revenue("2031-02"), "64.80 EUR");
    equal(await (await as(KIM)).revenue("2031-02"), "only for staff");
  },
};

export const bugs: readonly Bug[] = [
  { title: "all kinds of rooms are listed", from: '{ kinds: ["COURT"] }', to: "{}" },
  { title: "the worst price is first", from: '{ sort: "CHEAPEST" }', to: '{ sort: "BEST_RATED" }' },
  { title: "the budget is not sent", from: "minCapacity: size, maxPrice: budget,", to: "minCapacity: size," },
  { title: "the group has one more", from: "minCapacity: size,", to: "minCapacity: size + 1," },
  { title: "the first page is skipped", from: "skip: (page - 1) * PAGE_SIZE", to: "skip: page * PAGE_SIZE" },
  { title: "the last page is not counted", from: "Math.ceil(totalItems", to: "Math.floor((totalItems - 1)" },
  { title: "a rating that is missing is null", from: 'room.rating ?? "none"', to: "room.rating" },
  { title: "prices are in cents", from: "(amount / 100).toFixed(2)", to: "amount.toFixed(2)" },
  { title: "the day is not sent", from: "(AGENDA, { id, on })", to: "(AGENDA, { id })" },
  { title: "the last reviews are not read", from: "page <= pages; page++", to: "page < pages; page++" },
  { title: "past bookings are upcoming", from: "{ upcoming: true }", to: "{ upcoming: false }" },
  { title: "a closed room is taken until null", from: 'result.until === null ? "closed" : ', to: "" },
  { title: "no voucher has expired", from: 'result.problem === "EXPIRED"', to: 'result.problem === "OLD"' },
  { title: "a held booking is a booking", from: 'case "PaymentRequired":', to: 'case "PaymentPending":' },
  {
    title: "the voucher is not sent",
    from: "execute(BOOK, { input: { roomId, period, guests, voucher",
    to: "execute(BOOK, { input: { roomId, period, guests",
  },
  { title: "the card is charged", from: "(PAY, { id, method })", to: '(PAY, { id, method: "CARD" })' },
  { title: "the reason is not sent", from: "(CANCEL, { id, reason })", to: "(CANCEL, { id })" },
  {
    title: "errors of reviews are ignored",
    from: "const [error] = review.errors;",
    to: "const [error] = [] as typeof review.errors;",
  },
  {
    title: "the forbidden error is not recognized",
    from: 'codeOf(error) === "FORBIDDEN"',
    to: 'codeOf(error) === "UNAUTHORIZED"',
  },
  { title: "a cleared note is left out", from: "{ input: { note: null } }", to: "{ input: {} }" },
  { title: "paid bookings are listed, too", from: "numbers({ unpaid: true })", to: "numbers({})" },
  {
    title: "the cheapest bookings are first",
    from: '{ field: "PRICE", direction: "DESC" }',
    to: '{ field: "PRICE" }',
  },
];
