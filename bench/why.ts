/** What stands in the way of the goals that are not met, and what was tried: read beside the profile on the page. */

export const WHY = `### What stands in the way

**Processor time of a request.** ky is the floor, and ours stands on it: the row "ky, one bare request" is ky asked for one
request and nothing else, with body and headers in its \`fetch\` option. On the stub it is above the goal by itself; over loopback it
leaves a few hundredths of these goals, or nothing. ky builds a \`Request\` and an \`AbortController\` of its own for each call, merges
its options, and normalizes \`retry\` twice, also where it is 0; on the wire the garbage of that is collected while other
requests wait. What is ours beyond that row is the deadline (a timer, and a signal that \`fetch\` follows), the size cap, and
the checks of what a caller passes. Changed: no \`ky.create\`, whose defaults are merged anew for each call (16.9 to 15.6 µs on the
stub, alone); and, each within the noise of a shared machine: bodies decoded in one piece instead of chunk by chunk, headers read
when something is wrong and not before, one promise where there were three, no event for an observer that is not there. Tried, and
not kept: answering from a \`beforeRequest\` hook (the same cost), and \`response.text()\` where \`Content-Length\` is below the
cap: no faster than a reader, and browsers hide \`Content-Encoding\` from scripts of another origin, so that a small compressed
reply could fill the memory.

**A reply of 1 MB.** The work is that of \`response.json()\`: chunks collected, decoded and parsed in one piece. From run to run it
was 0.92 to 1.14, with ky alone beside it: the noise is larger than what is ours.

**Bytes.** ky alone takes 9 kB of the 12.5. What ours adds is listed by file below: the loop of an operation, the translation of
every runtime's errors, the checks of options and variables, and the texts of errors, which are what people read and are not
shortened. Taken out: the classes that a program cannot meet, such as those of a renewal where the token is static, and the
reading of a JWT's claims, which a static token has no use for.

**Codegen.** Most of a run with few operations is the import of graphql-codegen, whatever there is to generate. Taken out:
graphql-codegen's own reading of the schema, which it merges, prints and hashes before it asks us. Not built: a short cut for a run
that has nothing to do. It would have to come before graphql-codegen is loaded, so in a command of ours around it, with a stamp of
everything that a run depends on; the goal of 0.15 s for such a run is not met.
`;
