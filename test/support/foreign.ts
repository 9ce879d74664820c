/**
 * Text that others choose, for property tests: names, descriptions, messages and files of a hostile server or
 * schema.
 */

import fc from "fast-check";

/** What compilers, linters and test runners read in comments. */
export const DIRECTIVES: readonly string[] = [
  "@ts-expect-error",
  "@ts-ignore",
  "@ts-nocheck",
  "@ts-check",
  "@jsx h",
  "@flow",
  // In two parts: test runners read comments and strings of this file.
  `@${"vitest"}-environment jsdom`,
  `@${"jest"}-environment jsdom`,
  "eslint-disable",
  "biome-ignore-all lint: x",
  "prettier-ignore",
  "deno-lint-ignore",
  "istanbul ignore file",
  "c8 ignore next",
  "v8 ignore start",
  "# sourceMappingURL=x.js",
  "@__PURE__",
];

const MARKUP = [
  "<script>alert(1)</script>",
  "<img src=x onerror=y>",
  "</code>",
  "</title>",
  "<!--",
  "-->",
  "]]>",
  '" onload="x',
  "[click](https://evil.example)",
  "![x](https://evil.example/x)",
  "@someone",
  "#1",
  "`",
  "```",
  "~~~",
  "|",
  "\\",
  "&amp;",
  "&#58;",
];

/** Workflow commands of GitHub, GitLab and Azure. */
const COMMANDS = [
  "::error::x",
  "::add-mask::x",
  "##[group]x",
  "##vso[task.complete]",
  "%0A::error::x",
  "::stop-commands::x",
];

/** Escapes of terminals, other controls, bidi, separators, invisible characters. */
const UNSEEN_PIECES = [
  "\u001b[2J",
  "\u001b]0;title\u0007",
  "\u001b]8;;https://evil.example\u0007",
  "\u001b[6n",
  "\u001b[?1049h",
  "\u001bP1$r\u001b\\",
  "\u009b31m",
  "\u0090q",
  "\u0000",
  "\u0007",
  "\u0008",
  "\u007f",
  "\u0085",
  "\u2028",
  "\u2029",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ufeff",
  "\u{e0041}",
  "\ud800",
  "\uffff",
];

/** Ends of comments, of strings and of literals. */
const CODE = ["*/", "/*", "//", "///", "$\u007bprocess}", "'", '"', '"""'];

const SPACES = ["\n", "\r\n", "\r", "\t", " "];

const HARMLESS = ["é", "😀", "word", "x".repeat(1_000)];

export const PIECES: readonly string[] = [
  ...MARKUP,
  ...COMMANDS,
  ...UNSEEN_PIECES,
  ...CODE,
  ...SPACES,
  ...HARMLESS,
  ...DIRECTIVES,
];

/** Any code point, also of a lone surrogate. The unit "binary" of fast-check takes a second to prepare. */
export const codePoint: fc.Arbitrary<string> = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point));

export const foreignTexts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 12 })
  .map((pieces) => pieces.join(""));

/** What a reader does not see, except line breaks, tabs, and the joiners that scripts and emoji need. */
export const UNSEEN: RegExp = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\ufffe\uffff]/u;

/** Commands of CI. GitHub and Azure find those of the second form anywhere in a line. */
export const WORKFLOW_COMMAND: RegExp = /^\s*::\w|##(?:vso)?\[/im;

/** Commands of GitHub as the reports write them. */
export const OWN_COMMAND: RegExp =
  /^::(?:error|warning|notice) (?:file=[^:,\n]*,line=\d+,col=\d+,)?title=[^:,\n]*::/gm;

/** A GraphQL string with the text. */
export function quoteGraphql(text: string): string {
  return `"${text.toWellFormed().replaceAll(/[^ !#-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
}
