import type { DisputeDeps } from '../src/domains/orders/actions/deps.ts'
import type { recordDispute } from '../src/domains/orders/actions/record-dispute.ts'
import { followDispute } from '../src/domains/subscriptions/actions/follow-dispute.ts'
import { minorUnits } from '../src/kernel/money.ts'
import type { Hooks } from '../src/platform/hooks.ts'
import type { TestDeps } from './payments.ts'

type ReportedDispute = Parameters<typeof recordDispute>[2]

type Report = Pick<ReportedDispute, 'organizationId' | 'orderId' | 'paymentId' | 'status'> &
  Partial<Omit<ReportedDispute, 'amount'>> & { readonly amount: number }

/** What a processor says about a dispute of a payment. */
export const disputeReport = ({ amount, ...report }: Report): ReportedDispute => ({
  processorId: `dp_${report.paymentId}`,
  isWarning: false,
  reason: 'fraudulent',
  evidenceDueBy: null,
  reportedAt: null,
  processorUrl: null,
  ...report,
  amount: minorUnits(amount),
})

/** As `app/` provides it: subscriptions follow disputes. */
export const withFollowers = (
  deps: TestDeps,
): TestDeps & DisputeDeps & Pick<Hooks, 'grantDescribers'> => ({
  ...deps,
  grantDescribers: [],
  onDisputeChanged: [followDispute(deps)],
})
