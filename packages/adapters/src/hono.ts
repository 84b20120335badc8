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

/** What is used of Hono’s context, so that the types don’t depend on one of its versions. */
interface Context {
  readonly req: { readonly raw: Request }
}

type Handler<C> = (context: C) => Promise<Response>

/** `app.get('/checkout', checkout({ … }))` */
export const checkout =
  <C extends Context>(options: CheckoutOptions<C>): Handler<C> =>
  (context) =>
    startCheckout(options, context, context.req.raw.url)

/** `app.get('/portal', customerPortal({ … }))` */
export const customerPortal =
  <C extends Context>(options: PortalOptions<C>): Handler<C> =>
  (context) =>
    openPortal(options, context)

/** `app.post('/webhooks', webhooks({ … }))` */
export const webhooks =
  (options: WebhookOptions): Handler<Context> =>
  async ({ req: { raw } }) =>
    receiveWebhook(options, raw.headers, await raw.text())

export const getSession =
  (options: SessionOptions) =>
  ({ req }: Context): Promise<Session | null> =>
    readSession(options, req.raw.headers)
