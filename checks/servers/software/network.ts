/** Listening servers and processes of one scene, on free ports of a loopback address. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Requests leave from 127.0.0.1, so that none of them takes the port of a server that is down for a while.
 */
export const HOST = "127.0.0.2";

/** Ports of this run. A port stays in the list while its server is down. */
const usedPorts = new Set<number>();

/** Processes of this run. None of them outlives it, even if a scene fails. */
const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** A server that can be down for a while. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  readonly baseUrl: string;
  start(): Promise<void>;
  /** Closes all connections. Connecting is refused afterwards. */
  stop(): Promise<void>;
}

/** Starts an HTTP server in this process. */
export async function listen(listener: RequestListener): Promise<Server> {
  const port = await reservePort();
  let server = createServer(listener);
  const start = async () => {
    server = createServer(listener).listen(port, HOST, 1_024);
    await once(server, "listening");
  };
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await start();
  return { port, baseUrl: `http://${HOST}:${port}`, start, stop, [Symbol.asyncDispose]: stop };
}

/** A program that listens on a port. */
export interface Program extends Server {
  /** Stops the process without ending it, as a machine that does not respond. */
  freeze(): void;
  thaw(): void;
}

/**
 * Starts a program, and waits until it accepts connections.
 *
 * @param command - Returns the command and its arguments.
 */
export async function startProgram(
  command: (port: number) => Promise<readonly string[]> | readonly string[],
): Promise<Program> {
  const port = await reservePort();
  const [file = "", ...args] = await command(port);
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(file, args, { stdio: ["ignore", "ignore", "pipe"] });
    children.add(child);
    await waitUntilReady(child, port, file);
  };
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    children.delete(child);
  };
  await start();
  return {
    port,
    baseUrl: `http://${HOST}:${port}`,
    start,
    stop,
    [Symbol.asyncDispose]: stop,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
  };
}

/**
 * Starts a program with a folder of its own, for its configuration and its data.
 *
 * @param command - Writes its files, and returns the command and its arguments.
 */
export async function startInFolder(
  command: (port: number, folder: string) => Promise<readonly string[]> | readonly string[],
): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), "servers-"));
  const program = await startProgram((port) => command(port, folder));
  const dispose = async () => {
    await program.stop();
    await rm(folder, { recursive: true, maxRetries: 3 });
  };
  return { ...program, [Symbol.asyncDispose]: dispose };
}

async function waitUntilReady(child: ChildProcess, port: number, file: string): Promise<void> {
  let messages = "";
  child.stderr?.on("data", (chunk) => {
    messages += chunk;
  });
  while (!(await acceptsConnections(port))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}: ${messages}`);
    await sleep(20);
  }
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, HOST);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function reservePort(): Promise<number> {
  const server = createTcpServer().listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  if (usedPorts.has(port)) return reservePort();
  usedPorts.add(port);
  return port;
}
