import { lifecycle } from '../../../kernel/lifecycle.ts'

/**
 * A grant is waiting for the buyer, on its way to a service, granted, or failed there. What was
 * revoked comes back by the same grant when its source entitles to it again.
 */
export const grantLifecycle = lifecycle({
  starts: ['granted', 'pending', 'waiting'],
  ends: [],
  moves: {
    waiting: { start: 'pending', revoke: 'revoked' },
    pending: { grant: 'granted', fail: 'failed', wait: 'waiting', revoke: 'revoked' },
    granted: { start: 'pending', revoke: 'revoked' },
    failed: { start: 'pending', revoke: 'revoked' },
    revoked: { grant: 'granted', start: 'pending', wait: 'waiting' },
  },
})
