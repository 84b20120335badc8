import type { Polar } from '@polar-sh/sdk'
import { vi } from 'vitest'
import { type Answer, asAnonymous } from './seller.ts'

type Site = { readonly url: string }

interface RawCalls {
  readonly get: (path: string) => Promise<Answer>
  readonly post: (path: string, body: object) => Promise<Answer>
  readonly patch: (path: string, body: object) => Promise<Answer>
  readonly remove: (path: string) => Promise<Answer>
}

/** Calls that the official client of this version lacks, made with a token. */
export function asToken({ url }: Site, token: string): RawCalls {
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    remove: (path) => send('DELETE', path),
  }
}

interface CheckoutPurchase {
  readonly email: string
  /** A customer whom the seller knows; without one, the address is only typed. */
  readonly customerId?: string
  readonly product: string
  /** The default card always pays. */
  readonly card?: string
  readonly discountId?: string
  readonly metadata?: Readonly<Record<string, string>>
}

const polling = { timeout: 30_000, interval: 50 }

/** Pays for the product at a checkout, and returns whose it is then. */
export async function payAtCheckout(
  site: Site,
  { checkouts }: Polar,
  { email, customerId, product, card = 'tok_sandbox_ok', discountId, metadata }: CheckoutPurchase,
) {
  const { id, clientSecret } = await checkouts.create({
    products: [product],
    ...(customerId !== undefined && { customerId }),
    ...(discountId !== undefined && { discountId }),
    ...(metadata !== undefined && { metadata }),
  })
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerEmail: email,
      customerName: 'Ada Buyer',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: card,
    },
  })
  return vi.waitFor(async () => {
    const { customerId, status } = await checkouts.get({ id })
    if (status !== 'succeeded' || customerId === null)
      throw new Error(`The checkout is still ${status}`)
    return customerId
  }, polling)
}

/** Buys the product at a checkout, which also saves the card, and returns the subscription. */
export async function subscribeAtCheckout(site: Site, polar: Polar, purchase: CheckoutPurchase) {
  const customerId = await payAtCheckout(site, polar, purchase)
  const { result } = await polar.subscriptions.list({ customerId })
  const [subscription] = result.items
  if (subscription === undefined) throw new Error('A paid checkout has its subscription')
  return subscription
}
