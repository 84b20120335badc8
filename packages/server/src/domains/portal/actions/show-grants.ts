import type { CustomerBenefitGrant } from '@guildhall/contract/portal/benefit-grants'
import type { PortalCustomer } from '@guildhall/contract/portal/portal-shapes'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentBenefit } from '../../benefits/present/benefit.ts'
import { findAnyBenefits } from '../../benefits/store/benefits.ts'
import type { PortalViewer } from '../../customers/store/customer-sessions.ts'
import { findCustomerIn } from '../../customers/store/customers.ts'
import { presentBareGrant } from '../../entitlements/present/grant.ts'
import type { GrantRow } from '../../entitlements/store/grants.ts'
import { presentSeller } from '../../organizations/present/seller.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { unprovedCustomer } from '../present/customer.ts'
import { grantFor, presentHeldBenefit } from '../present/held-benefit.ts'
import type { PortalDeps } from './deps.ts'
import { addressOf } from './session-address.ts'
import { showPortalCustomer } from './show-customer.ts'

interface Viewed {
  readonly db: Kysely<Tables>
  readonly viewer: PortalViewer
}

export async function showGrant(
  deps: PortalDeps,
  viewed: Viewed,
  row: GrantRow,
): Promise<CustomerBenefitGrant> {
  const [shown] = await showGrants(deps, viewed, [row])
  assert(shown !== undefined, 'every grant is shown')
  return shown
}

/** Grants of one customer; the number of statements does not depend on their number. */
export async function showGrants(
  deps: PortalDeps,
  { db, viewer }: Viewed,
  rows: readonly GrantRow[],
): Promise<CustomerBenefitGrant[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organizationId } = viewer
  const ids = distinct(rows.map(({ benefitId }) => benefitId))
  const [holder, organization, found] = await Promise.all([
    holderFor(deps, { db, viewer }, first.createdAt),
    findOrganization(db, organizationId),
    findAnyBenefits(db, organizationId, ids),
  ])
  assert(organization !== undefined, 'the session is of its customer')
  const seller = presentSeller(organization)
  const benefits = new Map(
    found.map((one) => [one.id, presentHeldBenefit(presentBenefit(deps, one), seller)]),
  )
  return rows.map((row) => {
    const benefit = benefits.get(row.benefitId)
    assert(benefit !== undefined, 'benefits keep their rows')
    const shown = presentBareGrant(row)
    const error = row.status === 'waiting' ? shown.error : null
    return grantFor(viewer, { ...shown, error, customer: holder, benefit })
  })
}

/** The customer; for a buyer who typed an address, only that. */
async function holderFor(
  deps: PortalDeps,
  { db, viewer }: Viewed,
  boughtAt: Date,
): Promise<PortalCustomer> {
  const { organizationId, customerId, checkoutId } = viewer
  if (checkoutId === null) {
    const customer = await findCustomerIn(db, [organizationId], customerId)
    assert(customer !== undefined, 'the session is of its customer')
    return showPortalCustomer(db, deps, customer)
  }
  const email = await addressOf(deps, viewer)
  assert(email !== null, 'what was granted was bought with an address')
  return unprovedCustomer(email, boughtAt)
}
