import { lifecycle } from '../../../kernel/lifecycle.ts'

/** An attempt ends once; who wants to pay again makes another. */
export const paymentLifecycle = lifecycle({
  starts: ['pending'],
  ends: ['succeeded', 'failed'],
  moves: {
    pending: { succeed: 'succeeded', fail: 'failed' },
    succeeded: {},
    failed: {},
  },
})
