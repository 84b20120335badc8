import type { Stripe } from 'stripe'
import { readBody } from '../../../platform/http/body.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { PageRoute } from '../../../platform/http/page.ts'
import { readStripeCall } from '../../../platform/stripe/open-stripe.ts'
import { work } from '../../../platform/work.ts'
import type { PaymentParts } from '../actions/parts.ts'
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
 * Where Stripe calls. What it says is signed, and still only noted: a job looks at Stripe itself
 * how things are.
 */
export const stripeWebhookRoute = (
  parts: Pick<PaymentParts, 'workshop' | 'clock' | 'config'>,
): PageRoute => ({
  method: 'POST',
  path: '/webhooks/stripe',
  answer: async ({ incoming, headers, log }: Exchange) => {
    const body = await readBody(incoming, bytesMax)
    const signature = headers['stripe-signature']?.toString() ?? ''
    const event = readStripeCall(parts, { body, signature })
    if (event === null) {
      log.warn('a call that should be from Stripe was turned away')
      return forged
    }
    const subject = subjectOf(event)
    if (subject !== null) await noteCall(parts, event, subject)
    return received
  },
})

/** What of Stripe's events is our business. */
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
}

type Called = Omit<Subject, 'organizationId'>

function subjectOf({ type, data: { object } }: Stripe.Event): Called | null {
  const subject = Object.hasOwn(about, type) ? about[type] : undefined
  const isNamed = 'id' in object && typeof object.id === 'string'
  return subject === undefined || !isNamed ? null : { about: subject, processorId: object.id }
}

const noteCall = (
  { workshop }: Pick<PaymentParts, 'workshop'>,
  event: Stripe.Event,
  { about: subject, processorId }: Called,
): Promise<void> =>
  work(workshop, {}, async (unit) =>
    unit.record({
      name: 'stripe.called',
      organizationId: null,
      object: { type: 'stripe_event', id: event.id, version: 1 },
      payload: {
        processor: 'stripe',
        event_id: event.id,
        about: subject,
        processor_id: processorId,
        organization_id: null,
      },
    }),
  )
