import { openProcessors, type PaymentParts } from '../domains/payments/index.ts'
import { forgetNewsTask, forgetOldNews } from '../domains/payments/jobs/forget-news.ts'
import { giveBack, giveBackReaction, giveBackTask } from '../domains/payments/jobs/give-back.ts'
import { newsReactions, noteNewsOf, noteNewsTask } from '../domains/payments/jobs/note-news.ts'
import { resumePayments } from '../domains/payments/jobs/resume-payments.ts'
import {
  carryOutSetUpJob,
  carryOutSetUpTask,
  forgetMethodJob,
  forgetMethodTask,
  methodReactions,
} from '../domains/payments/jobs/set-ups.ts'
import { methodRoutes } from '../domains/payments/routes/methods.ts'
import { paymentRoutes } from '../domains/payments/routes/payments.ts'
import { sandboxAuthenticationRoute } from '../domains/payments/routes/sandbox-authentication.ts'
import { stripeWebhookRoute } from '../domains/payments/routes/stripe-webhook.ts'
import { goOverToSuccessor } from '../domains/subscriptions/index.ts'
import type { PageRoute } from '../platform/http/page.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'
import type { Sweep } from '../platform/sweeps.ts'

/** Whoever takes payments is opened once, for all who call for it. */
export const paymentParts = (
  given: Omit<PaymentParts, 'processors' | 'beforeMethodDeletion'>,
): PaymentParts => ({
  ...given,
  processors: openProcessors(given),
  beforeMethodDeletion: [goOverToSuccessor],
})

export const paymentEndpoints = (parts: PaymentParts): readonly EndpointRoute[] => [
  ...paymentRoutes(parts),
  ...methodRoutes(parts),
  sandboxAuthenticationRoute(parts),
]

export const paymentPages = (parts: PaymentParts): readonly PageRoute[] =>
  parts.processors.stripe === null ? [] : [stripeWebhookRoute(parts)]

export const paymentReactions: readonly Reaction[] = [
  giveBackReaction,
  ...newsReactions,
  ...methodReactions,
]

export const paymentTasks = (parts: PaymentParts): Tasks => ({
  [noteNewsTask]: noteNewsOf(parts),
  [giveBackTask]: giveBack(parts),
  [forgetNewsTask]: forgetOldNews(parts),
  [carryOutSetUpTask]: carryOutSetUpJob(parts),
  [forgetMethodTask]: forgetMethodJob(parts),
})

export const paymentSchedules: readonly Schedule[] = [{ task: forgetNewsTask, cron: '19 4 * * *' }]

export const paymentSweeps = (parts: PaymentParts): readonly Sweep[] => [resumePayments(parts)]
