/** The way to the platform, below HTTP: its name, and a connection that can be trusted. */

import { lookup } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { Case } from "./case.ts";
import { type Check, type Diagnosis, fine, warning, wrong } from "./examination.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A certificate is renewed a month ahead, as a rule; two weeks say that it was forgotten. */
const CERTIFICATE_DAYS = 14;

export function checkDns(examined: Case): Check {
  return {
    ...{ id: "dns", title: "DNS", needs: ["configuration"] },
    async run() {
      const { hostname } = address(examined);
      if (isIP(hostname)) return fine(`${hostname} is an address already`);
      if (isProxied(examined)) return fine("left to the proxy (NODE_USE_ENV_PROXY)");
      try {
        const found = await inTime(examined, () => lookup(hostname, { all: true }));
        return fine(`${hostname} is ${found[0]?.address}${found.length > 1 ? `, and ${found.length - 1} more` : ""}`);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const advice = `check ${examined.prefix}_BASE_URL, and the network that this machine is in`;
        return wrong(`${hostname} is not known here (${code})`, explainProxy(examined) ?? advice);
      }
    },
  };
}

export function checkTls(examined: Case): Check {
  return {
    ...{ id: "tls", title: "TLS", needs: ["dns"] },
    async run() {
      const { protocol, hostname, port, host } = address(examined);
      if (isProxied(examined)) return fine("left to the proxy (NODE_USE_ENV_PROXY)");
      const to = { host: hostname, port: Number(port) || (protocol === "https:" ? 443 : 80) };
      try {
        if (protocol === "http:") {
          await inTime(examined, (signal) => open(connectTcp(to), "connect", signal, () => undefined));
          return fine(`${host} takes connections; without TLS, as http: on this machine may be`);
        }
        const servername = isIP(hostname) ? {} : { servername: hostname };
        return await inTime(examined, (signal) =>
          open(connectTls({ ...to, ...servername }), "secureConnect", signal, judge),
        );
      } catch (error) {
        const { code = "no reason given" } = error as NodeJS.ErrnoException;
        const problem = isOfTls(code) ? "cannot be trusted" : "takes no connection";
        return wrong(`${host} ${problem} (${code})`, adviseOn(code, examined));
      }
    },
  };
}

function isOfTls(code: string): boolean {
  return /CERT|SIGNATURE|ISSUER|TLS|SSL|EPROTO/.test(code);
}

function judge(socket: TLSSocket): Diagnosis {
  const { valid_to: until } = socket.getPeerCertificate();
  const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS);
  const said = `${socket.getProtocol()}, certificate valid for ${days} more days`;
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    return warning(`${said}, and not checked`, "NODE_TLS_REJECT_UNAUTHORIZED=0 sends tokens to anybody: unset it");
  }
  return days < CERTIFICATE_DAYS ? warning(said, "tell the platform's people that it runs out") : fine(said);
}

function adviseOn(code: string, examined: Case): string {
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return "its certificate is out of its time, or this machine's clock is wrong";
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `the certificate is another host's: check ${examined.prefix}_BASE_URL`;
  if (/SELF_SIGNED|UNABLE_TO|SIGNATURE|ISSUER/.test(code)) {
    return "who signed the certificate is not known here: name a company's own authority in NODE_EXTRA_CA_CERTS";
  }
  if (isOfTls(code)) return `something else than HTTPS answers there: check ${examined.prefix}_BASE_URL`;
  return explainProxy(examined) ?? `check ${examined.prefix}_BASE_URL, and whether a firewall is in between`;
}

/** Node's own `fetch` goes by the proxy variables only where it is told to. */
function isProxied({ terminal: { env } }: Case): boolean {
  return env.NODE_USE_ENV_PROXY === "1" && findProxy(env) !== undefined;
}

function explainProxy({ terminal: { env } }: Case): string | undefined {
  const name = findProxy(env);
  return name === undefined ? undefined : `${name} is set, and Node goes by it only with NODE_USE_ENV_PROXY=1`;
}

function findProxy(env: Case["terminal"]["env"]): string | undefined {
  return ["HTTPS_PROXY", "https_proxy"].find((name) => env[name]);
}

/** Of an address in brackets, what is in them. */
function address({ destination }: Case): { protocol: string; hostname: string; port: string; host: string } {
  const { protocol, hostname, port, host } = new URL(destination?.baseUrl ?? "");
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ""), port, host };
}

async function inTime<Result>(
  { timeout, terminal: { interruption } }: Case,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  interruption.throwIfAborted();
  const deadline = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([interruption, deadline]);
  return new Promise((resolve, reject) => {
    const onAbort = () =>
      reject(interruption.aborted ? interruption.reason : Object.assign(new Error(), { code: "ETIMEDOUT" }));
    signal.addEventListener("abort", onAbort, { once: true });
    work(signal)
      .finally(() => signal.removeEventListener("abort", onAbort))
      .then(resolve, reject);
  });
}

/** Looks at a connection once it stands, and closes it. */
function open<Kind extends Socket, Result>(
  socket: Kind,
  event: string,
  signal: AbortSignal,
  look: (socket: Kind) => Result,
): Promise<Result> {
  const opened = new Promise<Kind>((resolve, reject) => {
    signal.addEventListener("abort", () => socket.destroy(), { once: true });
    socket.once("error", reject).once(event, () => resolve(socket));
  });
  return opened.then(look).finally(() => socket.destroy());
}
