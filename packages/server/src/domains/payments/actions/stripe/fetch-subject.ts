import { id } from '@guildhall/contract/primitives'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { minorUnits } from '../../../../kernel/money.ts'
import type { IntentSnapshot, Subject, SubjectSnapshot } from '../../rules/processor.ts'
import { paymentOf } from './payment-of.ts'
import { refundStatus } from './refund.ts'

interface Deps {
  readonly stripe: Stripe
  readonly snapshotOf: (intent: Stripe.PaymentIntent) => Promise<IntentSnapshot>
}

/** The current state of an event’s subject. The metadata of its intent names our payment. */
export function fetchSubjectFromStripe(
  { about, processorId }: Subject,
  deps: Deps,
): Promise<SubjectSnapshot | null> {
  switch (about) {
    case 'intent':
      return fetchIntent(deps, processorId)
    case 'refund':
      return fetchRefund(deps, processorId)
    case 'dispute':
      return fetchDispute(deps, processorId)
    case 'fraud_warning':
      return fetchWarning(deps, processorId)
  }
}

async function fetchIntent(
  { stripe, snapshotOf }: Deps,
  at: string,
): Promise<SubjectSnapshot | null> {
  const intent = await stripe.paymentIntents.retrieve(at, { expand: ['payment_method'] })
  const payment = paymentOf(intent)
  return payment === null ? null : { about: 'intent', ...payment, intent: await snapshotOf(intent) }
}

const withIntent = { expand: ['payment_intent'] }

async function fetchRefund({ stripe }: Deps, at: string): Promise<SubjectSnapshot | null> {
  const refund = await stripe.refunds.retrieve(at, withIntent)
  const payment = paymentOf(refund.payment_intent)
  if (payment === null) return null
  const refundId = z.safeParse(id('refund'), refund.metadata?.['refund_id'])
  return {
    about: 'refund',
    ...payment,
    refund: {
      processorId: refund.id,
      refundId: refundId.success ? refundId.data : null,
      status: refundStatus(refund),
      amount: minorUnits(refund.amount),
      failureReason: refund.failure_reason ?? null,
    },
  }
}

async function fetchDispute({ stripe }: Deps, at: string): Promise<SubjectSnapshot | null> {
  const dispute = await stripe.disputes.retrieve(at, withIntent)
  const payment = paymentOf(dispute.payment_intent)
  if (payment === null) return null
  const { id: processorId, status, reason, evidence_details: evidence } = dispute
  const amount = minorUnits(dispute.amount)
  const evidenceDueBy = evidence.due_by === null ? null : fromSeconds(evidence.due_by)
  return {
    about: 'dispute',
    ...payment,
    dispute: { processorId, status, amount, isWarning: false, reason, evidenceDueBy },
  }
}

const fromSeconds = (seconds: number): Date => new Date(seconds * 1000)

/** A warning says nothing of an amount: it is about the whole payment. */
async function fetchWarning({ stripe }: Deps, at: string): Promise<SubjectSnapshot | null> {
  const warning = await stripe.radar.earlyFraudWarnings.retrieve(at, withIntent)
  const payment = paymentOf(warning.payment_intent ?? null)
  if (payment === null) return null
  const { id: processorId, fraud_type: reason } = warning
  return {
    about: 'dispute',
    ...payment,
    dispute: {
      processorId,
      status: 'warning_needs_response',
      amount: null,
      isWarning: true,
      reason,
      evidenceDueBy: null,
    },
  }
}
