import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { settleEnded } from '../actions/settle-attempts.ts'

export const settleAttemptsTask = 'subscriptions.settleAttempts'

/**
 * Whoever charged has mostly taken it to account already, and then there is nothing left to do: so of
 * many that end at about the same time one job looks after all of an organization.
 */
const endedReaction = (on: string): Reaction => ({
  on,
  jobs: ({ organizationId: organization, payload }) =>
    payload['order_id'] === null || payload['checkout_id'] !== null
      ? []
      : [
          {
            task: settleAttemptsTask,
            payload: { organizationId: organization },
            key: `${settleAttemptsTask}:${organization}`,
          },
        ],
})

export const attemptReactions: readonly Reaction[] = [
  endedReaction('payment.succeeded'),
  endedReaction('payment.failed'),
]

const ofOrganization = z.object({ organizationId })

export const settleAttemptsJob =
  (parts: SubscriptionParts): Task =>
  async (payload) => {
    const { organizationId: organization } = z.parse(ofOrganization, payload)
    await settleEnded(parts, organization)
  }
