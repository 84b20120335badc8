import type { Domain } from '../../platform/domain.ts'
import type { DisputeDeps } from '../orders/actions/deps.ts'
import { carryBillingDetails } from './actions/carry-billing-details.ts'
import { deletionBlocker } from './actions/deletion-blocker.ts'
import type { NoticeDeps } from './actions/deps.ts'
import { followDispute } from './actions/follow-dispute.ts'
import { refuseBilledMeter } from './actions/refuse-billed-meter.ts'
import { switchToReplacementCard } from './actions/switch-to-replacement-card.ts'
import { applyPaymentOutcomesJob } from './jobs/apply-payment-outcomes.ts'
import { backfillMovementsJob } from './jobs/backfill-movements.ts'
import { billEarlySweep, watchThresholds } from './jobs/bill-early.ts'
import { abandonChangeJob, completePaidChangeJob } from './jobs/complete-paid-changes.ts'
import { decideSandboxDisputesJob, sandboxDisputeDueWork } from './jobs/decide-sandbox-disputes.ts'
import { notifyCustomerJob } from './jobs/notify-customer.ts'
import { expiringCardDueWork, notifyExpiringCardsJob } from './jobs/notify-expiring-cards.ts'
import { recoverAfterClosingJob } from './jobs/recover-after-closing.ts'
import { retryPaymentJob } from './jobs/retry-payment.ts'
import { revokeCustomerSubscriptionsJob } from './jobs/revoke-customer-subscriptions.ts'
import { runDueJob, subscriptionDueWork } from './jobs/run-due.ts'
import { subscriptionTimeline } from './present/timeline.ts'
import { customerStatusesRoute } from './routes/customer-statuses.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { subscriptionsToRun } from './store/due.ts'
import { subscriptionEraser } from './store/erasures.ts'
import { historiesToDerive } from './store/movement-history.ts'
import { renameAnswers } from './store/rename-answers.ts'
import { thresholdsToWatch } from './store/used-lately.ts'

export const subscriptionsDomain: Domain<NoticeDeps & DisputeDeps> = {
  name: 'subscriptions',
  operations: (deps) => [...subscriptionRoutes(deps), customerStatusesRoute(deps)],
  jobs: [
    completePaidChangeJob,
    abandonChangeJob,
    applyPaymentOutcomesJob,
    revokeCustomerSubscriptionsJob,
    retryPaymentJob,
    recoverAfterClosingJob,
    notifyCustomerJob,
    runDueJob,
    decideSandboxDisputesJob,
    notifyExpiringCardsJob,
    backfillMovementsJob,
  ],
  sweeps: [billEarlySweep],
  dueLists: [subscriptionsToRun, thresholdsToWatch, historiesToDerive],
  followers: [watchThresholds],
  dueWork: (deps) => [
    expiringCardDueWork(deps),
    sandboxDisputeDueWork(deps),
    subscriptionDueWork(deps),
  ],
  hooks: (deps) => ({
    organizationDeletionBlockers: [deletionBlocker],
    meterRedefinitionBlockers: [refuseBilledMeter],
    onCustomFieldRenamed: [renameAnswers],
    beforePaymentMethodDeletion: [switchToReplacementCard],
    onCustomerChanged: [carryBillingDetails(deps)],
    customerErasers: [subscriptionEraser],
    onDisputeChanged: [followDispute(deps)],
  }),
  timeline: subscriptionTimeline,
}
