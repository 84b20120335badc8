import { orderId } from '@guildhall/contract/orders/order-shapes'
import { RefundStatus, refundId } from '@guildhall/contract/orders/refund-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import { type Id, instant, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { processorUrl } from '../../payments/rules/processor-url.ts'
import { findPayment } from '../../payments/store/payments.ts'
import type { DisputeDeps, OrderDeps } from '../actions/deps.ts'
import { recordDispute } from '../actions/record-dispute.ts'
import { recordReportedRefund } from '../actions/record-reported-refund.ts'

type Deps = Pick<OrderDeps, 'uowFactory'>
type DisputeJobDeps = Pick<DisputeDeps, 'uowFactory' | 'config' | 'onDisputeChanged'>

const ofPayment = {
  organizationId,
  paymentId,
  orderId: z.nullable(orderId),
  processorId: z.string(),
  amount: minorUnits,
}

/** Records a refund that the processor reported, created here or there. */
export const recordReportedRefundJob: JobDefinition<Deps> = job({
  name: 'orders.record_reported_refund',
  payload: z.object({
    ...ofPayment,
    refundId: z.nullable(refundId),
    status: RefundStatus,
    failureReason: z.nullable(z.string()),
  }),
  on: [
    when(
      'processor_refund.reported',
      ['paymentId', 'orderId', 'processorId', 'amount', 'refundId', 'status', 'failureReason'],
      ({ organizationId, payload }) => [{ payload: { organizationId, ...payload } }],
    ),
  ],
  async run(deps: Deps, report) {
    const subject = await findOrderOfPayment(deps, report)
    await runUnitOfWork(deps.uowFactory, subject, (uow) =>
      recordReportedRefund(uow, { ...report, ...subject }),
    )
  },
})

/** Records what the processor says about a dispute or a warning. */
export const recordDisputeJob: JobDefinition<DisputeJobDeps> = job({
  name: 'orders.record_dispute',
  payload: z.object({
    ...ofPayment,
    status: z.string(),
    isWarning: z._default(z.boolean(), false),
    reason: z._default(z.nullable(z.string()), null),
    evidenceDueBy: z._default(z.nullable(instant), null),
    reportedAt: z._default(z.nullable(instant), null),
  }),
  on: [
    when(
      'dispute.reported',
      [
        'paymentId',
        'orderId',
        'processorId',
        'amount',
        'status',
        'isWarning',
        'reason',
        'evidenceDueBy',
        'reportedAt',
      ],
      ({ organizationId, payload: { isWarning, reason, evidenceDueBy, reportedAt, ...rest } }) => [
        {
          payload: {
            ...rest,
            organizationId,
            isWarning: isWarning ?? false,
            reason: reason ?? null,
            evidenceDueBy: evidenceDueBy ?? null,
            reportedAt: reportedAt ?? null,
          },
        },
      ],
    ),
  ],
  async run(deps: DisputeJobDeps, report) {
    const subject = await findOrderOfPayment(deps, report)
    const { kysely } = deps.uowFactory.database
    const payment = await findPayment(kysely, subject)
    const url = payment === undefined ? null : processorUrl(deps.config.stripe.secretKey, payment)
    await runUnitOfWork(deps.uowFactory, subject, (uow) =>
      recordDispute(uow, deps, { ...report, ...subject, processorUrl: url }),
    )
  },
})

interface Report {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
  readonly orderId: Id<'order'> | null
}

/** A report may arrive before the order, which is created a moment after its payment. */
async function findOrderOfPayment(
  { uowFactory }: Deps,
  { organizationId, paymentId, orderId: known }: Report,
) {
  const { kysely } = uowFactory.database
  const orderOf = async () => (await findPayment(kysely, { organizationId, paymentId }))?.orderId
  const found = known ?? (await orderOf()) ?? null
  assert(found !== null, 'the payment has no order yet; the job is retried')
  return { organizationId, paymentId, orderId: found }
}
