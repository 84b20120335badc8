import * as contract from '@guildhall/contract/orders/invoice-seller'
import type { Id } from '@guildhall/contract/primitives'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { itemOf, type Seller, sellerWork } from '../../organizations/index.ts'
import type { InvoiceParts } from '../actions/invoice-parts.ts'
import { presentSellerDetails, setSellerDetails } from '../actions/invoice-seller.ts'
import { findSellerDetails } from '../store/invoice-seller.ts'

/** What invoices say of the seller. */
export const invoiceSellerRoutes = (parts: InvoiceParts): readonly EndpointRoute[] => [
  getRoute(parts),
  setRoute(parts),
]

const getRoute = (parts: InvoiceParts) =>
  serve(contract.getSellerDetails, async ({ caller, params }) => {
    await requireReach(parts, caller, params.id)
    const found = await findSellerDetails(parts.workshop.database.reads, params.id)
    return presentSellerDetails(params.id, found)
  })

const setRoute = (parts: InvoiceParts) =>
  serve(contract.setSellerDetails, async (call) => {
    const { caller, params, body } = call
    await requireReach(parts, caller, params.id)
    return sellerWork(parts, caller, params.id, async (unit) => {
      const saved = await setSellerDetails(unit, params.id, body)
      return call.finish(unit, presentSellerDetails(params.id, saved))
    })
  })

async function requireReach(
  parts: InvoiceParts,
  caller: Seller,
  organizationId: Id<'organization'>,
): Promise<void> {
  await itemOf(parts, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
}
