import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { add, minorUnits } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findProducts } from '../../catalog/index.ts'
import { openOrdersOf } from '../../orders/index.ts'
import { isInArrears } from '../rules/lifecycle.ts'
import { findEndedInArrearsOf, findOpenSubscriptionsOf } from '../store/subscriptions.ts'

interface OverduePayment {
  readonly subscriptionId: Id<'subscription'>
  readonly orders: { readonly id: Id<'order'>; readonly dueAmount: MinorUnits }[]
  readonly productName: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly accepted: boolean
}

/** What a customer owes, by subscription. */
export async function overduePaymentsOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerId: Id<'customer'>,
): Promise<OverduePayment[]> {
  const open = await findOpenSubscriptionsOf(db, organizationId, customerId)
  const ended = await findEndedInArrearsOf(db, organizationId, customerId)
  const overdue = [...open.filter(isInArrears), ...ended]
  if (overdue.length === 0) return []
  const productIds = overdue.map(({ productId }) => productId)
  const products = await findProducts(db, organizationId, productIds)
  const nameOf = new Map(products.map(({ id, name }) => [id, name]))
  const ids = overdue.map(({ id }) => id)
  const orders = await openOrdersOf(db, organizationId, ids)
  return overdue.map(({ id, productId, currency, acceptedAt }) => {
    const own = orders.filter(({ order }) => order.subscriptionId === id)
    return {
      subscriptionId: id,
      orders: own.map(({ order, dueAmount }) => ({ id: order.id, dueAmount })),
      productName: nameOf.get(productId) ?? '',
      amount: own.reduce((sum, { dueAmount }) => add(sum, dueAmount), minorUnits(0)),
      currency,
      accepted: acceptedAt !== null,
    }
  })
}
