import type { WebhookEvent } from '@guildhall/contract/webhooks/shapes'
import { signedHeaders } from '../../domains/webhooks/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OutsideFailure } from '../../platform/http-client/fetch-outside.ts'
import { operatorGuard } from '../../platform/http-client/guard.ts'
import { openPoster } from '../../platform/http-client/post-outside.ts'

/** What the handler made of an event. */
export type Forwarded =
  | { readonly status: number; readonly head: string; readonly milliseconds: number }
  /** It may have got it or not. */
  | { readonly failed: string; readonly milliseconds: number }
  /** Nobody was there to get it. */
  | { readonly absent: string }

export interface Forwarder {
  forward(event: WebhookEvent): Promise<Forwarded>
  /** Cuts off what is under way. */
  close(): void
}

interface Handler {
  readonly url: string
  readonly secret: string
}

/** Sends to a handler on this machine what endpoints are sent, by the same code. */
export function openForwarder(clock: Clock, { url, secret }: Handler): Forwarder {
  const poster = openPoster({ guard: operatorGuard, clock })
  return {
    async forward({ id, sequence, type, timestamp, objectVersion: version, data }) {
      const body = JSON.stringify({ type, timestamp: timestamp.toISOString(), data })
      const message = { id, body, event: { sequence, object: { version } } }
      const headers = signedHeaders(message, { now: clock.now(), secrets: [secret] })
      const begun = clock.monotonicMilliseconds()
      const heard = await poster.post(url, { headers, body })
      const milliseconds = Math.round(clock.monotonicMilliseconds() - begun)
      if (!('failed' in heard)) {
        return { status: heard.status, head: heard.head.toString('utf8'), milliseconds }
      }
      return isAbsent(heard) ? { absent: heard.reason } : { failed: heard.reason, milliseconds }
    },
    close: () => poster.close(),
  }
}

/** A handler that is being restarted refuses connections; nothing has reached it then. */
const isAbsent = ({ failed, reason }: OutsideFailure): boolean =>
  failed === 'unresolved' || (failed === 'unreachable' && reason.includes('ECONNREFUSED'))
