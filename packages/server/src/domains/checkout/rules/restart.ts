import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { hasExpired } from './lifecycle.ts'

interface Ended {
  readonly status: string
  readonly expiresAt: Date
}

/** Only a checkout that has expired or failed can be restarted. */
export function restartRefusal(
  { status, expiresAt }: Ended,
  now: Date,
): Refusal<'checkout_not_over'> | null {
  if (status === 'expired' || status === 'failed') return null
  if (status === 'open' && hasExpired({ expiresAt }, now)) return null
  return refuse('checkout_not_over', { status })
}
