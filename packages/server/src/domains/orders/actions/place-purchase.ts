import type { Address } from '@guildhall/contract/customers/address'
import type { Customer } from '@guildhall/contract/customers/shapes'
import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import type * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { spreadDiscount } from '../rules/order-amounts.ts'
import type { PurchaseDeps } from './deps.ts'
import { notifyOrderPaid, type Seller } from './notify-customer.ts'
import { writeOrders } from './place-orders.ts'
import type { BillingDetails, ItemToPlace, OrderToPlace, Purchase } from './plan-orders.ts'

interface PurchaseToPlace
  extends Omit<OrderToPlace, 'productId' | 'period' | 'items' | 'paymentId' | 'billing'>,
    Pick<Purchase, 'product' | 'checkoutId' | 'appliedAmount'> {
  readonly id: Id<'order'>
  readonly seller: Seller
  /** Whether the product gives something that the mail lists. */
  readonly givesBenefits: boolean
  /** Null where nothing was charged. */
  readonly payment: PurchasePayment | null
  readonly items: readonly Pick<ItemToPlace, 'label' | 'amount' | 'productPriceId' | 'period'>[]
  readonly discountAmount: MinorUnits
  readonly billingName: string | null
  readonly billingAddress: z.output<typeof Address> | null
  readonly taxId: z.output<typeof Customer>['taxId']
}

interface PurchasePayment {
  readonly id: Id<'payment'>
  /** Links the payment to the order. */
  readonly attach: Purchase['attachPayment']
}

/** Places the order of a checkout that is paid, and mails its confirmation to the buyer. */
export async function placePurchase(
  uow: UnitOfWork,
  deps: PurchaseDeps,
  input: PurchaseToPlace,
): Promise<Order> {
  const { customer, seller, givesBenefits, payment } = input
  // Subscriptions send their own mails.
  const isNotified = input.billingReason === 'purchase'
  const [written] = await writeOrders(uow, [
    {
      ...input,
      productId: input.product.id,
      period: null,
      items: discountedItems(input),
      billing: billingOf(input),
      paymentId: payment?.id ?? null,
      purchase: {
        orderId: input.id,
        checkoutId: input.checkoutId,
        product: input.product,
        isNotified,
        appliedAmount: input.appliedAmount,
        attachPayment: async (orderId) => payment?.attach(orderId),
      },
    },
  ])
  assert(written !== undefined, 'one input makes one order')
  const { row, items, order } = written
  if (isNotified) {
    const paid = { order: row, items, givesBenefits, customer, seller }
    uow.atEnd(() => notifyOrderPaid(uow, deps, paid))
  }
  return order
}

function discountedItems({ items, discountAmount }: PurchaseToPlace): ItemToPlace[] {
  const discounts = spreadDiscount(
    discountAmount,
    items.map(({ amount }) => amount),
  )
  return items.map((item, at) => ({
    ...item,
    discountAmount: discounts[at] ?? minorUnits(0),
    proration: false,
    reverses: null,
    usageSettlementId: null,
  }))
}

const billingOf = ({ billingName, billingAddress, taxId }: PurchaseToPlace): BillingDetails => ({
  billingName,
  billingAddress: billingAddress === null ? null : { ...billingAddress },
  taxId: taxId?.[0] ?? null,
  taxIdFormat: taxId?.[1] ?? null,
})
