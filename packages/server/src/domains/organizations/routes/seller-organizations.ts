import * as contract from '@guildhall/contract/organizations/seller-organizations'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { changeSeller } from '../actions/change-seller.ts'
import { type Creation, createOrganization } from '../actions/create-organization.ts'
import type { OrganizationParts } from '../actions/parts.ts'
import { presentSeller } from '../actions/present-seller.ts'
import { itemOf, personOf, type Seller } from '../actions/seller.ts'
import { sellerChanges } from '../actions/seller-changes.ts'
import { findOrganization } from '../store/organizations.ts'
import { listSellerOrganizations, type Whose } from '../store/seller-organizations.ts'

/** The same organizations as they sell. */
export const sellerOrganizationRoutes = (parts: OrganizationParts): readonly EndpointRoute[] => [
  listRoute(parts),
  getRoute(parts),
  createRoute(parts),
  updateRoute(parts),
]

const listRoute = ({ workshop }: OrganizationParts) =>
  serve(contract.listSellerOrganizations, async ({ caller, query }) => {
    const page = await listSellerOrganizations(workshop.database.kysely, whose(caller), query)
    return pageAnswer(page, query, presentSeller)
  })

const whose = (caller: Seller): Whose =>
  caller.kind === 'token'
    ? { organizationId: caller.token.organizationId }
    : { userId: caller.signedIn.user.id }

const getRoute = (parts: OrganizationParts) =>
  serve(contract.getSellerOrganization, async ({ caller, params }) => {
    await requireReach(parts, caller, params.id)
    const found = await findOrganization(parts.workshop.database.kysely, params.id)
    if (found === undefined) throw new Problem('not_found')
    return presentSeller(found)
  })

/** Not the session's active one: that is between the session and the account wire. */
const createRoute = (parts: OrganizationParts) =>
  serve(contract.createSellerOrganization, async (call) => {
    const { name, slug, ...profile } = call.body
    const person = { by: 'user', userId: personOf(call.caller).user.id } as const
    return work(parts.workshop, {}, async (unit) => {
      const organization = { name, slug, ...sellerChanges(profile, unit.now) }
      const creation: Creation = {
        ...person,
        ifNobody: 'unauthorized',
        sessionId: null,
        organization,
      }
      const created = await createOrganization(unit, parts, creation).catch(asSlugTaken)
      return call.finish(unit, presentSeller(created.organization))
    })
  })

/** The billing wire says at which field. */
function asSlugTaken(error: unknown): never {
  const isTaken = error instanceof Problem && error.code === 'organization_already_exists'
  throw isTaken ? new Problem('slug_already_taken', { loc: ['body', 'slug'] }) : error
}

const updateRoute = (parts: OrganizationParts) =>
  serve(contract.updateSellerOrganization, async (call) => {
    const { id } = call.params
    await requireReach(parts, call.caller, id)
    return work(parts.workshop, {}, async (unit) => {
      const changed = await changeSeller(unit, parts, call.caller, { ...call.body, id })
      return call.finish(unit, presentSeller(changed))
    })
  })

async function requireReach(
  parts: OrganizationParts,
  caller: Seller,
  organizationId: Id<'organization'>,
): Promise<void> {
  await itemOf(parts, caller, async (within) =>
    within.includes(organizationId) ? { organizationId } : undefined,
  )
}
