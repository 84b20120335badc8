import { Address } from '@guildhall/contract/customers/address'
import { Customer } from '@guildhall/contract/customers/shapes'
import { minorUnits as amountShape, type Id } from '@guildhall/contract/primitives'
import { TaxRate, taxabilityReasons } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentBareProduct } from '../../catalog/present/discount.ts'
import { findProducts } from '../../catalog/store/products.ts'
import {
  type CustomerRow,
  findCustomersByIds,
  lockCustomerForShare,
} from '../../customers/store/customers.ts'
import { refundInFull, submitRefund } from '../../orders/actions/create-refund.ts'
import { placePurchase } from '../../orders/actions/place-purchase.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { attachPayment } from '../../payments/actions/create-payment.ts'
import { findPayment, type PaymentRow } from '../../payments/store/payments.ts'
import { stopReasonOfDecline } from '../rules/top-up.ts'
import {
  type CreditPurchaseRow,
  findPurchaseByPayment,
  lockPending,
  type PaymentKey,
  saveEnded,
} from '../store/credit-purchases.ts'
import { lockTopUp } from '../store/top-ups.ts'
import type { TopUpDeps } from './deps.ts'
import { stopTopUp } from './stop-top-up.ts'

/**
 * Ends the purchase that this payment is for, once the payment has ended: places its order, which
 * gives the credits in the same transaction, or stops the top-up whose card was declined. Once, however many try;
 * nothing for other payments.
 */
export async function settlePurchase(deps: TopUpDeps, key: PaymentKey): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const purchase = await findPurchaseByPayment(kysely, key)
  if (purchase?.status !== 'pending') return
  const payment = await findPayment(kysely, key)
  assert(payment !== undefined, 'payments are never deleted')
  if (payment.status === 'pending') return
  const { organizationId } = key
  const refundId = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    payment.status === 'succeeded'
      ? complete(uow, deps, purchase)
      : fail(uow, { purchase, payment }),
  )
  if (refundId !== null) await submitRefund(deps, { organizationId, id: refundId })
}

/** Returns the refund of a customer who was deleted meanwhile. */
async function complete(
  uow: UnitOfWork,
  deps: TopUpDeps,
  purchase: CreditPurchaseRow,
): Promise<Id<'refund'> | null> {
  const { organizationId, customerId } = purchase
  await lockCustomerForShare(uow.tx, { organizationId, id: customerId })
  await lockTopUp(uow.tx, purchase)
  const orderId = uow.newId('order')
  const [customer] = await findCustomersByIds(uow.tx, organizationId, [customerId])
  assert(customer !== undefined, 'a deleted customer stays as a row')
  if (!(await lockPending(uow.tx, purchase))) return null
  await place(uow, deps, { purchase, orderId, customer })
  await saveEnded(uow.tx, purchase, { status: 'succeeded', orderId, now: uow.now })
  if (customer.deletedAt === null) return null
  const comment = 'The customer was deleted before the credits were paid'
  return refundInFull(uow, { organizationId, id: orderId }, comment)
}

interface Paid {
  readonly purchase: CreditPurchaseRow
  readonly orderId: Id<'order'>
  readonly customer: CustomerRow
}

async function place(
  uow: UnitOfWork,
  deps: TopUpDeps,
  { purchase, orderId, customer }: Paid,
): Promise<void> {
  const { organizationId, productId, paymentId, netAmount } = purchase
  const [product] = await findProducts(uow.tx, organizationId, [productId])
  const seller = await findOrganization(uow.tx, organizationId)
  assert(product !== undefined && seller !== undefined, 'rows that are referenced exist')
  await placePurchase(uow, deps, {
    organizationId,
    id: orderId,
    checkoutId: null,
    subscriptionId: null,
    discountId: null,
    billingReason: 'purchase',
    customer,
    seller,
    product: presentBareProduct(product),
    givesBenefits: true,
    currency: purchase.currency,
    items: [
      {
        label: product.name,
        amount: netAmount,
        productPriceId: purchase.productPriceId,
        period: null,
      },
    ],
    discountAmount: nothing,
    appliedAmount: nothing,
    tax: z.parse(storedTax, purchase.tax),
    billingName: purchase.billingName,
    billingAddress: z.parse(storedAddress, purchase.billingAddress),
    taxId: taxIdOf(purchase),
    customFieldData: {},
    metadata: {},
    payment: {
      id: paymentId,
      attach: (to) => attachPayment(uow, { organizationId, paymentId, orderId: to }),
    },
  })
}

const nothing = minorUnits(0)
const storedAddress = z.nullable(Address)
const { taxId: shownTaxId } = Customer.shape

const storedTax = z.object({
  amount: amountShape,
  reason: z.enum(taxabilityReasons),
  rate: z.nullable(TaxRate),
  calculationId: z.nullable(z.string()),
})

const taxIdOf = ({ taxId, taxIdFormat }: CreditPurchaseRow) =>
  taxId === null ? null : z.parse(shownTaxId, [taxId, taxIdFormat])

interface Declined {
  readonly purchase: CreditPurchaseRow
  readonly payment: PaymentRow
}

/** A top-up that the customer has turned on again meanwhile stays on. */
async function fail(uow: UnitOfWork, { purchase, payment }: Declined): Promise<null> {
  const topUp = await lockTopUp(uow.tx, purchase)
  const ended = { status: 'failed', orderId: null, now: uow.now } as const
  const isFirst = await saveEnded(uow.tx, purchase, ended)
  const { consentedAt } = purchase
  if (!isFirst || consentedAt === null || topUp === undefined) return null
  if (topUp.consentedAt.getTime() !== consentedAt.getTime()) return null
  const reason = stopReasonOfDecline(payment.declineReason)
  await stopTopUp(uow, topUp, { reason, message: payment.declineMessage })
  return null
}
