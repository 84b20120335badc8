import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { add, minorUnits } from '../../../kernel/money.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { openOrdersOf } from '../../orders/actions/read-customer-balances.ts'
import { isInArrears } from '../rules/lifecycle.ts'
import {
  findEndedInArrearsOf,
  findOpenSubscriptionsOf,
  type SubscriptionKey,
} from '../store/subscriptions.ts'
import type { SubscriptionDeps } from './deps.ts'
import { previewNextInvoice } from './preview.ts'

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
  deps: SubscriptionDeps,
  organizationId: Id<'organization'>,
  customerId: Id<'customer'>,
): Promise<OverduePayment[]> {
  const { kysely: db } = deps.uowFactory.database
  const open = await findOpenSubscriptionsOf(db, organizationId, customerId)
  const ended = await findEndedInArrearsOf(db, organizationId, customerId)
  const overdue = [...open.filter(isInArrears), ...ended]
  if (overdue.length === 0) return []
  const productIds = overdue.map(({ productId }) => productId)
  const products = await findProducts(db, organizationId, productIds)
  const nameOf = new Map(products.map(({ id, name }) => [id, name]))
  const ids = overdue.map(({ id }) => id)
  const orders = await openOrdersOf(db, organizationId, ids)
  return Promise.all(
    overdue.map(async ({ id, productId, currency, acceptedAt, suspendedAt }) => {
      const own = orders.filter(({ order }) => order.subscriptionId === id)
      const toResume =
        suspendedAt === null ? minorUnits(0) : await amountToResume(deps, { organizationId, id })
      return {
        subscriptionId: id,
        orders: own.map(({ order, dueAmount }) => ({ id: order.id, dueAmount })),
        productName: nameOf.get(productId) ?? '',
        amount: own.reduce((sum, { dueAmount }) => add(sum, dueAmount), toResume),
        currency,
        accepted: acceptedAt !== null,
      }
    }),
  )
}

/** A suspended subscription has no order yet: a new card starts a new period. */
async function amountToResume(deps: SubscriptionDeps, key: SubscriptionKey): Promise<MinorUnits> {
  return minorUnits((await previewNextInvoice(deps, key))?.dueAmount ?? 0)
}
