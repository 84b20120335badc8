import type { Domain } from '../../platform/domain.ts'
import type { PaymentDeps } from './actions/deps.ts'
import { paymentEraser } from './actions/erase-payments.ts'
import { detachMethod } from './jobs/detach-method.ts'
import { pruneProcessorEvents } from './jobs/prune-processor-events.ts'
import { recordProcessorEventJob } from './jobs/record-processor-event.ts'
import { refundUnclaimed } from './jobs/refund-unclaimed.ts'
import { resumePayments } from './jobs/resume-payments.ts'
import { resumeSetUp } from './jobs/resume-set-ups.ts'
import { paymentTimeline } from './present/timeline.ts'
import { customerMethodsRoute } from './routes/customer-methods.ts'
import { methodRoutes } from './routes/methods.ts'
import { paymentRoutes } from './routes/payments.ts'
import { sandboxAuthenticationRoute } from './routes/sandbox-authentication.ts'
import { stripeWebhookRoute } from './routes/stripe-webhook.ts'
import { paymentsToResume } from './store/abandoned-payments.ts'
import { disputesToDecide } from './store/sandbox-disputes.ts'

export const paymentsDomain: Domain<PaymentDeps> = {
  name: 'payments',
  operations: (deps) => [
    ...paymentRoutes(deps),
    ...methodRoutes(deps),
    customerMethodsRoute(deps),
    sandboxAuthenticationRoute(deps),
  ],
  pages: (deps) => (deps.processors.stripe === null ? [] : [stripeWebhookRoute(deps)]),
  jobs: [recordProcessorEventJob, refundUnclaimed, pruneProcessorEvents, resumeSetUp, detachMethod],
  sweeps: [resumePayments],
  dueLists: [paymentsToResume, disputesToDecide],
  hooks: () => ({ customerErasers: [paymentEraser] }),
  timeline: paymentTimeline,
}
