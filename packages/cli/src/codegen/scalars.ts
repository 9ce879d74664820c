/** Default TypeScript types of custom scalars. */

/** TypeScript type of a scalar, or different types for variables (`input`) and results (`output`). */
export type ScalarType = string | { readonly input: string; readonly output: string };

const text = "string";

/** Platforms send these as JSON numbers, or as strings to keep all digits. */
const digits = "string | number";

/**
 * TypeScript types of common custom scalars. They describe the JSON values: a `DateTime` is a string, not a `Date`. Other
 * scalars are `unknown`.
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

  // Can be any value, so your code must check it.
  JSON: "unknown",
  JSONObject: "Readonly<Record<string, unknown>>",
  JSONString: text,
};
