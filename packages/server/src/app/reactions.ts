import {
  clearFileReaction,
  clearOrganizationReaction,
} from '../domains/files/jobs/clear-storage.ts'
import { mailRequestReaction } from '../domains/identity/jobs/answer-mail-request.ts'
import { invoiceReactions } from '../domains/orders/jobs/invoices.ts'
import { processorNewsReactions } from '../domains/orders/jobs/processor-news.ts'
import { resumeRefundReaction } from '../domains/orders/jobs/refunds.ts'
import { tellingReactions } from '../domains/orders/jobs/tell-customer.ts'
import { customerStateSummary } from '../domains/subscriptions/index.ts'
import { taxReactions } from '../domains/tax/jobs/tell-tax.ts'
import { mailReaction } from '../platform/mail/send-mail.ts'
import type { Smtp } from '../platform/mail/smtp.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import type { Summary } from '../platform/outbox/summary.ts'
import { checkoutReactions } from './checkout.ts'
import { paymentReactions } from './payments.ts'
import { portalReactions } from './portal.ts'
import { subscriptionReactions } from './subscriptions.ts'
import { webhookReactions } from './webhooks.ts'

// Who answers to what: the one page on which news becomes work.
const reactions: readonly Reaction[] = [
  mailRequestReaction,
  clearFileReaction,
  clearOrganizationReaction,
  resumeRefundReaction,
  ...processorNewsReactions,
  ...tellingReactions,
  ...invoiceReactions,
  ...paymentReactions,
  ...taxReactions,
  ...checkoutReactions,
  ...portalReactions,
  ...subscriptionReactions,
  ...webhookReactions,
]

/** Without a mail server, mails wait for nobody’s work. */
export const reactionsWith = (smtp: Smtp | null): readonly Reaction[] =>
  smtp === null ? reactions : [mailReaction, ...reactions]

/** What an organization’s readers are told after all of it. */
export const summary: Summary = customerStateSummary
