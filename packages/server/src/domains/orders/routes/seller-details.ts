import type { BodyOf } from '@guildhall/contract/operation'
import type { setSellerDetails as operation } from '@guildhall/contract/orders/invoice-seller'
import * as contract from '@guildhall/contract/orders/invoice-seller'
import type { Id } from '@guildhall/contract/primitives'
import { jsonText } from '../../../platform/database/json.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  getForSeller,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { InvoiceDeps } from '../actions/deps.ts'
import { sellerDetailsEvent } from '../actions/order-events.ts'
import { presentSellerDetails } from '../present/seller-details.ts'
import {
  findSellerDetails,
  putSellerDetails,
  type SellerDetailsRow,
} from '../store/seller-details.ts'

/** The seller’s details on its invoices. */
export const sellerDetailsRoutes = (deps: InvoiceDeps): readonly OperationRoute[] => [
  getRoute(deps),
  setRoute(deps),
]

const getRoute = (deps: InvoiceDeps) =>
  serve(contract.getSellerDetails, async ({ caller, params }) => {
    await requireAccess(deps, caller, params.id)
    const found = await findSellerDetails(deps.uowFactory.database.reads, params.id)
    return presentSellerDetails(params.id, found)
  })

const setRoute = (deps: InvoiceDeps) =>
  serve(contract.setSellerDetails, async (call) => {
    const { caller, params, body } = call
    await requireAccess(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, params.id, async (uow) => {
      const saved = await setSellerDetails(uow, params.id, body)
      return call.finish(uow, presentSellerDetails(params.id, saved))
    })
  })

async function requireAccess(
  deps: InvoiceDeps,
  caller: SellerCaller,
  organizationId: Id<'organization'>,
): Promise<void> {
  await getForSeller(deps, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
}

type SellerDetailsInput = BodyOf<typeof operation>

/** Replaces all details: an absent field is no longer printed. */
async function setSellerDetails(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  { name = null, address = null, taxNumber = null, footer = null }: SellerDetailsInput,
): Promise<SellerDetailsRow> {
  const details = {
    organizationId,
    name,
    address: address === null ? null : jsonText(address),
    taxNumber,
    footer,
  }
  const saved = await putSellerDetails(uow.tx, details, uow.now)
  uow.record(sellerDetailsEvent(organizationId, saved))
  return saved
}
