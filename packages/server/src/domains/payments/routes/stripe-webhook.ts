import { organizationId } from '@guildhall/contract/organizations/shapes'
import { methodSetUpId } from '@guildhall/contract/payments/method-shapes'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { readBody } from '../../../platform/http/body.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { PageRoute } from '../../../platform/http/page.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { readStripeCall } from '../../../platform/stripe/open-stripe.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import type { Subject } from '../rules/processor.ts'

const bytesMax = 1_048_576

const answer = (status: number, body: string) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

const received = answer(200, 'Received')
const forged = answer(400, 'The signature or its time is not good')

/**
 * Stripe’s webhook. A signed event is only stored here; a job fetches the current state from
 * Stripe.
 */
export const stripeWebhookRoute = (
  deps: Pick<PaymentDeps, 'uowFactory' | 'clock' | 'config'>,
): PageRoute => ({
  method: 'POST',
  path: '/webhooks/stripe',
  answer: async ({ incoming, headers, log }: Exchange) => {
    const body = await readBody(incoming, bytesMax)
    const signature = headers['stripe-signature']?.toString() ?? ''
    const event = readStripeCall(deps, { body, signature })
    if (event === null) {
      log.warn('an event with a bad Stripe signature was rejected')
      return forged
    }
    const recorded = subjectEvent(event) ?? setUpEvent(event)
    if (recorded !== null) {
      await runUnitOfWork(deps.uowFactory, {}, async (uow) => uow.record(recorded))
    }
    return received
  },
})

/** Other types of events are ignored. */
const about: Readonly<Record<string, Subject['about']>> = {
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'radar.early_fraud_warning.created': 'fraud_warning',
  'radar.early_fraud_warning.updated': 'fraud_warning',
}

function subjectEvent({ id: eventId, type, data: { object } }: Stripe.Event): NewEvent | null {
  const subject = Object.hasOwn(about, type) ? about[type] : undefined
  if (subject === undefined || !('id' in object) || typeof object.id !== 'string') return null
  return eventOf(
    'stripe_event.received',
    { organizationId: null, id: eventId, version: 1 },
    { processor: 'stripe', eventId, about: subject, processorId: object.id, organizationId: null },
  )
}

const setUpEventTypes: readonly string[] = [
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
]

const Metadata = z.object({ organization_id: organizationId, set_up_id: methodSetUpId })

/** The metadata names our set-up; others may use the same Stripe account. */
function setUpEvent({ type, data: { object } }: Stripe.Event): NewEvent | null {
  if (!setUpEventTypes.includes(type)) return null
  const metadata = z.safeParse(Metadata, 'metadata' in object ? object.metadata : null)
  if (!metadata.success) return null
  const { organization_id, set_up_id: id } = metadata.data
  return eventOf(
    'payment_method_set_up.reported',
    { organizationId: organization_id, id, version: 1 },
    {},
  )
}
