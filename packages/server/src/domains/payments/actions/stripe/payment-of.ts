import { id } from '@guildhall/contract/primitives'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { OfPayment } from '../../rules/processor.ts'

const Metadata = z.object({ organization_id: id('organization'), payment_id: id('payment') })

type Named = Pick<Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund, 'metadata'>

/** Null for payments that others make with the same Stripe account. */
export function paymentOf(object: Named | string | null): OfPayment | null {
  const metadata = z.safeParse(Metadata, typeof object === 'object' ? object?.metadata : null)
  if (!metadata.success) return null
  return { organizationId: metadata.data.organization_id, paymentId: metadata.data.payment_id }
}
