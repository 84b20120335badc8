import { refundId } from '@guildhall/contract/orders/refund-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { OrderDeps } from '../actions/deps.ts'
import { notifyRefunded } from '../actions/notify-customer.ts'

type Deps = Pick<OrderDeps, 'uowFactory' | 'config' | 'keyring'>

/** Mails the buyer when a refund has succeeded; attempts are not mailed. */
export const notifyRefundedJob: JobDefinition<Deps> = job({
  name: 'orders.notify_refunded',
  payload: z.object({ organizationId, id: refundId }),
  on: [
    when(
      ['refund.created', 'refund.updated'],
      ['status'],
      ({ organizationId, object: { id }, payload: { status } }) =>
        status === 'succeeded' ? [{ payload: { organizationId, id } }] : [],
    ),
  ],
  async run(deps: Deps, key) {
    await runUnitOfWork(deps.uowFactory, key, (uow) => notifyRefunded(uow, deps, key))
  },
})
