/** The one place that says which TypeScript type stands for which custom scalar. */

/** A TypeScript type for a scalar, or one for variables (`input`) and another one for results (`output`). */
export type ScalarType = string | { readonly input: string; readonly output: string };

const text = "string";

/** Platforms differ in whether they send these as a JSON number or, to keep every digit, as a string. */
const digits = "string | number";

/**
 * Custom scalars that one would expect, and their TypeScript types. Values are as they travel in JSON: nothing is parsed,
 * so a `DateTime` is a string and not a `Date`. A scalar that is not listed becomes `unknown`, never `any`.
 */
export const scalars: Readonly<Record<string, ScalarType>> = {
  Date: text,
  DateTime: text,
  DateTimeISO: text,
  Duration: text,
  ISO8601Date: text,
  ISO8601DateTime: text,
  LocalDate: text,
  LocalDateTime: text,
  LocalTime: text,
  Time: text,
  TimeZone: text,
  Timestamp: digits,

  BigDecimal: digits,
  BigInt: digits,
  Decimal: digits,
  Int64: digits,
  Long: digits,
  Byte: text,
  NegativeInt: "number",
  NonNegativeInt: "number",
  PositiveInt: "number",
  Port: "number",
  UnsignedInt: "number",

  Base64: text,
  CountryCode: text,
  Currency: text,
  Cursor: text,
  Email: text,
  EmailAddress: text,
  GUID: text,
  HTML: text,
  Hostname: text,
  IPv4: text,
  IPv6: text,
  JWT: text,
  Locale: text,
  Markdown: text,
  NonEmptyString: text,
  PhoneNumber: text,
  SemVer: text,
  URI: text,
  URL: text,
  UUID: text,

  // JSON is whatever the platform stored: `unknown` makes the reader check it.
  JSON: "unknown",
  JSONObject: "Readonly<Record<string, unknown>>",
  JSONString: text,
};
