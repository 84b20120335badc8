import type { Id } from '@guildhall/contract/primitives'
import { TaxRate } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { negate } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SalePosting } from '../../ledger/index.ts'
import type { Due } from '../rules/amount-due.ts'
import type { NewBalanceEntry } from '../store/customer-balances.ts'
import type { OrderRow } from '../store/orders.ts'

type PaidOrder = Pick<
  OrderRow,
  'organizationId' | 'id' | 'currency' | 'netAmount' | 'taxAmount' | 'appliedBalanceAmount'
> & { readonly taxRate: unknown }

/** The posting of a paid order to the ledger. */
export const salePosting = (
  order: PaidOrder,
  paymentId: Id<'payment'> | null,
  occurredAt: Date,
): SalePosting => ({
  organizationId: order.organizationId,
  orderId: order.id,
  paymentId,
  currency: order.currency,
  netAmount: order.netAmount,
  taxAmount: order.taxAmount,
  taxPlace: taxPlaceOf(order),
  appliedAmount: order.appliedBalanceAmount,
  occurredAt,
})

const taxRate = z.nullable(TaxRate)

/** The jurisdiction of the tax: `DE`, `US-CA`. */
export function taxPlaceOf({ taxRate: stored }: { readonly taxRate: unknown }): string | null {
  const rate = z.parse(taxRate, stored)
  if (rate === null || rate.country === null) return null
  return rate.state === null ? rate.country : `${rate.country}-${rate.state}`
}

type OfCustomer = Pick<OrderRow, 'organizationId' | 'id' | 'customerId' | 'currency'>

/** The entry of an order in its customer’s balance; null where the balance doesn’t change. */
export const balanceEntryOf = (
  uow: UnitOfWork,
  order: OfCustomer,
  { appliedAmount, entryKind }: Pick<Due, 'appliedAmount' | 'entryKind'>,
): NewBalanceEntry | null =>
  entryKind === null
    ? null
    : {
        organizationId: order.organizationId,
        id: uow.newId('customerBalanceEntry'),
        customerId: order.customerId,
        currency: order.currency,
        kind: entryKind,
        amount: negate(appliedAmount),
        orderId: order.id,
        createdAt: uow.now,
      }
