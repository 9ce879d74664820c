/** The software of scenes: a server alone, or behind a gateway. */

import type { Scene } from "../scene.ts";
import { type ApacheOptions, startApache } from "../software/apache.ts";
import { type BackendOptions, startBackend } from "../software/backend.ts";
import { startCaddy } from "../software/caddy.ts";
import { type HaproxyOptions, startHaproxy } from "../software/haproxy.ts";
import { type Loss, startLossyProxy } from "../software/lossy-proxy.ts";
import type { Server } from "../software/network.ts";
import { type NginxOptions, startNginx } from "../software/nginx.ts";
import { type SquidRules, startSquid } from "../software/squid.ts";

type Start = Scene["start"];

/** Clients connect to the server itself. */
export function direct(options: BackendOptions = {}): Start {
  return async (resources) => {
    const backend = resources.use(await startBackend(options));
    return { baseUrl: backend.baseUrl, backend };
  };
}

export function behindNginx(options: NginxOptions, service: BackendOptions = {}): Start {
  return behind((backend) => startNginx(backend, options), service);
}

export function behindHaproxy(options: HaproxyOptions = {}, service: BackendOptions = {}): Start {
  return behind((backend) => startHaproxy(backend, options), service);
}

/** @param lose - The loss of a response to the API. @param nth - Number of the request, from 1. */
export function behindLossyProxy(lose: (nth: number) => Loss | undefined): Start {
  return behind((backend) => startLossyProxy(backend, lose));
}

/** A rule of ModSecurity blocks some responses. */
export function behindApache(options: ApacheOptions): Start {
  return behind((backend) => startApache(backend, options));
}

/** Caddy compresses what a lossy proxy passes on: a cut response becomes a complete HTTP message. */
export function behindCaddy(lose: (nth: number) => Loss | undefined): Start {
  return async (resources) => {
    const { baseUrl, backend } = await behindLossyProxy(lose)(resources);
    const port = Number(new URL(baseUrl).port);
    return { baseUrl: resources.use(await startCaddy({ port })).baseUrl, backend };
  };
}

/** Clients send all requests through Squid. @param login - Of the programs, if they have one. */
export function throughSquid(
  rules: SquidRules,
  login?: { readonly name: string; readonly password: string },
): Start {
  return async (resources) => {
    const { baseUrl, backend } = await direct()(resources);
    const proxy = new URL(resources.use(await startSquid(rules)).baseUrl);
    if (login) Object.assign(proxy, { username: login.name, password: login.password });
    return { baseUrl, backend, proxy };
  };
}

function behind(startGateway: (backend: Server) => Promise<Server>, service: BackendOptions = {}): Start {
  return async (resources) => {
    const backend = resources.use(await startBackend(service));
    const { baseUrl } = resources.use(await startGateway(backend));
    return { baseUrl, backend };
  };
}
