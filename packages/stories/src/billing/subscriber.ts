import type { Polar } from '@polar-sh/sdk'
import { vi } from 'vitest'
import { type Answered, asNobody } from './seller.ts'

type Site = { readonly url: string }

interface RawCalls {
  readonly get: (path: string) => Promise<Answered>
  readonly post: (path: string, body: object) => Promise<Answered>
  readonly patch: (path: string, body: object) => Promise<Answered>
}

/** Calls with a token that the official client of this version doesn’t have. */
export function asToken({ url }: Site, token: string): RawCalls {
  const send = async (method: string, path: string, body?: object): Promise<Answered> => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
  }
}

interface Subscribing {
  readonly email: string
  readonly product: string
  /** By default one that always pays. */
  readonly card?: string
  readonly discountId?: string
  readonly metadata?: Readonly<Record<string, string>>
}

const waiting = { timeout: 30_000, interval: 50 }

/** Somebody buys it at a checkout, and the card is kept for later: the subscription. */
export async function subscribeAtCheckout(
  site: Site,
  { checkouts, subscriptions }: Polar,
  { email, product, card = 'tok_sandbox_ok', discountId, metadata }: Subscribing,
) {
  const { id, clientSecret } = await checkouts.create({
    products: [product],
    ...(discountId !== undefined && { discountId }),
    ...(metadata !== undefined && { metadata }),
  })
  await asNobody(site).checkouts.clientConfirm({
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
    if (status !== 'succeeded' || customerId === null) throw new Error(`it is ${status} yet`)
    const { result } = await subscriptions.list({ customerId })
    const [subscription] = result.items
    if (subscription === undefined) throw new Error('there is no subscription yet')
    return subscription
  }, waiting)
}
