import { disputeId } from '@guildhall/contract/orders/dispute-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { OrderDeps } from '../actions/deps.ts'
import { notifyDisputed } from '../actions/notify-disputed.ts'

type Deps = Pick<OrderDeps, 'uowFactory' | 'config' | 'keyring'>

/** Mails members of the seller about a dispute and its end. */
export const notifyDisputedJob: JobDefinition<Deps> = job({
  name: 'orders.notify_disputed',
  payload: z.object({ organizationId, id: disputeId }),
  on: [
    when(['dispute.created', 'dispute.updated'], [], ({ organizationId, object: { id } }) => [
      { payload: { organizationId, id } },
    ]),
  ],
  async run(deps: Deps, key) {
    await runUnitOfWork(deps.uowFactory, key, (uow) => notifyDisputed(uow, deps, key))
  },
})
