import { id } from '@guildhall/contract/primitives'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { IntentSeen, Present, Subject } from '../../rules/processor.ts'
import { refundStatus } from './refund.ts'

interface Looking {
  readonly stripe: Stripe
  readonly intentSeen: (intent: Stripe.PaymentIntent) => Promise<IntentSeen>
}

/** What Stripe called about, as it is now. Whose it is stands in what we told it of the intent. */
export function lookAtStripe(
  { about, processorId }: Subject,
  looking: Looking,
): Promise<Present | null> {
  switch (about) {
    case 'intent':
      return lookAtIntent(looking, processorId)
    case 'refund':
      return lookAtRefund(looking, processorId)
    case 'dispute':
      return lookAtDispute(looking, processorId)
  }
}

const Told = z.object({ organization_id: id('organization'), payment_id: id('payment') })

/** Null for payments that others take with the same account. */
function whose(intent: Stripe.PaymentIntent | string | null) {
  const told = z.safeParse(Told, typeof intent === 'object' ? intent?.metadata : null)
  if (!told.success) return null
  return { organizationId: told.data.organization_id, paymentId: told.data.payment_id }
}

async function lookAtIntent({ stripe, intentSeen }: Looking, at: string): Promise<Present | null> {
  const intent = await stripe.paymentIntents.retrieve(at, { expand: ['payment_method'] })
  const payment = whose(intent)
  return payment === null ? null : { about: 'intent', ...payment, seen: await intentSeen(intent) }
}

const withIntent = { expand: ['payment_intent'] }

async function lookAtRefund({ stripe }: Looking, at: string): Promise<Present | null> {
  const refund = await stripe.refunds.retrieve(at, withIntent)
  const payment = whose(refund.payment_intent)
  if (payment === null) return null
  const refundId = z.safeParse(id('refund'), refund.metadata?.['refund_id'])
  return {
    about: 'refund',
    ...payment,
    refund: {
      processorId: refund.id,
      refundId: refundId.success ? refundId.data : null,
      status: refundStatus(refund),
      amount: refund.amount,
      failureReason: refund.failure_reason ?? null,
    },
  }
}

async function lookAtDispute({ stripe }: Looking, at: string): Promise<Present | null> {
  const dispute = await stripe.disputes.retrieve(at, withIntent)
  const payment = whose(dispute.payment_intent)
  if (payment === null) return null
  const { id: processorId, status, amount } = dispute
  return { about: 'dispute', ...payment, dispute: { processorId, status, amount } }
}
