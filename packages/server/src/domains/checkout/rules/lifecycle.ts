import { lifecycle } from '../../../kernel/lifecycle.ts'

/**
 * A checkout is confirmed once the payment is under way. A payment that fails opens it again; after
 * its hour is over nothing can be tried any more, and it has failed.
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

/** How long a buyer has. */
export const checkoutMilliseconds = 3_600_000

/** At the instant itself it is over. */
export const isOver = ({ expiresAt }: { readonly expiresAt: Date }, now: Date): boolean =>
  now >= expiresAt
