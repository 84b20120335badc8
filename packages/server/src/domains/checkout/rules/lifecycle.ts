import { lifecycle } from '../../../kernel/lifecycle.ts'

/**
 * A checkout is confirmed when its payment starts. A failed payment reopens it, or fails it once it
 * has expired.
 */
export const checkoutLifecycle = lifecycle({
  starts: ['open'],
  ends: ['expired', 'succeeded', 'failed'],
  moves: {
    open: { confirm: 'confirmed', expire: 'expired' },
    confirmed: { succeed: 'succeeded', reopen: 'open', fail: 'failed' },
    expired: {},
    succeeded: {},
    failed: {},
  },
})

/** How long a checkout stays open. */
export const checkoutMilliseconds = 3_600_000

export const hasExpired = ({ expiresAt }: { readonly expiresAt: Date }, now: Date): boolean =>
  now >= expiresAt
