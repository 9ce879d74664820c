/**
 * `start-child.mjs <program> <base URL>`: prints the time from the import of a program to its first response.
 */

// JavaScript, because Node.js would load its compiler of TypeScript first, and with it a part of what `fetch`
// loads.
const [program, base] = process.argv.slice(2);
const before = process.cpuUsage();
const startedAt = performance.now();
const { send } = await import(program);
await send(base);
const wallMs = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, wallMs }));
process.exit();
