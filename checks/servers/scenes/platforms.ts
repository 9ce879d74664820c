/** The software of scenes: a server alone, or behind a gateway. */

import type { Scene } from "../scene.ts";
import { type BackendOptions, startBackend } from "../software/backend.ts";
import { type HaproxyOptions, startHaproxy } from "../software/haproxy.ts";
import { type Loss, startLossyProxy } from "../software/lossy-proxy.ts";
import type { Server } from "../software/network.ts";
import { type NginxOptions, startNginx } from "../software/nginx.ts";

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

function behind(startGateway: (backend: Server) => Promise<Server>, service: BackendOptions = {}): Start {
  return async (resources) => {
    const backend = resources.use(await startBackend(service));
    const { baseUrl } = resources.use(await startGateway(backend));
    return { baseUrl, backend };
  };
}
