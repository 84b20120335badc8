import * as contract from '@guildhall/contract/organizations/access-tokens'
import type { Id } from '@guildhall/contract/primitives'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  createAccessToken,
  revokeAccessToken,
  updateAccessToken,
} from '../actions/access-tokens.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import {
  getForSeller,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
} from '../actions/seller.ts'
import { presentAccessToken } from '../present/access-token.ts'
import { type AccessTokenKey, findAccessTokenIn, listAccessTokens } from '../store/access-tokens.ts'

/** Access tokens expire in real time, like sessions, even if the organization's clock is frozen. */
export const accessTokenRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: OrganizationDeps) =>
  serve(contract.listOrganizationAccessTokens, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listAccessTokens(kysely, organizationId, query)
    return pageAnswer(page, query, presentAccessToken)
  })

const createRoute = (deps: OrganizationDeps) =>
  serve(contract.createOrganizationAccessToken, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    const { secret: token, hash: secretHash } = makeSecret(secretPrefixes.organizationAccess)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const input = { ...body, organizationId, secretHash }
      const created = await createAccessToken(uow, deps, caller, input)
      return call.finish(uow, { organizationAccessToken: presentAccessToken(created), token })
    })
  })

const updateRoute = (deps: OrganizationDeps) =>
  serve(contract.updateOrganizationAccessToken, async (call) => {
    const key = await resolveKey(deps, call.caller, call.params.id)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const update = { ...call.body, ...key }
      const updated = await updateAccessToken(uow, deps, call.caller, update)
      return call.finish(uow, presentAccessToken(updated))
    })
  })

const deleteRoute = (deps: OrganizationDeps) =>
  serve(contract.deleteOrganizationAccessToken, async (call) => {
    const key = await resolveKey(deps, call.caller, call.params.id)
    await runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      await revokeAccessToken(uow, deps, call.caller, key)
      await call.finish(uow, undefined)
    })
  })

async function resolveKey(
  deps: OrganizationDeps,
  caller: SellerCaller,
  id: Id<'organizationAccessToken'>,
): Promise<AccessTokenKey> {
  const { kysely } = deps.uowFactory.database
  const { organizationId } = await getForSeller(deps, caller, (within) =>
    findAccessTokenIn(kysely, within, id),
  )
  return { organizationId, id }
}
