/**
 * Style of the HTML report: light and dark, wide and narrow. It also filters the operations, without a
 * script.
 */

export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #14171c);
  --panel: light-dark(#f6f7f9, #1b1f26);
  --edge: light-dark(#dfe3ea, #303744);
  --ink: light-dark(#1d2330, #e4e8ef);
  --quiet: light-dark(#565f70, #a3acbb);
  --link: light-dark(#0b57d0, #8ab4f8);
  --red: light-dark(#a8201a, #ff9d94);
  --on-red: light-dark(#fdeceb, #3b1d1c);
  --amber: light-dark(#734b00, #f2c35b);
  --on-amber: light-dark(#fff3d1, #352a12);
  --green: light-dark(#17633a, #7ddba0);
  --on-green: light-dark(#e5f5eb, #16301f);
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--ground); overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .2em; }
:focus-visible, label:has(:focus-visible) { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font: .875rem/1.55 var(--mono); }
ul { margin: 0; padding: 0; list-style: none; }
.quiet { color: var(--quiet); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--ground); z-index: 1; }

.banner { padding: 1.5rem clamp(1rem, 4vw, 2.5rem); border-bottom: 1px solid var(--edge); }
.banner h1 { margin: .25rem 0 .5rem; font-size: clamp(1.25rem, 3.4vw, 2rem); line-height: 1.25; text-wrap: balance; }
.banner p { margin: .25rem 0; }
.banner:is(.fails, .incomplete) { background: var(--on-red); } .banner:is(.fails, .incomplete) h1 { color: var(--red); }
.banner:is(.changes, .unknown) { background: var(--on-amber); } .banner:is(.changes, .unknown) h1 { color: var(--amber); }
.banner.passes { background: var(--on-green); } .banner.passes h1 { color: var(--green); }
.remarks li { margin-top: .5rem; padding-left: .75rem; border-left: .25rem solid currentColor; }

.layout { display: grid; grid-template-columns: minmax(14rem, 19rem) minmax(0, 1fr); align-items: start; }
.side { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 1.5rem clamp(1rem, 4vw, 2.5rem); }
main { padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4rem; max-width: 72rem; border-left: 1px solid var(--edge); min-height: 100vh; }
main > section { scroll-margin-top: 1rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; }
main > section:first-child h2 { margin-top: 0; }
.side h2 { margin: 1.5rem 0 .25rem; font-size: .8125rem; color: var(--quiet); font-weight: 600; }

fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: .375rem; font-size: .8125rem; font-weight: 600; color: var(--quiet); }
.filter label { position: relative; display: flex; justify-content: space-between; gap: .5rem; padding: .1875rem .75rem; border: 1px solid var(--edge); font-size: .875rem; cursor: pointer; }
.filter label + label { margin-top: -1px; }
.filter label:first-of-type { border-radius: .5rem .5rem 0 0; }
.filter label:last-of-type { border-radius: 0 0 .5rem .5rem; }
.filter label:only-of-type { border-radius: .5rem; }
.filter label:hover { background: var(--panel); }
.filter label:has(:checked) { background: var(--ink); border-color: var(--ink); color: var(--ground); }
.filter label:has(:focus-visible) { z-index: 1; }
.filter input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.filter b { font-variant-numeric: tabular-nums; }

.side a { display: flex; gap: .5rem; padding: .1875rem .5rem; margin: 0 -.5rem; border-radius: .25rem; color: inherit; text-decoration: none; font-size: .875rem; }
.side a:hover { background: var(--panel); text-decoration: underline; }
.side details { margin-bottom: .5rem; } .side summary { padding: .1875rem 0; font-weight: 600; }
.side .mark { width: 1ch; font-weight: 700; flex: none; }
.mark:is(.rejected, .breaks, .invalid) { color: var(--red); } .mark:is(.changes, .unknown) { color: var(--amber); } .mark:is(.added, .unaffected) { color: var(--green); }

article { padding: 1rem 0; border-top: 1px solid var(--edge); scroll-margin-top: .5rem; }
article:first-of-type { border-top: 0; padding-top: 0; }
article:target h3 { background: var(--on-amber); box-shadow: -.375rem 0 var(--on-amber), .375rem 0 var(--on-amber); }
article > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .125rem .625rem; }
h3 { margin: 0; font-size: 1.0625rem; }
h3 a { color: inherit; text-decoration: none; }
h3 code { font-size: inherit; font-weight: 600; }
h3 a:hover { text-decoration: underline; }
article > header .quiet { font-size: .875rem; }
.place { color: var(--quiet); font-size: .8125rem; }
.badge { padding: .0625rem .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; }
.badge:is(.rejected, .breaks, .invalid) { color: var(--red); background: var(--on-red); }
.badge:is(.changes, .unknown) { color: var(--amber); background: var(--on-amber); }
.badge:is(.added, .unaffected) { color: var(--green); background: var(--on-green); }

.box { margin: .75rem 0 0; padding: .5rem 0; border: 1px solid var(--edge); border-radius: .5rem; background: var(--panel); }
.box figcaption { padding: 0 .75rem .375rem; margin-bottom: .375rem; border-bottom: 1px solid var(--edge); color: var(--quiet); font-size: .8125rem; }
.box figcaption code { font-size: inherit; }
pre { margin: 0; white-space: pre-wrap; }
pre.box { padding: .75rem; }
.line { display: flex; padding-right: .75rem; color: var(--quiet); }
.line.hit { color: inherit; }
.line code { white-space: pre-wrap; min-width: 0; }
.number { flex: none; min-width: 3.25rem; white-space: nowrap; overflow-wrap: normal; padding-right: .75rem; text-align: right; font: .875rem/1.55 var(--mono); color: var(--quiet); user-select: none; }
mark { color: inherit; background: none; text-decoration: underline wavy 1.5px; text-underline-offset: .25em; text-decoration-skip-ink: none; }
mark:is(.rejected, .breaks, .invalid) { text-decoration-color: var(--red); background: var(--on-red); }
mark.changes { text-decoration-color: var(--amber); background: var(--on-amber); }
summary { cursor: pointer; font-size: .8125rem; color: var(--quiet); }
.places { margin-top: .75rem; font-size: .8125rem; }
.places p { margin: .5rem 0 0; }
.places li { padding: .0625rem 0 .0625rem 1rem; text-indent: -1rem; }
.places b { color: var(--ink); font-weight: 500; }
.box summary { padding: 0 .75rem; }
.box[open] summary { padding-bottom: .375rem; margin-bottom: .375rem; border-bottom: 1px solid var(--edge); }
.finding { margin: .25rem .75rem .5rem 3.25rem; padding: .25rem .75rem; border-left: .25rem solid; border-radius: 0 .25rem .25rem 0; font-size: .9375rem; }
.finding:is(.rejected, .breaks, .invalid) { color: var(--red); background: var(--on-red); }
.finding.changes { color: var(--amber); background: var(--on-amber); }
.diff > * { display: block; padding: 0 .75rem 0 calc(.75rem + 2ch); text-indent: -2ch; text-decoration: none; color: var(--quiet); }
.diff del { color: var(--red); background: var(--on-red); }
.diff ins { color: var(--green); background: var(--on-green); }

.operations > li { display: flex; flex-wrap: wrap; align-items: baseline; gap: .125rem .625rem; padding: .25rem 0; font-size: .875rem; }
.operations b { font-weight: 500; }
.operations [data-status=unaffected] .badge { padding: 0; background: none; font-weight: 400; }
.cards > li { padding: .625rem 0; border-top: 1px solid var(--edge); }
.cards > li:first-child { border-top: 0; }
.cards p { margin: .125rem 0; }
.cards ul { font-size: .875rem; }
.steps { padding-left: 1.25rem; list-style: disc; }

body:has(#show-rejected:checked) [data-status]:not([data-status=rejected]),
body:has(#show-breaks:checked) [data-status]:not([data-status=breaks]),
body:has(#show-changes:checked) [data-status]:not([data-status=changes]),
body:has(#show-invalid:checked) [data-status]:not([data-status=invalid]),
body:has(#show-unknown:checked) [data-status]:not([data-status=unknown]),
body:has(#show-added:checked) [data-status]:not([data-status=added]),
body:has(#show-unaffected:checked) [data-status]:not([data-status=unaffected]) { display: none; }

@media (max-width: 52rem) {
  .layout { display: block; }
  .side { position: static; max-height: none; padding: 1rem clamp(1rem, 4vw, 2.5rem) 0; }
  .side nav { display: none; }
  .filter label, .filter label:is(:first-of-type, :last-of-type) { display: inline-flex; margin: 0 .25rem .375rem 0; border-radius: 1rem; }
  main { border-left: 0; padding-top: 1rem; }
  .number { min-width: 2.25rem; padding-right: .5rem; }
  .finding { margin-left: .75rem; }
}
@media print {
  .side { display: none; }
  .layout { display: block; }
  main { border-left: 0; }
}
`;

/** SHA-256 of the style, for the content security policy. A test compares the two. */
export const STYLE_HASH = "pxkVJYux8NxNoTj9yQ5S0rl85UFrJnP6r7Bg9OjlOgo=";
