import type { WebhookEvent } from '@guildhall/contract/webhooks/shapes'
import { signedHeaders } from '../../domains/webhooks/rules/signature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ExternalFailure } from '../../platform/http-client/fetch-external.ts'
import { operatorGuard } from '../../platform/http-client/guard.ts'
import { openPoster } from '../../platform/http-client/post-external.ts'

/** How the handler answered an event. */
export type Forwarded =
  | { readonly status: number; readonly head: string; readonly milliseconds: number }
  /** The handler may or may not have received it. */
  | { readonly failed: string; readonly milliseconds: number }
  /** The handler wasn't running. */
  | { readonly absent: string }

export interface Forwarder {
  forward(event: WebhookEvent): Promise<Forwarded>
  /** Aborts the request under way. */
  close(): void
}

interface Handler {
  readonly url: string
  readonly secret: string
}

/** Delivers to a handler on this machine with the code that delivers webhooks. */
export function openForwarder(clock: Clock, { url, secret }: Handler): Forwarder {
  const poster = openPoster({ guard: operatorGuard, clock })
  return {
    async forward({ id, sequence, type, timestamp, objectVersion: version, data }) {
      const body = JSON.stringify({ type, timestamp: timestamp.toISOString(), data })
      const message = { id, body, event: { sequence, object: { version } } }
      const headers = signedHeaders(message, { now: clock.now(), secrets: [secret] })
      const startedAt = clock.monotonicMilliseconds()
      const response = await poster.post(url, { headers, body })
      const milliseconds = Math.round(clock.monotonicMilliseconds() - startedAt)
      if (!('failed' in response)) {
        return { status: response.status, head: response.head.toString('utf8'), milliseconds }
      }
      return isAbsent(response)
        ? { absent: response.reason }
        : { failed: response.reason, milliseconds }
    },
    close: () => poster.close(),
  }
}

/** A handler that is restarting refuses connections, so it received nothing. */
const isAbsent = ({ failed, reason }: ExternalFailure): boolean =>
  failed === 'unresolved' || (failed === 'unreachable' && reason.includes('ECONNREFUSED'))
