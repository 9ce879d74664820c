/** The smoke suite: what a client must do anywhere. Web APIs and the package alone, so that every runtime takes it. */

import { createClient, isOperationError, type RefreshTokenOptions, refreshToken } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";

/** A platform of its own for each check: what it does is set up there. */
export interface Target extends RefreshTokenOptions {
  readonly baseUrl: string;
}

export type Targets = Readonly<Record<CheckName, Target>>;
export type CheckName = keyof typeof CHECKS;

const connect = ({ baseUrl, refreshToken: token }: Target, timeout?: number) =>
  createClient({ baseUrl, auth: refreshToken({ refreshToken: token }), ...(timeout && { timeout }) });

const CHECKS = {
  /** The first call exchanges the refresh token, the second one has a token. */
  async exchange(target: Target) {
    const client = connect(target);
    await client.execute(ListIntegrationsDocument);
    return (await client.execute(ListIntegrationsDocument)).integrations.nodes.length;
  },
  async query(target: Target) {
    const { integrations } = await connect(target).execute(ListIntegrationsDocument);
    return integrations.nodes.map(({ name }) => name);
  },
  /** Ten calls meet the same 401: one renewal, ten replays. */
  async replay(target: Target) {
    const client = connect(target);
    const calls = Array.from({ length: 10 }, () => client.execute(ListIntegrationsDocument));
    return (await Promise.all(calls)).length;
  },
  /** The caller leaves when the request has arrived, and is given its own reason. */
  async abort(target: Target) {
    const reason = new Error("left");
    const controller = new AbortController();
    const call = connect(target).execute(ListIntegrationsDocument, {}, { signal: controller.signal });
    const outcome = call.then(
      () => "answered",
      (error) => error === reason,
    );
    await fetch(`${target.baseUrl}/arrived`, { signal: AbortSignal.timeout(10_000) });
    controller.abort(reason);
    return await outcome;
  },
  async timeout(target: Target) {
    const client = connect(target);
    await client.execute(ListIntegrationsDocument);
    const call = client.execute(ListIntegrationsDocument, {}, { timeout: 1_000 });
    return await call.catch((error) => isOperationError(error) && error.code === "TIMEOUT" && error.phase);
  },
  /** Data and errors at once: beside each other, or the data on the error. */
  async partial(target: Target) {
    const client = connect(target);
    const { data, errors } = await client.executeResult(ListIntegrationsDocument);
    const call = client.execute(ListIntegrationsDocument);
    const thrown = await call.catch((error) => isOperationError(error) && error.code === "GRAPHQL" && error.data);
    return [data?.integrations.nodes.length, errors.length, JSON.stringify(thrown) === JSON.stringify(data)];
  },
};

/** Runs every check; what one throws is its result, as text. */
export async function smoke(targets: Targets): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(CHECKS) as [CheckName, (target: Target) => Promise<unknown>][]) {
    results[name] = await check(targets[name]).catch((error: unknown) => `threw ${error}`);
  }
  return results;
}
