import type { Id } from '@guildhall/contract/primitives'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { createPayment } from '../../payments/actions/create-payment.ts'
import type { PaymentMethodRow } from '../../payments/store/methods.ts'
import { insertPurchase } from '../store/credit-purchases.ts'
import type { TopUpDeps } from './deps.ts'
import type { Quote } from './quote.ts'

interface NewPurchase {
  readonly quote: Quote
  readonly meterId: Id<'meter'>
  readonly method: PaymentMethodRow
  /** Of the top-up; null where the customer buys it themselves, and is present. */
  readonly consentedAt: Date | null
  readonly returnUrl: string | null
}

export interface StartedPurchase {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'creditPurchase'>
  readonly paymentId: Id<'payment'>
}

/**
 * Records the purchase together with its payment, which is submitted afterwards. Null while another
 * purchase of the customer’s meter is being paid; then the caller must not commit.
 */
export async function startPurchase(
  uow: UnitOfWork,
  deps: TopUpDeps,
  { quote, meterId, method, consentedAt, returnUrl }: NewPurchase,
): Promise<StartedPurchase | null> {
  const { id, product, customer, billing, currency, tax, totalAmount } = quote
  const { organizationId } = customer
  const { id: paymentId } = await createPayment(uow, deps, {
    organizationId,
    checkoutId: null,
    orderId: null,
    customerId: customer.id,
    customerEmail: customer.email,
    amount: totalAmount,
    currency,
    source: { paymentMethodId: method.id },
    isOnSession: consentedAt === null,
    description: product.name,
    returnUrl,
    metadata: { credit_purchase_id: id },
  })
  const isOnlyOne = await insertPurchase(uow.tx, {
    organizationId,
    id,
    customerId: customer.id,
    meterId,
    productId: product.id,
    productPriceId: product.priceId,
    consentedAt,
    status: 'pending',
    paymentId,
    netAmount: product.amount,
    tax: jsonText({ ...tax }),
    totalAmount,
    currency,
    billingName: billing.name,
    billingAddress: billing.billingAddress === null ? null : jsonText(billing.billingAddress),
    taxId: billing.taxId?.[0] ?? null,
    taxIdFormat: billing.taxId?.[1] ?? null,
    createdAt: uow.now,
  })
  return isOnlyOne ? { organizationId, id, paymentId } : null
}
