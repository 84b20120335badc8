import { methodSetUpId } from '@guildhall/contract/payments/method-shapes'
import { id } from '@guildhall/contract/primitives'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { readBody } from '../../../platform/http/body.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { PageRoute } from '../../../platform/http/page.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
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
    const news = newsIn(event)
    if (news !== null) await work(parts.workshop, {}, async (unit) => unit.record(news))
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

const newsIn = (event: Stripe.Event): NewEvent | null => aboutMoney(event) ?? aboutSetUp(event)

function aboutMoney({ id: eventId, type, data: { object } }: Stripe.Event): NewEvent | null {
  const subject = Object.hasOwn(about, type) ? about[type] : undefined
  const isNamed = 'id' in object && typeof object.id === 'string'
  if (subject === undefined || !isNamed) return null
  return {
    name: 'stripe.called',
    organizationId: null,
    object: { type: 'stripe_event', id: eventId, version: 1 },
    payload: {
      processor: 'stripe',
      event_id: eventId,
      about: subject,
      processor_id: object.id,
      organization_id: null,
    },
  }
}

const endsOfSetUps: readonly string[] = [
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
]

const Told = z.object({ organization_id: id('organization'), set_up_id: methodSetUpId })

/** Whose it is stands in what we told Stripe of it; others may use the same account. */
function aboutSetUp({ type, data: { object } }: Stripe.Event): NewEvent | null {
  if (!endsOfSetUps.includes(type)) return null
  const told = z.safeParse(Told, 'metadata' in object ? object.metadata : null)
  if (!told.success) return null
  return {
    name: 'payment_method_set_up.called',
    organizationId: told.data.organization_id,
    object: { type: 'method_set_up', id: told.data.set_up_id, version: 1 },
    payload: {},
  }
}
