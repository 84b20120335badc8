import * as contract from '@guildhall/contract/checkout/links'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { deleteLink, updateLink } from '../actions/change-link.ts'
import { createLink } from '../actions/create-link.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { showLink, showLinks } from '../actions/show-links.ts'
import { findLinkIn, type LinkRow, listLinks } from '../store/links.ts'

export const checkoutLinkRoutes = (deps: CheckoutDeps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: CheckoutDeps) =>
  serve(contract.listCheckoutLinks, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listLinks(kysely, organizationId, query)
    const shown = await showLinks(kysely, deps, rows)
    return pageAnswer({ rows: shown, total }, query, (link) => link)
  })

const createRoute = (deps: CheckoutDeps) =>
  serve(contract.createCheckoutLink, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) =>
      call.finish(uow, await createLink(uow, deps, { ...body, organizationId })),
    )
  })

const getRoute = (deps: CheckoutDeps) =>
  serve(contract.getCheckoutLink, async ({ caller, params }) =>
    showLink(deps.uowFactory.database.reads, deps, await linkOf(deps, caller, params.id)),
  )

const updateRoute = (deps: CheckoutDeps) =>
  serve(contract.updateCheckoutLink, async (call) => {
    const { caller, params, body } = call
    const key = await linkOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, key.organizationId, async (uow) =>
      call.finish(uow, await updateLink(uow, deps, key, body)),
    )
  })

const deleteRoute = (deps: CheckoutDeps) =>
  serve(contract.deleteCheckoutLink, async (call) => {
    const { caller, params } = call
    const link = await linkOf(deps, caller, params.id)
    await sellerUnitOfWork(deps, caller, link.organizationId, async (uow) => {
      await deleteLink(uow, deps, link)
      await call.finish(uow, undefined)
    })
  })

const linkOf = (
  deps: CheckoutDeps,
  caller: SellerCaller,
  id: Id<'checkoutLink'>,
): Promise<LinkRow> => {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findLinkIn(reads, within, id))
}
