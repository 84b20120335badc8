import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Charge, IntentSeen, Processor, Source, Unavailable } from '../rules/processor.ts'
import { statementSuffix } from '../rules/statement-suffix.ts'
import { findMethods, type PaymentMethodRow } from '../store/methods.ts'
import type { PaymentRow } from '../store/payments.ts'
import { knownCustomer } from './known-customer.ts'
import type { PaymentParts } from './parts.ts'
import { isUnavailable } from './processor-of.ts'

/** Asks for the money of a payment, with what its buyer has just entered or with what they left. */
export async function chargePayment(
  parts: PaymentParts,
  processor: Processor,
  payment: PaymentRow,
): Promise<IntentSeen | Unavailable> {
  const source = await sourceOf(parts, processor, payment)
  return isUnavailable(source) ? source : processor.charge(chargeOf(payment, source))
}

async function sourceOf(
  parts: PaymentParts,
  processor: Processor,
  payment: PaymentRow,
): Promise<Source | Unavailable> {
  const { organizationId, paymentMethodId, confirmationToken } = payment
  if (paymentMethodId !== null) {
    const { kysely } = parts.workshop.database
    const [method] = await findMethods(kysely, organizationId, [paymentMethodId])
    assert(method !== undefined, 'what a payment names stays')
    return keptSource(method)
  }
  assert(confirmationToken !== null, 'a payment that is pending has its token yet')
  if (!payment.keepsMethod) return { confirmationToken, keepsFor: null }
  const keepsFor = await knownCustomer(parts, processor, payment)
  return isUnavailable(keepsFor) ? keepsFor : { confirmationToken, keepsFor }
}

export const keptSource = ({
  processorId: method,
  processorCustomerId: customer,
}: PaymentMethodRow): Source => ({ method, customer })

const Metadata = z.record(z.string(), z.string())

/** From rows alone, so that a repetition says the same to the letter: processors insist on it. */
export function chargeOf(payment: PaymentRow, source: Source): Charge {
  const { organizationId, id } = payment
  return {
    organizationId,
    key: id,
    amount: payment.amount,
    currency: payment.currency,
    source,
    description: payment.description,
    statementSuffix: statementSuffix(payment.sellerName),
    returnUrl: payment.returnUrl,
    metadata: {
      ...z.parse(Metadata, payment.metadata),
      organization_id: organizationId,
      payment_id: id,
    },
  }
}
