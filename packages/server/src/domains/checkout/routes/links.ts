import * as contract from '@guildhall/contract/checkout/links'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { createLink } from '../actions/create-link.ts'
import { deleteLink } from '../actions/delete-link.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { showLink, showLinks } from '../actions/present-link.ts'
import { updateLink } from '../actions/update-link.ts'
import { listLinks } from '../store/link-list.ts'
import { findLinkIn, type LinkRow } from '../store/links.ts'

/** The addresses that a seller gives to buyers. */
export const checkoutLinkRoutes = (parts: CheckoutParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  getRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
]

const listRoute = (parts: CheckoutParts) =>
  serve(contract.listCheckoutLinks, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listLinks(kysely, organizationId, query)
    const shown = await showLinks(kysely, parts, rows)
    return pageAnswer({ rows: shown, total }, query, (link) => link)
  })

const createRoute = (parts: CheckoutParts) =>
  serve(contract.createCheckoutLink, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    return sellerWork(parts, caller, organizationId, async (unit) =>
      call.finish(unit, await createLink(unit, parts, { ...body, organizationId })),
    )
  })

const getRoute = (parts: CheckoutParts) =>
  serve(contract.getCheckoutLink, async ({ caller, params }) =>
    showLink(parts.workshop.database.reads, parts, await linkOf(parts, caller, params.id)),
  )

const updateRoute = (parts: CheckoutParts) =>
  serve(contract.updateCheckoutLink, async (call) => {
    const { caller, params, body: wish } = call
    const key = await linkOf(parts, caller, params.id)
    return sellerWork(parts, caller, key.organizationId, async (unit) =>
      call.finish(unit, await updateLink(unit, parts, { key, wish })),
    )
  })

const deleteRoute = (parts: CheckoutParts) =>
  serve(contract.deleteCheckoutLink, async (call) => {
    const { caller, params } = call
    const link = await linkOf(parts, caller, params.id)
    await sellerWork(parts, caller, link.organizationId, async (unit) => {
      await deleteLink(unit, parts, link)
      await call.finish(unit, undefined)
    })
  })

const linkOf = (parts: CheckoutParts, caller: Seller, id: Id<'checkoutLink'>): Promise<LinkRow> => {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, (within) => findLinkIn(reads, within, id))
}
