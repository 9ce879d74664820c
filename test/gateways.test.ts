/** Bodies that gateways and GraphQL servers send: the error, what is known of the mutation, and the advice. */

import { inspect } from "node:util";
import { expect, test } from "vitest";
import { mutation } from "./support/documents.ts";
import { connect, createWire, rejection } from "./support/wire.ts";

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json";
const GRAPHQL_TYPE = "application/graphql-response+json";
const STATUS = "Check baseUrl and the permissions of the token's user, and see error.response.";
const NO_PLATFORM = "Check baseUrl: it can be the URL of a web page, a login or a proxy.";
const LATER = "Try again later.";
const FEWER = "Send fewer requests.";
const ERRORS = "Print error.errors.";
const TOKEN = "Check the permissions.";

type Row = [
  sender: string,
  status: number,
  type: string,
  body: string,
  code: string,
  delivery: string,
  advice: string,
];

test.each<Row>([
  [
    "AWS ALB",
    502,
    HTML,
    "<html><head><title>502 Bad Gateway</title></head></html>",
    "HTTP_STATUS",
    "unknown",
    LATER,
  ],
  [
    "AWS ALB, a target that is slow",
    504,
    HTML,
    "<h1>504 Gateway Time-out</h1>",
    "HTTP_STATUS",
    "unknown",
    LATER,
  ],
  [
    "AWS ALB, no target",
    503,
    HTML,
    "<h1>503 Service Temporarily Unavailable</h1>",
    "HTTP_STATUS",
    "unknown",
    LATER,
  ],
  ["API Gateway, no key", 403, JSON_TYPE, '{"message":"Forbidden"}', "HTTP_STATUS", "unknown", STATUS],
  [
    "API Gateway, no route",
    403,
    JSON_TYPE,
    '{"message":"Missing Authentication Token"}',
    "HTTP_STATUS",
    "unknown",
    STATUS,
  ],
  [
    "API Gateway, throttled",
    429,
    JSON_TYPE,
    '{"message":"Too Many Requests"}',
    "RATE_LIMITED",
    "not-executed",
    FEWER,
  ],
  [
    "API Gateway, slow",
    504,
    JSON_TYPE,
    '{"message":"Endpoint request timed out"}',
    "HTTP_STATUS",
    "unknown",
    LATER,
  ],
  [
    "API Gateway, authorizer",
    401,
    JSON_TYPE,
    '{"message":"Unauthorized"}',
    "UNAUTHENTICATED",
    "not-executed",
    TOKEN,
  ],
  ["API Gateway, large", 413, JSON_TYPE, '{"message":"Request Too Long"}', "HTTP_STATUS", "unknown", STATUS],
  ["Cloudflare, challenge", 403, HTML, "<title>Just a moment...</title>", "HTTP_STATUS", "unknown", STATUS],
  [
    "Cloudflare, origin down",
    521,
    HTML,
    "<title>Web server is down</title>",
    "HTTP_STATUS",
    "unknown",
    LATER,
  ],
  ["Cloudflare, worker", 500, "text/plain", "error code: 1101", "HTTP_STATUS", "unknown", LATER],
  ["Cloudflare, rate", 429, "text/plain", "error code: 1015", "RATE_LIMITED", "not-executed", FEWER],
  [
    "Django, CSRF",
    403,
    HTML,
    "<h1>Forbidden</h1><p>CSRF verification failed.</p>",
    "HTTP_STATUS",
    "unknown",
    STATUS,
  ],
  [
    "Django, debug page",
    500,
    HTML,
    '<pre>{"data": {"query": "mutation"}}</pre>',
    "HTTP_STATUS",
    "unknown",
    LATER,
  ],
  [
    "Django REST framework",
    401,
    JSON_TYPE,
    '{"detail":"Invalid token."}',
    "UNAUTHENTICATED",
    "not-executed",
    TOKEN,
  ],
  ["nginx, body size", 413, HTML, "<h1>413 Request Entity Too Large</h1>", "HTTP_STATUS", "unknown", STATUS],
  [
    "nginx, header size",
    400,
    HTML,
    "<h1>400 Request Header Or Cookie Too Large</h1>",
    "HTTP_STATUS",
    "unknown",
    STATUS,
  ],
  ["ModSecurity", 406, HTML, "<h1>Not Acceptable!</h1>", "HTTP_STATUS", "unknown", STATUS],
  ["Squid, login", 407, HTML, "<h1>Cache Access Denied</h1>", "HTTP_STATUS", "unknown", STATUS],
  ["Apache, HTTP/2", 426, HTML, "<h1>Upgrade Required</h1>", "HTTP_STATUS", "unknown", STATUS],
  ["a login page", 200, HTML, "<form action='/login'>", "MALFORMED_RESPONSE", "unknown", NO_PLATFORM],
  ["a health check", 200, "text/plain", "OK", "MALFORMED_RESPONSE", "unknown", NO_PLATFORM],
  [
    "an envelope of a gateway",
    200,
    JSON_TYPE,
    '{"statusCode":500,"error":"Internal"}',
    "MALFORMED_RESPONSE",
    "unknown",
    NO_PLATFORM,
  ],
  ["a web server without the path", 404, HTML, "<h1>Not Found</h1>", "HTTP_STATUS", "unknown", STATUS],
  [
    "Graphene, syntax",
    400,
    JSON_TYPE,
    '{"errors":[{"message":"Syntax Error","locations":[{"line":1,"column":1}]}]}',
    "GRAPHQL",
    "not-executed",
    ERRORS,
  ],
  [
    "Graphene, resolver",
    200,
    JSON_TYPE,
    '{"errors":[{"message":"no","path":["value"]}],"data":{"value":null}}',
    "GRAPHQL",
    "done",
    ERRORS,
  ],
  [
    "Hasura, validation",
    200,
    JSON_TYPE,
    '{"errors":[{"extensions":{"path":"$.selectionSet.x","code":"validation-failed"},"message":"field not found"}]}',
    "GRAPHQL",
    "not-executed",
    ERRORS,
  ],
  [
    "Hasura, JWT",
    200,
    JSON_TYPE,
    '{"errors":[{"extensions":{"path":"$","code":"invalid-jwt"},"message":"Could not verify JWT"}]}',
    "GRAPHQL",
    "not-executed",
    ERRORS,
  ],
  [
    "Hot Chocolate, not authorized",
    200,
    GRAPHQL_TYPE,
    '{"errors":[{"message":"no","path":["value"],"extensions":{"code":"AUTH_NOT_AUTHORIZED"}}],"data":null}',
    "GRAPHQL",
    "done",
    ERRORS,
  ],
  [
    "Hot Chocolate, unexpected",
    500,
    GRAPHQL_TYPE,
    '{"errors":[{"message":"Unexpected Execution Error"}]}',
    "GRAPHQL",
    "unknown",
    ERRORS,
  ],
  [
    "Shopify, throttled",
    200,
    JSON_TYPE,
    '{"errors":[{"message":"Throttled","extensions":{"code":"THROTTLED"}}]}',
    "RATE_LIMITED",
    "not-executed",
    FEWER,
  ],
  ["Shopify, locked shop", 423, JSON_TYPE, '{"errors":"Unavailable Shop"}', "HTTP_STATUS", "unknown", STATUS],
  [
    "GitHub, bad credentials",
    401,
    JSON_TYPE,
    '{"message":"Bad credentials","documentation_url":"https://docs.github.com"}',
    "UNAUTHENTICATED",
    "not-executed",
    TOKEN,
  ],
  [
    "GitHub, rate",
    200,
    JSON_TYPE,
    '{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}',
    "GRAPHQL",
    "not-executed",
    ERRORS,
  ],
  [
    "GitHub, timeout",
    502,
    JSON_TYPE,
    '{"data":null,"errors":[{"message":"Something went wrong"}]}',
    "GRAPHQL",
    "done",
    ERRORS,
  ],
  [
    "Apollo Server, CSRF",
    400,
    JSON_TYPE,
    '{"errors":[{"message":"blocked","extensions":{"code":"BAD_REQUEST"}}]}',
    "GRAPHQL",
    "not-executed",
    ERRORS,
  ],
  [
    "an array of a batch",
    200,
    JSON_TYPE,
    '[{"data":{"value":"secret"}}]',
    "MALFORMED_RESPONSE",
    "unknown",
    NO_PLATFORM,
  ],
])("%s, HTTP %i", async (_, status, type, body, code, delivery, advice) => {
  const respond = () => new Response(body, { status, headers: { "content-type": type } });
  const client = connect(createWire({ api: respond }), { retries: 0, timeout: 1 }, { accessToken: "given" });
  const error = await rejection(client.execute(mutation));
  expect(error).toMatchObject({ code, delivery, advice, status });
  expect(error.response).toEqual({ status, mediaType: type.split(";")[0], text: body });
  expect(inspect(error, { showHidden: true, depth: 9 }) + JSON.stringify(error)).not.toContain(body);
});

test("an error keeps 4,096 characters of a response", async () => {
  const wire = createWire({ api: () => new Response("x".repeat(10_000), { status: 404 }) });
  const error = await rejection(connect(wire, {}, { accessToken: "given" }).execute(mutation));
  expect(error).toMatchObject({ response: { text: "x".repeat(4_096) } });
});
