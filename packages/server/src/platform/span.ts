import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * Runs a task in a trace span. Nothing is recorded unless the operator preloads a tracing SDK: only
 * the API is a dependency, and it finds the SDK by itself.
 */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  step: () => Promise<T>,
): Promise<T> {
  return trace.getTracer('guildhall').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await step()
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
