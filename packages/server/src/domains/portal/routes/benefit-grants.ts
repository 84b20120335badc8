import type { CustomerBenefitGrant } from '@guildhall/contract/portal/benefit-grants'
import * as contract from '@guildhall/contract/portal/benefit-grants'
import type { PortalCustomer } from '@guildhall/contract/portal/portal-shapes'
import { assert } from '../../../kernel/assert.ts'
import { distinct } from '../../../kernel/indexing.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findAnyBenefits, presentBenefit } from '../../benefits/index.ts'
import { findCustomerIn, type PortalCaller } from '../../customers/index.ts'
import {
  findGrantOfCustomer,
  type GrantRow,
  listGrantsOfCustomer,
  presentBareGrant,
} from '../../entitlements/index.ts'
import { findOrganization, presentSeller } from '../../organizations/index.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { addressOf } from '../actions/session-address.ts'
import { showPortalCustomer } from '../actions/show-customer.ts'
import { unprovedCustomer } from '../present/customer.ts'
import { grantFor, presentHeldBenefit } from '../present/held-benefit.ts'
import { missingCode } from '../rules/single-purchase.ts'

export const benefitGrantRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
]

const listRoute = (deps: PortalDeps) =>
  serve(contract.listPortalGrants, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listGrantsOfCustomer(kysely, caller, query)
    const shown = await showGrants(deps, caller, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalGrant, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await findGrantOfCustomer(kysely, caller, params.id)
    if (row === undefined) throw new Problem(missingCode(caller))
    const [shown] = await showGrants(deps, caller, [row])
    assert(shown !== undefined, 'every grant is shown')
    return shown
  })

async function showGrants(
  deps: PortalDeps,
  caller: PortalCaller,
  rows: readonly GrantRow[],
): Promise<CustomerBenefitGrant[]> {
  const [first] = rows
  if (first === undefined) return []
  const { kysely } = deps.uowFactory.database
  const { organizationId } = caller
  const ids = distinct(rows.map(({ benefitId }) => benefitId))
  const [holder, organization, found] = await Promise.all([
    holderFor(deps, caller, first.createdAt),
    findOrganization(kysely, organizationId),
    findAnyBenefits(kysely, organizationId, ids),
  ])
  assert(organization !== undefined, 'the session is of its customer')
  const seller = presentSeller(organization)
  const benefits = new Map(
    found.map((one) => [one.id, presentHeldBenefit(presentBenefit(deps, one), seller)]),
  )
  return rows.map((row) => {
    const benefit = benefits.get(row.benefitId)
    assert(benefit !== undefined, 'benefits keep their rows')
    const { error: _error, ...shown } = presentBareGrant(row)
    return grantFor(caller, { ...shown, customer: holder, benefit })
  })
}

/** The customer; for a buyer who typed an address, only that. */
async function holderFor(
  deps: PortalDeps,
  caller: PortalCaller,
  boughtAt: Date,
): Promise<PortalCustomer> {
  const { kysely } = deps.uowFactory.database
  const { organizationId, customerId, checkoutId } = caller
  if (checkoutId === null) {
    const customer = await findCustomerIn(kysely, [organizationId], customerId)
    assert(customer !== undefined, 'the session is of its customer')
    return showPortalCustomer(kysely, deps, customer)
  }
  const email = await addressOf(deps, caller)
  assert(email !== null, 'what was granted was bought with an address')
  return unprovedCustomer(email, boughtAt)
}
