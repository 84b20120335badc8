import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type CheckoutOptions,
  openPortal,
  type PortalOptions,
  readSession,
  receiveWebhook,
  type Session,
  type SessionOptions,
  startCheckout,
  type WebhookOptions,
} from './handlers.ts'

export { type Buyer, GuildhallError, type Session, type WebhookEvent } from './handlers.ts'

/** Express adds the path with its mount point, and what a parser has read. */
interface NodeRequest extends IncomingMessage {
  readonly originalUrl?: string
  readonly body?: unknown
}

type Next = (error?: unknown) => void
type Handler<R> = (request: R, response: ServerResponse, next?: Next) => Promise<void>

/** `app.get('/checkout', checkout({ … }))`; also a listener of `node:http`. */
export const checkout = <R extends NodeRequest>(options: CheckoutOptions<R>): Handler<R> =>
  handler((request) => startCheckout(options, request, urlOf(request)))

/** `app.get('/portal', customerPortal({ … }))` */
export const customerPortal = <R extends NodeRequest>(options: PortalOptions<R>): Handler<R> =>
  handler((request) => openPortal(options, request))

/** `app.post('/webhooks', webhooks({ … }))`, above `express.json()` */
export const webhooks = (options: WebhookOptions): Handler<NodeRequest> =>
  handler(async (request) => receiveWebhook(options, headersOf(request), await bodyOf(request)))

export const getSession =
  (options: SessionOptions) =>
  (request: IncomingMessage): Promise<Session | null> =>
    readSession(options, headersOf(request))

/** An error goes to the error handler of Express, whatever its version. */
const handler =
  <R extends NodeRequest>(answer: (request: R) => Promise<Response>): Handler<R> =>
  async (request, response, next) => {
    try {
      const { status, headers, body } = await answer(request)
      response.writeHead(status, Object.fromEntries(headers))
      response.end(body === null ? undefined : await new Response(body).text())
    } catch (error) {
      if (next === undefined) throw error
      next(error)
    }
  }

// Only path and query are used of it.
const urlOf = ({ originalUrl, url }: NodeRequest): string =>
  new URL(originalUrl ?? url ?? '/', 'http://localhost').href

function headersOf({ headers }: IncomingMessage): Headers {
  const read = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) read.append(name, one)
    }
  }
  return read
}

async function bodyOf(request: NodeRequest): Promise<string> {
  const { body } = request
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  if (!request.readableEnded) return text(request)
  throw new Error('The body was parsed before: put this route above express.json()')
}
