/** Foreign text in GitHub's Markdown: shown as it is, calling nobody and marking nothing up. */

import { printable } from "../printable.ts";

/** Text for prose and, since pipes are escaped too, for the cells of a table. */
export function escapeText(text: string): string {
  return printable(text)
    .replaceAll(/[\\`*_[\]>|~$]|^[#+=-]|(?<=^\d+)[.)]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[@#](?=\w)/g, "$&&#8203;");
}

/** Code in prose, in a cell or in HTML. Plain names get backticks, anything else a tag that needs no counting of them. */
export function escapeCode(text: string): string {
  const shown = printable(text);
  return /^[\w.:/()@${} -]+$/.test(shown) ? `\`${shown}\`` : `<code>${escapeEntities(shown)}</code>`;
}

/** Text within a tag, where Markdown is not read but HTML is. */
export function escapeMarkup(text: string): string {
  return escapeEntities(printable(text)).replaceAll(/(?<=@|&#35;)(?=\w)/g, "&#8203;");
}

/** A block of code between fences that nothing in it can close. */
export function fence(language: string, lines: readonly string[]): string {
  const ticks = lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length);
  const fence = "`".repeat(Math.max(2, ...ticks) + 1);
  return [`${fence}${language}`, ...lines, fence].join("\n");
}

/** Every mark that HTML or Markdown could read, as a character reference. */
function escapeEntities(text: string): string {
  return text.replaceAll(/[^\w\s.,:;/()@-]|_/gu, (mark) => (/[!-~]/.test(mark) ? `&#${mark.codePointAt(0)};` : mark));
}
