import { explainOrderItem } from '@guildhall/contract/orders/explanations'
import { explainEvent as explainEventContract } from '@guildhall/contract/usage/event-explanation'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findOrderIn } from '../../orders/store/orders.ts'
import { getForSeller } from '../../organizations/actions/seller.ts'
import { openBoundedReads } from '../../usage/store/bounded-reads.ts'
import { findEventIn } from '../../usage/store/events.ts'
import type { ExplanationDeps } from '../actions/deps.ts'
import { explainEvent } from '../actions/explain-event.ts'
import { explainItem } from '../actions/explain-item.ts'

export function explanationRoutes(deps: ExplanationDeps): readonly OperationRoute[] {
  const { database } = deps.uowFactory
  const readBounded = openBoundedReads(database)
  return [
    serve(explainOrderItem, async ({ caller, params, query }) => {
      const order = await getForSeller(deps, caller, (within) =>
        findOrderIn(database.reads, within, params.id),
      )
      const asked = { ...query, order, itemId: params.itemId, after: query.after }
      const explained = await explainItem(database.kysely, readBounded, asked)
      if (explained === null) throw new Problem('not_found')
      return explained
    }),
    serve(explainEventContract, async ({ caller, params }) => {
      const { kysely } = database
      const event = await getForSeller(deps, caller, (within) =>
        findEventIn(kysely, within, params.id),
      )
      return explainEvent(kysely, event)
    }),
  ]
}
