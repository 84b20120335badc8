import * as contract from '@guildhall/contract/organizations/seller-organizations'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { type Creation, createOrganization } from '../actions/create-organization.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { getForSeller, requirePerson, type SellerCaller } from '../actions/seller.ts'
import { profileColumns, updateSeller } from '../actions/update-seller.ts'
import { presentOwnSeller } from '../present/seller.ts'
import {
  findOrganization,
  listSellerOrganizations,
  type SellerScope,
} from '../store/organizations.ts'

/** Organizations in the billing API. */
export const sellerOrganizationRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
  createRoute(deps),
  updateRoute(deps),
]

const listRoute = ({ uowFactory }: OrganizationDeps) =>
  serve(contract.listSellerOrganizations, async ({ caller, query }) => {
    const page = await listSellerOrganizations(uowFactory.database.kysely, scopeOf(caller), query)
    return pageAnswer(page, query, presentOwnSeller)
  })

const scopeOf = (caller: SellerCaller): SellerScope =>
  caller.kind === 'token'
    ? { organizationId: caller.token.organizationId }
    : { userId: caller.signedIn.user.id }

const getRoute = (deps: OrganizationDeps) =>
  serve(contract.getSellerOrganization, async ({ caller, params }) => {
    await requireAccess(deps, caller, params.id)
    const found = await findOrganization(deps.uowFactory.database.kysely, params.id)
    if (found === undefined) throw new Problem('not_found')
    return presentOwnSeller(found)
  })

/** The active organization is a concept of the account API, so this doesn't change it. */
const createRoute = (deps: OrganizationDeps) =>
  serve(contract.createSellerOrganization, async (call) => {
    const { name, slug, ...profile } = call.body
    const person = { by: 'user', userId: requirePerson(call.caller).user.id } as const
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const organization = { name, slug, ...profileColumns(profile, uow.now) }
      const creation: Creation = {
        ...person,
        userRefusal: 'unauthorized',
        sessionId: null,
        organization,
      }
      const created = await createOrganization(uow, deps, creation).catch(asSlugTaken)
      return call.finish(uow, presentOwnSeller(created.organization))
    })
  })

/** The billing API names the offending field. */
function asSlugTaken(error: unknown): never {
  const isTaken = error instanceof Problem && error.code === 'organization_already_exists'
  throw isTaken ? new Problem('slug_already_taken', { loc: ['body', 'slug'] }) : error
}

const updateRoute = (deps: OrganizationDeps) =>
  serve(contract.updateSellerOrganization, async (call) => {
    const { id } = call.params
    await requireAccess(deps, call.caller, id)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const changed = await updateSeller(uow, deps, call.caller, { ...call.body, id })
      return call.finish(uow, presentOwnSeller(changed))
    })
  })

async function requireAccess(
  deps: OrganizationDeps,
  caller: SellerCaller,
  organizationId: Id<'organization'>,
): Promise<void> {
  await getForSeller(deps, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
}
