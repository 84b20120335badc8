import type { Id } from '@guildhall/contract/primitives'
import { TaxRate } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { add, type MinorUnits, negate, subtract, sum } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { SalePosting } from '../../ledger/actions/post-entries.ts'
import { recordTaxedSale, recordTaxReversal } from '../../tax/actions/record-taxed-sale.ts'
import type { Due } from '../rules/amount-due.ts'
import { addBalanceEntries, type NewBalanceEntry } from '../store/customer-balances.ts'
import type { OrderItemRow, OrderRow } from '../store/orders.ts'
import type { ReversedItem } from '../store/settlements.ts'

/** An item of an order that credits an item of an earlier one. */
export interface Reversal {
  readonly item: Pick<OrderItemRow, 'id' | 'amount' | 'taxAmount'>
  readonly reversed: ReversedItem
}

/** A part of an order’s tax, and where it is owed. */
interface PlacedTax {
  readonly place: string | null
  readonly amount: MinorUnits
}

interface TaxedOrder {
  readonly taxAmount: MinorUnits
  readonly taxRate: unknown
}

/** What an order charges is owed in its own place, and what it credits where that was paid. */
function placedTaxes(order: TaxedOrder, reversals: readonly Reversal[]): PlacedTax[] {
  const credits = reversals.map(({ item, reversed }) => ({
    place: taxPlaceOf(reversed),
    amount: item.taxAmount,
  }))
  const credited = sum(credits.map(({ amount }) => amount))
  return [{ place: taxPlaceOf(order), amount: subtract(order.taxAmount, credited) }, ...credits]
}

type PaidOrder = TaxedOrder &
  Pick<OrderRow, 'organizationId' | 'id' | 'currency' | 'netAmount' | 'appliedBalanceAmount'>

interface Paid {
  readonly paymentId: Id<'payment'> | null
  readonly reversals: readonly Reversal[]
  readonly occurredAt: Date
}

/** The posting of a paid order to the ledger. */
export const salePosting = (
  order: PaidOrder,
  { paymentId, reversals, occurredAt }: Paid,
): SalePosting => ({
  organizationId: order.organizationId,
  orderId: order.id,
  paymentId,
  currency: order.currency,
  netAmount: order.netAmount,
  taxes: placedTaxes(order, reversals),
  appliedAmount: order.appliedBalanceAmount,
  occurredAt,
})

type ReportedOrder = Pick<OrderRow, 'organizationId' | 'id' | 'taxCalculationId'>

/** For the tax provider: what the order charges, and what it takes back of earlier sales. */
export async function recordOrderTax(
  uow: UnitOfWork,
  { organizationId, id: orderId, taxCalculationId: calculationId }: ReportedOrder,
  reversals: readonly Reversal[],
): Promise<void> {
  await recordTaxedSale(uow, { organizationId, orderId, calculationId })
  for (const { item, reversed } of reversals) {
    if (reversed.taxCalculationId === null) continue
    recordTaxReversal(uow, {
      organizationId,
      orderId: reversed.orderId,
      itemId: item.id,
      total: negate(add(item.amount, item.taxAmount)),
    })
  }
}

const taxRate = z.nullable(TaxRate)

/** The jurisdiction of the tax: `DE`, `US-CA`. */
export function taxPlaceOf({ taxRate: stored }: { readonly taxRate: unknown }): string | null {
  const rate = z.parse(taxRate, stored)
  if (rate === null || rate.country === null) return null
  return rate.state === null ? rate.country : `${rate.country}-${rate.state}`
}

type OfCustomer = Pick<OrderRow, 'organizationId' | 'id' | 'customerId' | 'currency'>

type EntryDetails = Pick<NewBalanceEntry, 'kind' | 'amount'> &
  Partial<Pick<NewBalanceEntry, 'checkoutId' | 'refundId'>>

/** An entry of an order in its customer’s balance. */
export const entryOfOrder = (
  uow: UnitOfWork,
  { organizationId, id: orderId, customerId, currency }: OfCustomer,
  details: EntryDetails,
): NewBalanceEntry => ({
  checkoutId: null,
  refundId: null,
  ...details,
  organizationId,
  id: uow.newId('customerBalanceEntry'),
  customerId,
  currency,
  orderId,
  reason: null,
  actorType: null,
  actorId: null,
  createdAt: uow.now,
})

/** What an order uses; null where the balance doesn’t change. */
export const balanceEntryOf = (
  uow: UnitOfWork,
  order: OfCustomer,
  { appliedAmount, entryKind: kind }: Pick<Due, 'appliedAmount' | 'entryKind'>,
): NewBalanceEntry | null =>
  kind === null ? null : entryOfOrder(uow, order, { kind, amount: negate(appliedAmount) })

/** The customer owes an amount again; below zero, not any more. */
export const reclaim = (uow: UnitOfWork, order: OfCustomer, amount: MinorUnits): Promise<void> =>
  addBalanceEntries(
    uow.tx,
    amount === 0
      ? []
      : [
          entryOfOrder(uow, order, {
            kind: amount > 0 ? 'reclaimed' : 'restored',
            amount: negate(amount),
          }),
        ],
  )
