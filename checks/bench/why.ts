/** What stands in the way of the goals that are not met, and what was tried: read beside the profile on the page. */

export const WHY = `### What stands in the way

**Processor time of a request.** These goals are for small replies. Two rows of the tables below say what is beneath ours: "ky, one bare
request" is ky asked for one request and nothing else, with body and headers in its \`fetch\` option; "ky, the same with a deadline"
adds what a deadline takes, a timer and a signal that \`fetch\` follows. "raw fetch, with a deadline" has the price of that alone.
On the stub and at 64 at once both rows of ky are above the goals by themselves, and one at a time they are about as high; which of the
two is higher is noise. What ours has above them, for the size cap, the checks, tokens, replay and retry, is the share "ours" of the
profile below, with the parsing of JSON counted in it, and its garbage. By its source, ky builds a \`Request\` and an
\`AbortController\` of its own for each call, copies headers three times, merges its options, normalizes \`retry\` twice, also where
it is 0, and keeps requests in weak maps. The nearest goals that can be met with ky are these two rows.

Changed: no \`ky.create\`, whose defaults are merged anew for each call; and, each within the noise of a shared machine: bodies
decoded in one piece instead of chunk by chunk, headers read when something is wrong and not before, one promise where there were
three, no event for an observer that is not there. Tried, and not kept: answering from a \`beforeRequest\` hook (the same cost);
\`response.text()\` where \`Content-Length\` is below the cap (no faster than a reader, and browsers hide \`Content-Encoding\` from
scripts of another origin, so that a small compressed reply could fill the memory); and three other signals, on the wire each within
the spread of a controller and a timer: \`AbortSignal.timeout\`, which cannot be cleared and cannot say what the call was waiting for;
that of ky's own request, which only ky can abort; and one signal for many calls, which ends all of them, and on which undici leaves a
listener for each request until that is garbage.

**A reply of 1 MB.** The work is that of \`response.json()\`: chunks collected, decoded and parsed in one piece.

**Bytes.** ky alone takes 9 kB of the 12.5. What ours adds is listed by file below: the loop of an operation, the translation of
every runtime's errors, the checks of options and variables, and the texts of errors. These are what people read, and they are not
what stands in the way: without a word of them the bundle would still be above the goal. The rest is code that keeps promises, and the
table has what each file of it would save. Taken out: the classes that a program cannot meet, such as those of a renewal where the
token is static, and the reading of a JWT's claims, which a static token has no use for.

**Codegen.** Most of a run with few operations is the import of graphql-codegen, whatever there is to generate. Taken out: graphql-codegen's own
reading of the schema, which it merges, prints and hashes before it asks us; and, with \`platform-graphql codegen\`, the whole run
where nothing has changed. Tried, and not kept: Node's compile cache, which saved less than runs differ.
`;
