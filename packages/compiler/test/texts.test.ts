/** Texts at their limits: numbers and lists in sentences, cuts, and foreign text in Markdown and in TypeScript. */

import { expect, test } from "vitest";
import { isTooDeep, MAX_JSON_DEPTH } from "../src/text/json-depth.ts";
import { code, fence, fillRoom, text, textInTag } from "../src/text/markdown-text.ts";
import { findNearest } from "../src/text/nearest.ts";
import { count, cut, listSome, onOneLine } from "../src/text/phrases.ts";
import { renderJson } from "../src/text/render-json.ts";
import { renderComment, renderTextLiteral } from "../src/text/typescript-text.ts";

test("numbers, lists and messages in sentences", () => {
  expect([0, 1, 2].map((number) => count(number, "entry", "entries"))).toEqual([
    "0 entries",
    "1 entry",
    "2 entries",
  ]);
  expect(count(2, "call")).toBe("2 calls");
  expect(
    [["a"], ["a", "b"], ["a", "b", "c"]].map((names) => listSome(names, 2, (name) => `<${name}>`)),
  ).toEqual(["<a>", "<a>, <b>", "<a>, <b> and 1 more"]);
  expect(["abc", "abcd", "ab😀d", "😀ab"].map((word) => cut(word, 3))).toEqual([
    "abc",
    "abc…",
    "ab…",
    "😀a…",
  ]);
  expect(onOneLine("  One. \n\n\t Two.\n")).toBe("One. Two.");
});

test("a list is cut to its room, of which the sentence about the rest needs 120 characters", () => {
  const fill = (lengths: readonly number[], room: number) =>
    fillRoom(lengths, {
      room,
      separator: "; ",
      render: (length) => "x".repeat(length),
      renderRest: (rest) => `${rest} more`,
    });
  expect(fill([], 10)).toBe("");
  expect([fill([8], 10), fill([8], 9)]).toEqual(["xxxxxxxx", "1 more"]);
  expect([fill([3, 5], 125), fill([3, 5], 124)]).toEqual(["xxx; xxxxx", "2 more"]);
  expect(fill([3, 5, 1], 125)).toBe("xxx; 2 more");
  expect(fill([3, 5, 1], 132)).toBe("xxx; xxxxx; x");
  expect(fill([3, 5, 200], 132)).toBe("xxx; xxxxx; 1 more");
});

test("text, code and tags of Markdown show the characters of foreign text", () => {
  const foreign = "#1. *a* `b` _c_ [d](e) <f> g|h ~i~ $j$ @k #l & \\ \u202e\n2) m";
  expect(text(foreign)).toMatchInlineSnapshot(
    `"\\#&#8203;1. \\*a\\* \\\`b\\\` \\_c\\_ \\[d\\](e) &lt;f\\> g\\|h \\~i\\~ \\$j\\$ @&#8203;k #&#8203;l &amp; \\\\ \\\\u202e 2) m"`,
  );
  expect([text("1. a"), text("- a"), text("a - b"), text("x".repeat(601))]).toEqual([
    "1\\. a",
    "\\- a",
    "a - b",
    `${"x".repeat(600)}…`,
  ]);
  expect(code(foreign)).toMatchInlineSnapshot(
    `"<code>&#35;1. &#42;a&#42; &#96;b&#96; &#95;c&#95; &#91;d&#93;(e) &#60;f&#62; g&#124;h &#126;i&#126; &#36;j&#36; @k &#35;l &#38; &#92; &#92;u202e 2) m</code>"`,
  );
  expect([code(`a.b(c:) @d \${e}`), code(""), code("x".repeat(201))]).toEqual([
    `\`a.b(c:) @d \${e}\``,
    "<code></code>",
    `<code>${"x".repeat(200)}…</code>`,
  ]);
  expect(textInTag(foreign)).toMatchInlineSnapshot(
    `"&#35;&#8203;1. &#42;a&#42; &#96;b&#96; &#95;c&#95; &#91;d&#93;(e) &#60;f&#62; g&#124;h &#126;i&#126; &#36;j&#36; @&#8203;k &#35;&#8203;l &#38; &#92; &#92;u202e 2) m"`,
  );
  expect(text(" a\n\n\tb ::c::d  ::e ")).toBe("a b \\\\u003a:c::d \\\\u003a:e");
  expect(textInTag("é @a")).toBe("é @&#8203;a");
  expect(fence("ts", ["a", "```` b", "::error::c"])).toBe("`````ts\na\n```` b\n\\u003a:error::c\n`````");
  expect(fence("", ["`"])).toBe("```\n`\n```");
});

test("comments and literals of TypeScript contain foreign text, without directives of tools", () => {
  const directives = [
    "@ts-ignore @flow @noflow @jsx @vitest-environment @jest-environment @param",
    "eslint-disable tslint-disable oxlint-disable biome-ignore prettier-ignore deno-lint-ignore deno-fmt-ignore rome-ignore",
    "istanbul ignore c8 ignore v8 ignore node:coverage sourceURL=a sourceMappingURL=a",
    "#__PURE__ @__NO_SIDE_EFFECTS__ @__INLINE__ #__KEY__ # __PURE__",
    "@TS-NoCheck ESLINT-disable ISTANBUL ignore NODE:coverage SOURCEMAPPINGurl=a @__pure__ eslint-1",
  ];
  expect(renderComment(directives.join("\n"))).toMatchInlineSnapshot(`
    "/**
     * @\\ts-ignore @\\flow @\\noflow @\\jsx @\\vitest-environment @\\jest-environment @param
     * eslint\\-disable tslint\\-disable oxlint\\-disable biome\\-ignore prettier\\-ignore deno-lint\\-ignore deno-fmt\\-ignore rome\\-ignore
     * istanbul\\ ignore c8\\ ignore v8\\ ignore node\\:coverage source\\URL=a sourceMapping\\URL=a
     * #\\__PURE__ @\\__NO_SIDE_EFFECTS__ @\\__INLINE__ #\\__KEY__ # __PURE__
     * @\\TS-NoCheck ESLINT\\-disable ISTANBUL\\ ignore NODE\\:coverage SOURCEMAPPING\\url=a @__pure__ eslint-1
     */
    "
  `);
  expect(renderComment("one */ \t\u202e line")).toBe("/** one *\\/   \\u202e line */\n");
  expect(renderComment("two\r\n\r\n  lines ", "  ")).toBe("/**\n   * two\n   *\n   *   lines\n   */\n  ");
  expect(renderTextLiteral(`a \`b\` \${c} $d \\ \r\n\te\rf \u202e ##[g]`)).toMatchInlineSnapshot(`
    "\`a \\\`b\\\` \\\${c} $d \\\\ 
    	e
    f \\u202e \\u0023#[g]\`"
  `);
});

test("JSON that is too deep for JSON.stringify has the same members, and shows all characters", () => {
  const list = [undefined, "b\u202e", null, {}, []];
  const members = { first: undefined, "two\u202e": list, three: 1, last: undefined };
  const json = '{"two\\u202e":[null,"b\\u202e",null,{},[]],"three":1}\n';
  expect(renderJson(members, "")).toBe(json);
  // In place of thousands of levels, which take JSON.stringify a second.
  const reject = () => {
    throw new RangeError("Maximum call stack size exceeded");
  };
  expect(renderJson(Object.defineProperty(members, "toJSON", { value: reject }))).toBe(json);
  expect(renderJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  expect(() => renderJson({ a: 1n })).toThrow(TypeError);
});

test("JSON is too deep if it has more than 500 levels of objects and lists", () => {
  const nest = (levels: number) => {
    let value: unknown = null;
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value, 1] : { a: "b", value };
    return value;
  };
  expect([0, 1, MAX_JSON_DEPTH, MAX_JSON_DEPTH + 1].map((levels) => isTooDeep(nest(levels)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(MAX_JSON_DEPTH).toBe(500);
});

test("a misspelled name is probably the most similar one, whatever its case", () => {
  const names = ["listFlows", "GetFlow", "Flow", "x"];
  expect(
    ["GETFLOW", "getFlo", "listFlo", "listF", "Flowab", "Flowabc", "Fl", "xyz", "wxyz", "Other"].map((name) =>
      findNearest(name, names),
    ),
  ).toEqual([
    "GetFlow",
    "GetFlow",
    "listFlows",
    undefined,
    "Flow",
    undefined,
    "Flow",
    "x",
    undefined,
    undefined,
  ]);
  expect([
    findNearest("abcdefghijABCD", ["abcdefghij"]),
    findNearest("abcdefghijABCDE", ["abcdefghij"]),
  ]).toEqual(["abcdefghij", undefined]);
  expect(findNearest("a", [])).toBeUndefined();
});
