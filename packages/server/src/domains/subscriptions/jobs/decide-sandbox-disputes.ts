import { lookInEach } from '../../../platform/due/look-at-due.ts'
import type { DueWork } from '../../../platform/due-work.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { DisputeDeps } from '../../orders/actions/deps.ts'
import { recordDispute } from '../../orders/actions/record-dispute.ts'
import {
  decideSandboxDisputes,
  nextSandboxDecision,
} from '../../payments/actions/sandbox/due-disputes.ts'
import { findPayment } from '../../payments/store/payments.ts'
import { disputesToDecide } from '../../payments/store/sandbox-disputes.ts'

/** The events of the sandbox lead to the rest, as those of a real processor do. */
export const decideSandboxDisputesJob: JobDefinition<DisputeDeps> = schedule({
  name: disputesToDecide.kind,
  cron: '* * * * *',
  run: (deps: DisputeDeps, { signal }) =>
    lookInEach(deps.uowFactory, {
      list: disputesToDecide,
      signal,
      run: async (organizationIds) => {
        await decideSandboxDisputes(deps, organizationIds)
      },
    }),
})

/**
 * Where a clock is advanced, a decision is recorded before the renewals of the same instant, which
 * depend on it.
 */
export const sandboxDisputeDueWork = (deps: DisputeDeps): DueWork => ({
  nextDue: (organizationId) => nextSandboxDecision(deps, organizationId),
  run: async (organizationId) => {
    for (const { paymentId, dispute } of await decideSandboxDisputes(deps, [organizationId])) {
      const key = { organizationId, paymentId }
      const payment = await findPayment(deps.uowFactory.database.kysely, key)
      if (payment === undefined || payment.orderId === null) continue
      const { orderId, amount } = payment
      const reported = { ...dispute, amount: dispute.amount ?? amount, processorUrl: null }
      const reportedAt = deps.clock.now()
      await runUnitOfWork(deps.uowFactory, key, (uow) =>
        recordDispute(uow, deps, { ...reported, ...key, orderId, reportedAt }),
      )
    }
  },
})
