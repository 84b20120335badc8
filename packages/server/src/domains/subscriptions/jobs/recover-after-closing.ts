import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { recoverAfterClosing } from '../actions/recover-after-closing.ts'

/** What ends with its subscription needs no recovery. */
export const recoverAfterClosingJob: JobDefinition<SubscriptionDeps> = job({
  name: 'subscriptions.recover_after_closing',
  payload: z.object({ organizationId, id: id('subscription') }),
  on: [
    when(
      ['order.voided', 'order.written_off'],
      ['subscriptionId', 'collectionStoppedReason'],
      ({ organizationId: organization, payload }) =>
        payload.subscriptionId !== null && payload.collectionStoppedReason === 'seller'
          ? [{ payload: { organizationId: organization, id: payload.subscriptionId } }]
          : [],
    ),
  ],
  run: (deps: SubscriptionDeps, key) => recoverAfterClosing(deps, key),
})
