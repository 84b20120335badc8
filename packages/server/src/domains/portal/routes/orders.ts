import * as contract from '@guildhall/contract/portal/orders'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import type { StandingSession } from '../../customers/index.ts'
import {
  findOrderOfCustomer,
  invoiceUrlOf,
  listOrdersOfCustomer,
  type OrderRow,
} from '../../orders/index.ts'
import type { PortalParts } from '../actions/parts.ts'
import { showToCustomer } from '../actions/present-to-customer.ts'

/** What a customer bought. */
export const orderRoutes = (parts: PortalParts): readonly EndpointRoute[] => [
  listRoute(parts),
  getRoute(parts),
  invoiceRoute(parts),
]

const listRoute = (parts: PortalParts) =>
  serve(contract.listPortalOrders, async ({ caller, query }) => {
    const { kysely } = parts.workshop.database
    const { rows, total } = await listOrdersOfCustomer(kysely, caller, query)
    const shown = await showToCustomer(parts, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (parts: PortalParts) =>
  serve(contract.getPortalOrder, async ({ caller, params }) => {
    const [shown] = await showToCustomer(parts, [await orderOf(parts, caller, params.id)])
    assert(shown !== undefined, 'of one order there is one')
    return shown
  })

const invoiceRoute = (parts: PortalParts) =>
  serve(contract.getPortalInvoice, async ({ caller, params }) => ({
    url: await invoiceUrlOf(parts, await orderOf(parts, caller, params.id)),
  }))

async function orderOf(
  { workshop }: PortalParts,
  caller: StandingSession,
  id: Id<'order'>,
): Promise<OrderRow> {
  const found = await findOrderOfCustomer(workshop.database.kysely, caller, id)
  if (found === undefined) throw new Problem('not_found')
  return found
}
