/** oidc-provider with rotation of refresh tokens: a refresh token that is used twice ends the session. */

import { generateKeyPairSync } from "node:crypto";
import {
  type Adapter,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
  Provider,
} from "oidc-provider";
import { listen, type Server } from "./network.ts";
import type { Issuer } from "./tokens.ts";

const ACCOUNT = "user";
const SCOPE = "openid offline_access";
const CLIENT = {
  client_id: "program",
  client_secret: "secret",
  token_endpoint_auth_method: "client_secret_post",
  grant_types: ["refresh_token", "authorization_code"],
  redirect_uris: ["https://program.example.com"],
  id_token_signed_response_alg: "ES256",
} satisfies ClientMetadata;
const KEY = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });

/** Keeps the tokens of one server in memory. */
function createAdapter(): (model: string) => Adapter {
  const models = new Map<string, Map<string, AdapterPayload>>();
  return (model) => {
    const rows = models.get(model) ?? new Map<string, AdapterPayload>();
    models.set(model, rows);
    return {
      upsert: async (id, payload) => void rows.set(id, payload),
      find: async (id) => rows.get(id),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      destroy: async (id) => void rows.delete(id),
      consume: async (id) =>
        void Object.assign(rows.get(id) ?? {}, { consumed: Math.floor(Date.now() / 1_000) }),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of rows) if (payload.grantId === grantId) rows.delete(id);
      },
    };
  };
}

const configure = (): Configuration => ({
  adapter: createAdapter(),
  clients: [CLIENT],
  jwks: { keys: [KEY as { kty: string }] },
  features: { devInteractions: { enabled: false } },
  ttl: { AccessToken: 3_600, Grant: 3_600, IdToken: 3_600, RefreshToken: 3_600 },
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  findAccount: async (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
});

/** Starts oidc-provider, and creates a session with a refresh token. */
export async function startOidcIssuer(resources: AsyncDisposableStack): Promise<Issuer> {
  let handle: ReturnType<Provider["callback"]> | undefined;
  const server = resources.use(await listen((request, response) => handle?.(request, response)));
  const provider = new Provider(server.baseUrl, configure());
  handle = provider.callback();
  const issued: string[] = [];
  const { AccessToken } = provider;
  return {
    refreshToken: await createRefreshToken(provider),
    isValid: async (accessToken) => (await AccessToken.find(accessToken)) !== undefined,
    refresh: async (refreshToken) => {
      const { status, body } = await requestToken(server, refreshToken);
      if (body.access_token !== undefined) issued.push(body.access_token);
      return { status, body };
    },
    revoke: async () => {
      for (const accessToken of issued.splice(0)) await (await AccessToken.find(accessToken))?.destroy();
    },
  };
}

async function createRefreshToken(provider: Provider): Promise<string> {
  const client = await provider.Client.find(CLIENT.client_id);
  if (!client) throw new Error("oidc-provider has no client.");
  const grant = new provider.Grant({ accountId: ACCOUNT, clientId: CLIENT.client_id });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  const token = new provider.RefreshToken({
    client,
    accountId: ACCOUNT,
    grantId,
    scope: SCOPE,
    gty: "authorization_code",
    authTime: Math.floor(Date.now() / 1_000),
    expiresWithSession: false,
  });
  return token.save();
}

/** A refresh request of RFC 6749, section 6. */
async function requestToken(server: Server, refreshToken: string) {
  const { client_id, client_secret } = CLIENT;
  const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
  const body = new URLSearchParams({ ...grant, client_id, client_secret });
  const response = await fetch(`${server.baseUrl}/token`, { method: "POST", body });
  return { status: response.status, body: (await response.json()) as { access_token?: string } };
}
