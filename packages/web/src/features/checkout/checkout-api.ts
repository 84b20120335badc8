import { Refused, request, Unreachable } from '#/lib/request.ts'
import type { Wire } from './draft.ts'
import { type Checkout, readCheckout } from './wire.ts'

export type Loaded = Checkout | 'missing' | 'expired' | 'unreachable'

export const addressOfCheckout = (secret: string): string =>
  `/v1/checkouts/client/${encodeURIComponent(secret)}`

/** The result of loading the checkout whose secret is in the URL. */
export async function loadCheckout(secret: string, signal?: AbortSignal): Promise<Loaded> {
  if (secret === '') return 'missing'
  const path = addressOfCheckout(secret)
  try {
    return readCheckout(await request({ path, ...(signal && { signal }) }))
  } catch (error) {
    if (error instanceof Refused) return stateOfRefusal(error.status)
    if (!(error instanceof Unreachable)) throw error
  }
  return 'unreachable'
}

function stateOfRefusal(status: number): 'missing' | 'expired' | 'unreachable' {
  if (status === 410) return 'expired'
  // A malformed secret is refused with 422.
  return status === 404 || status === 422 ? 'missing' : 'unreachable'
}

const triesMax = 3
const conflict = 409

/** Another request may have confirmed it first, such as the same page in another tab. */
export async function updateCheckout(secret: string, change: Wire, tries = 1): Promise<Checkout> {
  try {
    const path = addressOfCheckout(secret)
    return readCheckout(await request({ method: 'PATCH', path, body: change }))
  } catch (error) {
    const isRace = error instanceof Refused && error.status === conflict
    if (!isRace || tries >= triesMax) throw error
  }
  return updateCheckout(secret, change, tries + 1)
}

export async function confirmCheckout(secret: string, body: Wire): Promise<Checkout> {
  const path = `${addressOfCheckout(secret)}/confirm`
  return readCheckout(await request({ method: 'POST', path, body }))
}

/** Creates another checkout like one that has ended. */
export async function renewCheckout(secret: string): Promise<Checkout> {
  const path = `${addressOfCheckout(secret)}/renew`
  return readCheckout(await request({ method: 'POST', path, body: {} }))
}
