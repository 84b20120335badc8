import { Refused, request, Unreachable } from '../../lib/request.ts'

export type CheckoutState = 'loading' | 'missing' | 'expired' | 'unreachable'

/** How a checkout answers to the secret in its address. */
export async function loadCheckout(secret: string, signal: AbortSignal): Promise<CheckoutState> {
  if (secret === '') return 'missing'
  try {
    await request({ path: `/v1/checkouts/client/${encodeURIComponent(secret)}`, signal })
  } catch (error) {
    if (error instanceof Refused) return stateOfRefusal(error.status)
    if (!(error instanceof Unreachable)) throw error
  }
  return 'unreachable'
}

function stateOfRefusal(status: number): CheckoutState {
  if (status === 410) return 'expired'
  // A secret that can't be one is refused for its shape.
  return status === 404 || status === 422 ? 'missing' : 'unreachable'
}
