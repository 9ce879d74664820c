/** Default TypeScript types of custom scalars. */

/** TypeScript type of a scalar, or different types for variables (`input`) and results (`output`). */
export type ScalarType = string | { readonly input: string; readonly output: string };

/** Returns the TypeScript type of a scalar in variables or in results. */
export function selectType(scalar: ScalarType, direction: "input" | "output"): string {
  return typeof scalar === "string" ? scalar : scalar[direction];
}

const NAMES: Readonly<Record<string, string>> = {
  string: `
    Date DateTime DateTimeISO Duration ISO8601Date ISO8601DateTime LocalDate LocalDateTime LocalTime Time TimeZone
    Email EmailAddress HTML Hostname IPv4 IPv6 Markdown PhoneNumber URI URL
    Base64 Byte CountryCode Currency Cursor GUID JSONString JWT Locale NonEmptyString SemVer UUID`,
  // Platforms send these as JSON numbers, or as strings to keep all digits.
  "string | number": "BigDecimal BigInt Decimal Int64 Long Timestamp",
  number: "NegativeInt NonNegativeInt PositiveInt Port UnsignedInt",
  // Can be any value, so your code must check it.
  unknown: "JSON",
  "Readonly<Record<string, unknown>>": "JSONObject",
};

/**
 * TypeScript types of common custom scalars. They describe the JSON values: a `DateTime` is a string, not a
 * `Date`. Other scalars are `unknown`.
 */
export const scalars: Readonly<Record<string, ScalarType>> = Object.fromEntries(
  Object.entries(NAMES).flatMap(([type, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, type]),
  ),
);
