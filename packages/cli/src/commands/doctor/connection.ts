/** Check of the connection: DNS, TCP and TLS. */

import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { nameError } from "../../host/errors/node-errors.ts";
import { type DoctorContext, failed, passed, type Result, warning } from "./checks.ts";
import { DAY_MS } from "./environment-checks.ts";

/** Certificates are usually replaced a month before they expire. */
const MIN_CERTIFICATE_DAYS = 14;

export async function checkConnection(context: DoctorContext): Promise<Result> {
  const { protocol, hostname, port, host } = new URL(context.target?.baseUrl ?? "");
  const { env } = context.terminal;
  // Node's `fetch` uses the proxy variables only if this one is set.
  if (env.NODE_USE_ENV_PROXY === "1" && findProxy(env))
    return passed("through the proxy (NODE_USE_ENV_PROXY)");
  const isTls = protocol === "https:";
  // An IPv6 address has brackets.
  const address = hostname.replace(/^\[|\]$/g, "");
  const to = { host: address, port: Number(port) || (isTls ? 443 : 80) };
  try {
    if (!isTls)
      return await connect(connectTcp(to), "connect", context, () => passed(`${host}, http: without TLS`));
    const socket = connectTls({ ...to, ...(isIP(address) === 0 && { servername: address }) });
    return await connect(socket, "secureConnect", context, inspectCertificate);
  } catch (error) {
    const code = nameError(error);
    if (/^(?:ENOTFOUND|EAI_)/.test(code))
      return failed(`cannot resolve ${address} (${code})`, suggest(code, context));
    const problem = isTlsError(code) ? "has no valid certificate" : "does not accept connections";
    return failed(`${host} ${problem} (${code})`, suggest(code, context));
  }
}

/** Inspects a connection when it is established, then closes it. */
function connect<Kind extends Socket>(
  socket: Kind,
  event: string,
  { timeout, terminal: { interruption } }: DoctorContext,
  inspect: (socket: Kind) => Result,
): Promise<Result> {
  const abort = () => socket.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" }));
  AbortSignal.any([interruption, AbortSignal.timeout(timeout)]).addEventListener("abort", abort, {
    once: true,
  });
  const inspected = new Promise<Result>((resolve, reject) => {
    socket.once("error", reject).once(event, () => resolve(inspect(socket)));
  });
  return inspected.finally(() => socket.destroy());
}

function isTlsError(code: string): boolean {
  return /CERT|SIGNATURE|ISSUER|TLS|SSL|EPROTO/.test(code);
}

function inspectCertificate(socket: TLSSocket): Result {
  const { valid_to: until } = socket.getPeerCertificate();
  const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS);
  const message = `${socket.getProtocol()}, certificate valid for ${days} more days`;
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    const hint = "Unset NODE_TLS_REJECT_UNAUTHORIZED=0: any server can receive your tokens.";
    return warning(`${message}, not verified`, hint);
  }
  if (days >= MIN_CERTIFICATE_DAYS) return passed(message);
  return warning(message, "Ask the platform's operators to replace the certificate.");
}

function suggest(code: string, context: DoctorContext): string {
  const variable = `${context.prefix}_BASE_URL`;
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return "Check this machine's clock; if it is right, the certificate has expired or is not yet valid.";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `Check ${variable}: the certificate is for another host.`;
  if (/SELF_SIGNED|UNABLE_TO|SIGNATURE/.test(code))
    return "Set NODE_EXTRA_CA_CERTS to the certificate of the authority that signed it.";
  if (isTlsError(code)) return `Check ${variable}: the server does not use HTTPS.`;
  const proxy = findProxy(context.terminal.env);
  if (proxy !== undefined) return `Set NODE_USE_ENV_PROXY=1, so that Node.js uses ${proxy}.`;
  return `Check ${variable}, and whether a firewall blocks the connection.`;
}

function findProxy(env: DoctorContext["terminal"]["env"]): string | undefined {
  return ["HTTPS_PROXY", "https_proxy"].find((name) => env[name]);
}
