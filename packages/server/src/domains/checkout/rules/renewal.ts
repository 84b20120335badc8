import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isOver } from './lifecycle.ts'

interface Ended {
  readonly status: string
  readonly expiresAt: Date
}

/** Whether a checkout can be begun again: not while it goes on, and not after it succeeded. */
export function renewalRefusal(
  { status, expiresAt }: Ended,
  now: Date,
): Refusal<'checkout_not_over'> | null {
  if (status === 'expired' || status === 'failed') return null
  if (status === 'open' && isOver({ expiresAt }, now)) return null
  return refuse('checkout_not_over', { status })
}
