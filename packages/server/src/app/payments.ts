import { openProcessors, type PaymentParts } from '../domains/payments/index.ts'
import { carryOut, carryOutReaction, carryOutTask } from '../domains/payments/jobs/carry-out.ts'
import { forgetNewsTask, forgetOldNews } from '../domains/payments/jobs/forget-news.ts'
import { giveBack, giveBackReaction, giveBackTask } from '../domains/payments/jobs/give-back.ts'
import { newsReactions, noteNewsOf, noteNewsTask } from '../domains/payments/jobs/note-news.ts'
import { paymentRoutes } from '../domains/payments/routes/payments.ts'
import { sandboxAuthenticationRoute } from '../domains/payments/routes/sandbox-authentication.ts'
import { stripeWebhookRoute } from '../domains/payments/routes/stripe-webhook.ts'
import type { PageRoute } from '../platform/http/page.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'

/** Whoever takes payments is opened once, for all who call for it. */
export const paymentParts = (given: Omit<PaymentParts, 'processors'>): PaymentParts => ({
  ...given,
  processors: openProcessors(given),
})

export const paymentEndpoints = (parts: PaymentParts): readonly EndpointRoute[] => [
  ...paymentRoutes(parts),
  sandboxAuthenticationRoute(parts),
]

export const paymentPages = (parts: PaymentParts): readonly PageRoute[] =>
  parts.processors.stripe === null ? [] : [stripeWebhookRoute(parts)]

export const paymentReactions: readonly Reaction[] = [
  carryOutReaction,
  giveBackReaction,
  ...newsReactions,
]

export const paymentTasks = (parts: PaymentParts): Tasks => ({
  [carryOutTask]: carryOut(parts),
  [noteNewsTask]: noteNewsOf(parts),
  [giveBackTask]: giveBack(parts),
  [forgetNewsTask]: forgetOldNews(parts),
})

export const paymentSchedules: readonly Schedule[] = [{ task: forgetNewsTask, cron: '19 4 * * *' }]
