import * as contract from '@guildhall/contract/organizations/access-tokens'
import type { Id } from '@guildhall/contract/primitives'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import {
  createAccessToken,
  revokeAccessToken,
  updateAccessToken,
} from '../actions/access-tokens.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import { presentAccessToken } from '../actions/present-access-token.ts'
import { itemOf, organizationListed, organizationNamed, type Seller } from '../actions/seller.ts'
import { type AccessTokenKey, findAccessTokenIn, listAccessTokens } from '../store/access-tokens.ts'

/** What sellers' backends are let in with. Accounts live in real time, and so do these. */
export const accessTokenRoutes = (parts: OrganizationParts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
]

const listRoute = (parts: OrganizationParts) =>
  serve(contract.listOrganizationAccessTokens, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listAccessTokens(kysely, organizationId, query)
    return pageAnswer(page, query, presentAccessToken)
  })

const createRoute = (parts: OrganizationParts) =>
  serve(contract.createOrganizationAccessToken, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    const { secret: token, hash: secretHash } = makeSecret(secretPrefixes.organizationAccess)
    return work(parts.workshop, {}, async (unit) => {
      const wish = { ...body, organizationId, secretHash }
      const created = await createAccessToken(unit, parts, caller, wish)
      return call.finish(unit, { organizationAccessToken: presentAccessToken(created), token })
    })
  })

const updateRoute = (parts: OrganizationParts) =>
  serve(contract.updateOrganizationAccessToken, async (call) => {
    const key = await keyOf(parts, call.caller, call.params.id)
    return work(parts.workshop, {}, async (unit) => {
      const wish = { ...call.body, ...key }
      const updated = await updateAccessToken(unit, parts, call.caller, wish)
      return call.finish(unit, presentAccessToken(updated))
    })
  })

const deleteRoute = (parts: OrganizationParts) =>
  serve(contract.deleteOrganizationAccessToken, async (call) => {
    const key = await keyOf(parts, call.caller, call.params.id)
    await work(parts.workshop, {}, async (unit) => {
      await revokeAccessToken(unit, parts, call.caller, key)
      await call.finish(unit, undefined)
    })
  })

async function keyOf(
  parts: OrganizationParts,
  caller: Seller,
  id: Id<'organizationAccessToken'>,
): Promise<AccessTokenKey> {
  const { kysely } = parts.workshop.database
  const { organizationId } = await itemOf(parts, caller, (within) =>
    findAccessTokenIn(kysely, within, id),
  )
  return { organizationId, id }
}
