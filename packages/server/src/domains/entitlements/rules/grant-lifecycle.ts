import { assert } from '../../../kernel/assert.ts'
import { lifecycle, type MoveOf, next, type StatusOf } from '../../../kernel/lifecycle.ts'

/**
 * `await` the customer, who has to connect an account; `send` it to the provider; the provider has
 * `deliver`ed it or `refuse`s. What is held already stays granted while it is sent again.
 */
export const grantLifecycle = lifecycle({
  starts: ['waiting', 'pending', 'granted', 'failed'],
  ends: [],
  moves: {
    waiting: { await: 'waiting', send: 'pending', refuse: 'failed', revoke: 'revoked' },
    pending: {
      await: 'waiting',
      send: 'pending',
      deliver: 'granted',
      refuse: 'failed',
      revoke: 'revoked',
    },
    granted: {
      await: 'waiting',
      send: 'granted',
      deliver: 'granted',
      refuse: 'failed',
      revoke: 'revoked',
    },
    failed: {
      await: 'waiting',
      send: 'pending',
      deliver: 'granted',
      refuse: 'failed',
      revoke: 'revoked',
    },
    revoked: { await: 'waiting', send: 'pending', deliver: 'granted', refuse: 'failed' },
  },
})

export type GrantStatus = StatusOf<typeof grantLifecycle>

export function statusAfter(from: string, move: MoveOf<typeof grantLifecycle>): GrantStatus {
  assert(isStatus(from), `${from} is a status of grants`)
  const status = next(grantLifecycle, from, move)
  assert(status !== null, `a grant that is ${from} can’t ${move}`)
  return status
}

const isStatus = (status: string): status is GrantStatus =>
  Object.hasOwn(grantLifecycle.moves, status)

interface RetriedGrant {
  readonly status: string
  /** Whether its benefit is at a provider. */
  readonly isExternal: boolean
  readonly hasError: boolean
}

/** Why a grant can’t be tried again; null if it can. */
export function retryObstacle({ status, isExternal, hasError }: RetriedGrant): string | null {
  if (!isExternal) return 'its benefit isn’t delivered by another service.'
  if (status === 'waiting') return 'the customer has to connect an account first.'
  return status === 'revoked' && !hasError ? 'it was revoked.' : null
}
