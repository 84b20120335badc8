import {
  type Attributes,
  INVALID_SPAN_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inSpan } from './span.ts'

interface Recorded {
  readonly name: string
  readonly attributes: Attributes | undefined
  status?: SpanStatusCode
  exception?: unknown
  ended: number
}

const recorded: Recorded[] = []

/** A minimal tracing SDK. */
function recordingSpan(name: string, options: SpanOptions = {}): Span {
  const entry: Recorded = { name, attributes: options.attributes, ended: 0 }
  recorded.push(entry)
  const base = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
  return Object.assign(base, {
    setStatus: ({ code }: { code: SpanStatusCode }) => ((entry.status = code), base),
    recordException: (exception: unknown) => (entry.exception = exception),
    end: () => (entry.ended += 1),
  })
}

beforeEach(() => {
  recorded.length = 0
  const startActiveSpan = (name: string, ...more: unknown[]) => {
    const run = more.at(-1)
    const options = more.length > 1 ? Object(more[0]) : {}
    return typeof run === 'function' ? run(recordingSpan(name, options)) : undefined
  }
  trace.setGlobalTracerProvider({
    getTracer: () => ({ startSpan: recordingSpan, startActiveSpan }),
  })
})
afterEach(() => trace.disable())

it('records a span with its attributes and ends it', async () => {
  const result = await inSpan('mail.send', { attempt: 2 }, () => {
    expect(recorded[0]?.ended).toBe(0)
    return Promise.resolve('done')
  })
  expect(result).toBe('done')
  expect(recorded).toEqual([{ name: 'mail.send', attributes: { attempt: 2 }, ended: 1 }])
})

it('marks the span of a failing task as failed and rethrows', async () => {
  const error = new Error('no')
  await expect(inSpan('mail.send', {}, () => Promise.reject(error))).rejects.toBe(error)
  expect(recorded).toMatchObject([{ status: SpanStatusCode.ERROR, exception: error, ended: 1 }])
})

it('works without an SDK', async () => {
  trace.disable()
  expect(await inSpan('mail.send', {}, () => Promise.resolve(1))).toBe(1)
  expect(recorded).toEqual([])
})
