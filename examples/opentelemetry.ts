/** Hooks that write one OpenTelemetry span per request and count token refreshes. */

import type { Hooks } from "@integration-platform/graphql";
import { metrics, SpanStatusCode, trace } from "@opentelemetry/api";

export const telemetry: Hooks = {
  didReceive: ({ operation, kind, attempt, status, code, durationMs }) => {
    const endTime = Date.now();
    const span = trace.getTracer("platform").startSpan(`${kind} ${operation}`, { startTime: endTime - durationMs });
    span.setAttributes({ "graphql.operation.name": operation, "http.resend_count": attempt - 1 });
    if (status !== undefined) span.setAttribute("http.response.status_code", status);
    if (code !== undefined) span.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  },
  didRefresh: ({ reason }) => metrics.getMeter("platform").createCounter("platform.refreshes").add(1, { reason }),
};
