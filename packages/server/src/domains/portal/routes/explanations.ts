import {
  explainPortalOrderItem,
  type OrderItemExplanation,
  type PortalItemExplanation,
} from '@guildhall/contract/orders/explanations'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { explainItem } from '../../explanations/actions/explain-item.ts'
import { findOrderOfCustomer } from '../../orders/store/order-list.ts'
import { openBoundedReads } from '../../usage/store/bounded-reads.ts'
import type { PortalDeps } from '../actions/deps.ts'

export function explanationRoutes(deps: PortalDeps): readonly OperationRoute[] {
  const { database } = deps.uowFactory
  const readBounded = openBoundedReads(database)
  return [
    serve(explainPortalOrderItem, async ({ caller, params, query }) => {
      const order = await findOrderOfCustomer(database.kysely, caller, params.id)
      if (order === undefined) throw new Problem('not_found')
      const asked = { ...query, order, itemId: params.itemId, after: query.after }
      const explained = await explainItem(database.kysely, readBounded, asked)
      if (explained === null) throw new Problem('not_found')
      return forCustomer(explained)
    }),
  ]
}

/** The contract names what customers see of a meter and its events; the rest doesn’t leave the server. */
function forCustomer({ usage, ...item }: OrderItemExplanation): PortalItemExplanation {
  if (usage === null) return { ...item, usage }
  const { func } = usage.meter.aggregation
  return { ...item, usage: { ...usage, isSum: func === 'count' || func === 'sum' } }
}
