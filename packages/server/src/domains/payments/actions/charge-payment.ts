import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { idempotencyKey } from '../rules/idempotency-key.ts'
import type { Charge, IntentSnapshot, Processor, Source, Unavailable } from '../rules/processor.ts'
import { statementSuffix } from '../rules/statement-suffix.ts'
import { findMethods, type PaymentMethodRow } from '../store/methods.ts'
import type { PaymentRow } from '../store/payments.ts'
import { isUnavailable } from './call-processor.ts'
import type { PaymentDeps } from './deps.ts'
import { ensureProcessorCustomer } from './processor-customer.ts'

/** Charges the card that the buyer has just entered, or a stored one. */
export async function chargePayment(
  deps: PaymentDeps,
  processor: Processor,
  payment: PaymentRow,
): Promise<IntentSnapshot | Unavailable> {
  const source = await sourceOf(deps, processor, payment)
  return isUnavailable(source) ? source : processor.charge(chargeOf(payment, source))
}

async function sourceOf(
  deps: PaymentDeps,
  processor: Processor,
  payment: PaymentRow,
): Promise<Source | Unavailable> {
  const { organizationId, paymentMethodId, confirmationToken } = payment
  if (paymentMethodId !== null) {
    const { kysely } = deps.uowFactory.database
    const [method] = await findMethods(kysely, organizationId, [paymentMethodId])
    assert(method !== undefined, 'the method of a payment is kept as a row')
    return storedMethodSource(payment, method)
  }
  assert(confirmationToken !== null, 'a pending payment has its token')
  if (!payment.storesMethod) return { confirmationToken, storeFor: null }
  const storeFor = await ensureProcessorCustomer(deps, processor, payment)
  return isUnavailable(storeFor) ? storeFor : { confirmationToken, storeFor }
}

export const storedMethodSource = (
  { confirmBy }: Pick<PaymentRow, 'confirmBy'>,
  { processorId: method, processorCustomerId: customer }: PaymentMethodRow,
): Source => ({ method, customer, isCustomerPresent: confirmBy !== null })

const Metadata = z.record(z.string(), z.string())

/** Built from rows alone, because processors require repeated charges to be identical. */
export function chargeOf(payment: PaymentRow, source: Source): Charge {
  const { organizationId, id } = payment
  return {
    organizationId,
    key: idempotencyKey('charge', id),
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
