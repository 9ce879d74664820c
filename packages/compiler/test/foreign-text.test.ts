/**
 * Text of others on its way out: one function for each destination. The reports and the commands have tests
 * of their own.
 */

import fc from "fast-check";
import { buildClientSchema, buildSchema, introspectionFromSchema, printSchema } from "graphql";
import { expect, test } from "vitest";
import { codePoint } from "../../../test/support/foreign.ts";
import { SAMPLES } from "../../../test/support/random.ts";
import { ink, joinInk, paint, renderInk, toLines } from "../src/text/ink.ts";
import { html } from "../src/text/markup.ts";
import { printableSdl } from "../src/text/printable-sdl.ts";
import { renderString } from "../src/text/render-json.ts";

const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\ufffe\uffff]/u;
const texts = fc.string({ unit: codePoint, maxLength: 30 });

test("a terminal shows styles of the program alone, whatever the text contains", () => {
  const hostile = "\u001b[31mred\u009b2J\r\n\u202e\u0007\u{e0041}";
  const shown = renderInk(ink`${paint("bold", hostile)}\n`, true);
  expect(shown).toBe("\u001b[1m\\u001b[31mred\\u009b2J\\r\\n\\u202e\\u0007\\u{e0041}\u001b[22m\n");
  expect(renderInk(ink`${paint("bold", hostile)}\n`, false)).toBe(
    "\\u001b[31mred\\u009b2J\\r\\n\\u202e\\u0007\\u{e0041}\n",
  );
});

test("styles are in each other, and empty text has none", () => {
  const nested = ink`a ${paint("dim", ink`b ${paint("cyan", "c")}\n${[ink`d`, paint("green", "e")]}`)}${paint("yellow", "")}`;
  expect(renderInk(nested, true)).toBe(
    "a \u001b[2mb \u001b[36mc\u001b[39m\nd\u001b[32me\u001b[39m\u001b[22m",
  );
  expect(renderInk(nested, false)).toBe("a b c\nde");
  expect(renderInk(joinInk(["a\t", "b", ink`c`], " \t"), true)).toBe("a\\t \\tb \\tc");
});

test("a line starts no command of CI, even if two values or a style make it up", () => {
  const values = [
    ink`${":"}${":error::x"}`,
    ink`  ${"::add-mask::x"}`,
    ink`${"#"}${"#[group]x"}`,
    ink`a ${"##vso[x]"} ${"##VSO[y]"}`,
  ];
  expect(renderInk(toLines(values), false)).toBe(
    "\\u003a:error::x\n  \\u003a:add-mask::x\n\\u0023#[group]x\na \\u0023#vso[x] \\u0023#VSO[y]\n",
  );
  expect(renderInk(joinInk([paint("red", "::error::x"), "b"], ink`\n`), false)).toBe("\\u003a:error::x\nb");
});

test("text at the start of an element is no command of CI", () => {
  expect(html`<p>\n${"::error::x"}\n${" ::error::x"}</p>`.markup).toBe(
    "<p>\n&#58;:error::x\n &#58;:error::x</p>",
  );
});

test("a string in quotes is the same string in JavaScript, and shows all of its characters", () => {
  const check = (text: string) => {
    const rendered = renderString(text);
    expect(JSON.parse(rendered)).toBe(text);
    expect(rendered.match(UNSEEN)).toBeNull();
  };
  fc.assert(fc.property(texts, check), { numRuns: 200 * SAMPLES, seed: 1 });
});

test("SDL has the descriptions, reasons and defaults of the schema, and shows all of their characters", () => {
  const template = introspectionFromSchema(buildSchema("type Query { a(b: String): Int @deprecated }"));
  const check = (text: string) => {
    const value = text.toWellFormed();
    const { __schema } = structuredClone(template);
    const query = __schema.types.find(({ name }) => name === "Query");
    const [field] = query?.kind === "OBJECT" ? query.fields : [];
    Object.assign(query ?? {}, { description: value });
    Object.assign(field ?? {}, { description: `${value}\n  x`, deprecationReason: value });
    Object.assign(field?.args[0] ?? {}, { defaultValue: JSON.stringify(value) });
    const sdl = printableSdl(`${printSchema(buildClientSchema({ __schema }))}\n`);
    expect(sdl.match(UNSEEN)).toBeNull();
    const read = buildSchema(sdl).getQueryType();
    const { a } = read?.getFields() ?? {};
    expect([
      read?.description ?? "",
      a?.description,
      a?.deprecationReason,
      a?.args[0]?.defaultValue ?? a?.args[0]?.default,
    ]).toEqual([value, `${value}\n  x`, value, expect.anything()]);
  };
  for (const text of ["\u202e", "a\nb\u200b", "##[group]\u0085", "tab\tx\u0000", "😀\u{e0041}"]) check(text);
  fc.assert(fc.property(texts, check), { numRuns: 50 * SAMPLES, seed: 1 });
});

test("SDL keeps the descriptions whose characters are all seen as they are", () => {
  const text = '"""plain"""\ntype Query {\n  """x\u202e"""\n  a: Int\n}\n';
  expect(printableSdl(text)).toBe('"""plain"""\ntype Query {\n  "x\\u202e"\n  a: Int\n}\n');
  expect(printableSdl('"\ud800\u202e" type Query { a: Int }')).toBe(
    '"\ufffd\\u202e"\ntype Query {\n  a: Int\n}\n',
  );
  const seen = "type  Query{a:Int} # comment";
  expect(printableSdl(seen)).toBe(seen);
});
