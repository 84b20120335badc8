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

type Handler = (request: Request) => Promise<Response>

/** `export const GET = checkout({ … })` in a route handler of the App Router. */
export const checkout =
  (options: CheckoutOptions<Request>): Handler =>
  (request) =>
    startCheckout(options, request, request.url)

/** `export const GET = customerPortal({ … })` */
export const customerPortal =
  (options: PortalOptions<Request>): Handler =>
  (request) =>
    openPortal(options, request)

/** `export const POST = webhooks({ … })` */
export const webhooks =
  (options: WebhookOptions): Handler =>
  async (request) =>
    receiveWebhook(options, request.headers, await request.text())

/** Takes a request, or in a server component `await headers()`. */
export const getSession =
  (options: SessionOptions) =>
  (from: Request | Headers): Promise<Session | null> =>
    readSession(options, from instanceof Request ? from.headers : from)
