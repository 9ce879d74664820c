/** What stands in the way of the goals that are not met, and what was tried: read beside the profile on the page. */

export const WHY = `### What stands in the way

**Processor time of a request.** ky is the floor, and ours stands on it: the row "ky, one bare request" is ky asked for one
request and nothing else, with body and headers in its \`fetch\` option; it is at these goals, or above them, by itself. ky builds a \`Request\` and an \`AbortController\` of its own for each call, merges its options, and normalizes
\`retry\` twice, also where it is 0; on the wire the garbage of that is collected while other requests wait. What is ours
beyond that row is the deadline (a timer, and a signal that \`fetch\` follows), the size cap, and the checks of what a caller
passes. Tried, and kept: no \`ky.create\` (its defaults are merged anew for each call), bodies decoded in one piece instead
of chunk by chunk, headers read when something is wrong and not before, one promise where there were three, no event for
an observer that is not there. Tried, and not kept: answering from a \`beforeRequest\` hook (the same
cost), and \`response.text()\` where \`Content-Length\` is below the cap: no faster than a reader, and browsers hide
\`Content-Encoding\` from scripts of another origin, so that a small compressed reply could fill the memory.

**A reply of 1 MB.** The work is that of \`response.json()\`: chunks collected, decoded and parsed in one piece. What is measured
above it lies within the quartiles from run to run.

**Bytes.** Minified, ours adds less than 14 kB to ky. The texts of errors are a good part of it, and are not shortened for
bytes: they are what people read. Taken out: the classes that a program cannot meet, such as those of a renewal where the
token is static, and the reading of a JWT's claims, which a static token has no use for.

**Codegen.** About 0.7 s of every run is the import of graphql-codegen, whatever there is to generate; of 1,000 operations
over GitHub's schema, 0.4 s is our reading and validating, and the rest its two plugins and the garbage of all. Taken out:
graphql-codegen's own reading of the schema, which it merges, prints and hashes before it asks us (0.3 to 0.5 s with GitHub's).
Not built: a short cut for a run that has nothing to do. It would have to come before graphql-codegen is loaded, so in a
command of ours around it, with a stamp of everything that a run depends on.
`;
