/** The hooks of the client as spans and metrics of OpenTelemetry, as the documentation shows. */

import { metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { expect, onTestFinished, test } from "vitest";
import type { Hooks } from "../../src/index.ts";
import { readBlocks, writeBlocks } from "../../test/support/blocks.ts";
import { query } from "../../test/support/documents.ts";
import { connect, createWire, ok, unauthorized } from "../../test/support/wire.ts";

test("the hooks of the guide write a span for each request and count refreshes", async () => {
  const blocks = (await readBlocks("docs/hooks.md")).filter(({ section }) => section === "OpenTelemetry");
  await using written = await writeBlocks(blocks.slice(0, 1), "checks/libraries");
  const { telemetry }: { readonly telemetry: Hooks } = await import(written.files[0] ?? "");
  const spans = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const meters = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  metrics.setGlobalMeterProvider(meters);
  onTestFinished(() => meters.shutdown());

  const wire = createWire({ api: ({ token }) => (token === "old" ? unauthorized() : ok()) });
  await connect(wire, { hooks: telemetry }, { accessToken: "old" }).execute(query);

  const seen = spans
    .getFinishedSpans()
    .map(({ name, kind, attributes, status }) => ({ name, kind, attributes, status: status.code }));
  const attributes = { "graphql.operation.type": "query", "graphql.operation.name": "ReadValue" };
  expect(seen).toEqual([
    {
      name: "query ReadValue",
      kind: SpanKind.CLIENT,
      attributes: { ...attributes, "http.response.status_code": 401, "error.type": "UNAUTHENTICATED" },
      status: SpanStatusCode.ERROR,
    },
    {
      name: "query ReadValue",
      kind: SpanKind.CLIENT,
      attributes: { ...attributes, "http.request.resend_count": 1, "http.response.status_code": 200 },
      status: SpanStatusCode.UNSET,
    },
  ]);
  await meters.forceFlush();
  const [points] = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  expect(points?.descriptor.name).toBe("platform.refreshes");
  expect(points?.dataPoints.map(({ value, attributes: labels }) => [value, labels])).toEqual([
    [1, { reason: "rejected" }],
  ]);
});
