import { lifecycle } from '../../../kernel/lifecycle.ts'

/** A payment is one attempt and ends once; trying again makes another payment. */
export const paymentLifecycle = lifecycle({
  starts: ['pending'],
  ends: ['succeeded', 'failed'],
  moves: {
    pending: { succeed: 'succeeded', fail: 'failed' },
    succeeded: {},
    failed: {},
  },
})
