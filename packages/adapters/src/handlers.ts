/** What the handlers of all frameworks do, with the requests and responses of the web platform. */

interface ServerAccess {
  /** The URL of the Guildhall server, such as https://billing.example.com. */
  readonly serverURL: string
  /** An access token of the organization; it never leaves the backend. */
  readonly accessToken: string
}

type Eventually<T> = T | Promise<T>

/** Who buys, as your application knows them. */
export interface Buyer {
  /** Your id of the user; it makes the purchase theirs. */
  readonly externalId?: string
  readonly email?: string
  readonly name?: string
}

/** R is what the framework passes to a route. */
export interface CheckoutOptions<R> extends ServerAccess {
  /**
   * What may be bought here. `?products=` in the URL chooses from these; without it, the buyer
   * chooses on the page. No other product is sold, so private ones stay private.
   */
  readonly products: readonly string[]
  /** Where the buyer arrives after paying; `{CHECKOUT_ID}` is replaced. */
  readonly successUrl?: string
  /** From the session of your application, never from the URL: it decides whose purchase it is. */
  readonly getBuyer?: (request: R) => Eventually<Buyer | null>
}

export interface PortalOptions<R> extends ServerAccess {
  /** Your id of the signed-in user, from your own session; null where nobody is signed in. */
  readonly getExternalId: (request: R) => Eventually<string | null>
}

/** An event as it is sent; `data` has the field names of the API. */
export interface WebhookEvent {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface WebhookOptions {
  /** Of the endpoint, as it was shown when it was created. */
  readonly webhookSecret: string
  /** Fails the delivery if it throws, so that the event is sent again. */
  readonly onEvent: (event: WebhookEvent, delivery: Delivery) => Eventually<void>
}

interface Delivery {
  /** The same each time that an event is sent: handle each once. */
  readonly id: string
}

export interface SessionOptions {
  readonly serverURL: string
  /** One of GUILDHALL_SERVER_KEYS: calls with it aren’t limited by address. */
  readonly serverKey?: string
}

export interface Session {
  readonly user: {
    readonly id: string
    readonly email: string
    readonly emailVerified: boolean
    readonly name: string
    readonly image: string | null
  }
  readonly session: { readonly id: string; readonly expiresAt: string }
}

/** An answer of the server that isn’t the request’s fault. */
export class GuildhallError extends Error {
  override readonly name = 'GuildhallError'
  readonly status: number

  constructor(call: string, status: number, detail: string) {
    super(`${call} was answered with ${status}: ${detail}`)
    this.status = status
  }
}

/** Redirects to the checkout of the products. */
export async function startCheckout<R>(
  { products, successUrl, getBuyer, ...access }: CheckoutOptions<R>,
  request: R,
  url: string,
): Promise<Response> {
  const asked = new URL(url).searchParams.getAll('products')
  if (asked.some((one) => !products.includes(one))) return failure(404, 'There is no such product')
  const buyer = (await getBuyer?.(request)) ?? {}
  const answer = await post(access, '/v1/checkouts/', {
    products: asked.length === 0 ? products : asked,
    success_url: successUrl,
    customer_external_id: buyer.externalId,
    customer_email: buyer.email,
    customer_name: buyer.name,
  })
  if (answer.status === 201) return redirect((await answer.json()).url)
  throw new GuildhallError('The checkout', answer.status, await answer.text())
}

/** Redirects the signed-in user to the portal with their purchases. */
export async function openPortal<R>(
  { getExternalId, ...access }: PortalOptions<R>,
  request: R,
): Promise<Response> {
  const externalId = await getExternalId(request)
  if (externalId === null) return failure(401, 'Sign in first')
  const answer = await post(access, '/v1/customer-sessions/', { customer_external_id: externalId })
  if (answer.status === 201) return redirect((await answer.json()).customer_portal_url)
  // So a customer who isn’t known is answered; a 404 is of a wrong serverURL.
  if (answer.status === 422) return failure(404, 'There are no purchases')
  throw new GuildhallError('The customer session', answer.status, await answer.text())
}

/** Passes an event on if it comes from the server. The body must be as it was sent. */
export async function receiveWebhook(
  { webhookSecret, onEvent }: WebhookOptions,
  headers: Headers,
  body: string,
): Promise<Response> {
  const id = headers.get('webhook-id') ?? ''
  const sentAt = headers.get('webhook-timestamp') ?? ''
  const signatures = (headers.get('webhook-signature') ?? '').split(' ')
  if (!isRecent(sentAt)) return failure(403, 'The timestamp is missing or too old')
  if (!(await isSigned(webhookSecret, `${id}.${sentAt}.${body}`, signatures))) {
    return failure(403, 'The signature is not valid')
  }
  await onEvent(JSON.parse(body), { id })
  return new Response(null, { status: 204 })
}

/** The session whose cookie or bearer token a request carries; null where nobody is signed in. */
export async function readSession(
  { serverURL, serverKey }: SessionOptions,
  headers: Headers,
): Promise<Session | null> {
  const cookie = headers.get('cookie')
  const own = headers.get('authorization')
  const authorization = serverKey !== undefined && own === null ? `Bearer ${serverKey}` : own
  if (cookie === null && own === null) return null
  const answer = await fetch(new URL('/api/auth/get-session', serverURL), {
    headers: {
      ...(cookie !== null && { cookie }),
      ...(authorization !== null && { authorization }),
    },
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })
  // Too many requests or an outage is not the same as nobody.
  if (!answer.ok) throw new GuildhallError('The session', answer.status, await answer.text())
  return await answer.json()
}

const timeoutMilliseconds = 10_000
const toleratedSeconds = 300

function isRecent(sentAt: string): boolean {
  const seconds = /^\d{1,12}$/.test(sentAt) ? Number(sentAt) : Number.NaN
  return Math.abs(Date.now() / 1000 - seconds) <= toleratedSeconds
}

/** While a secret is being replaced, an event carries a signature of each. */
async function isSigned(
  secret: string,
  content: string,
  signatures: readonly string[],
): Promise<boolean> {
  const encoder = new TextEncoder()
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hash, false, ['verify'])
  const checks = signatures
    .filter((one) => /^v1,[A-Za-z0-9+/]+=*$/.test(one))
    .map((one) =>
      crypto.subtle.verify('HMAC', key, bytesOf(one.slice('v1,'.length)), encoder.encode(content)),
    )
  return (await Promise.all(checks)).includes(true)
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

const post = ({ serverURL, accessToken }: ServerAccess, path: string, body: object) =>
  fetch(new URL(path, serverURL), {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })

const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })

const failure = (status: number, error: string): Response => Response.json({ error }, { status })
