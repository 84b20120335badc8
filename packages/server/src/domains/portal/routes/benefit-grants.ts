import type { CustomerBenefitGrant } from '@guildhall/contract/portal/benefit-grants'
import * as contract from '@guildhall/contract/portal/benefit-grants'
import type { PortalCustomer } from '@guildhall/contract/portal/portal-shapes'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { distinct } from '../../../kernel/indexing.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findAnyBenefits, presentBenefit } from '../../benefits/index.ts'
import { customerUnitOfWork, findCustomerIn, type PortalCaller } from '../../customers/index.ts'
import {
  findGrantOfCustomer,
  type GrantRow,
  listGrantsOfCustomer,
  presentBareGrant,
} from '../../entitlements/index.ts'
import { findOrganization, presentSeller } from '../../organizations/index.ts'
import { chooseAccount } from '../actions/choose-account.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { addressOf } from '../actions/session-address.ts'
import { showPortalCustomer } from '../actions/show-customer.ts'
import { unprovedCustomer } from '../present/customer.ts'
import { grantFor, presentHeldBenefit } from '../present/held-benefit.ts'
import { missingCode } from '../rules/single-purchase.ts'

export const benefitGrantRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
  updateRoute(deps),
]

const listRoute = (deps: PortalDeps) =>
  serve(contract.listPortalGrants, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listGrantsOfCustomer(kysely, caller, query)
    const shown = await showGrants(deps, { db: kysely, caller }, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalGrant, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await findGrantOfCustomer(kysely, caller, params.id)
    if (row === undefined) throw new Problem(missingCode(caller))
    return showGrant(deps, { db: kysely, caller }, row)
  })

const updateRoute = (deps: PortalDeps) =>
  serve(contract.updatePortalGrant, async (call) => {
    const { caller, params, body } = call
    return customerUnitOfWork(deps, caller, async (uow) => {
      const viewed = { db: uow.tx, caller }
      const before = await findGrantOfCustomer(uow.tx, caller, params.id)
      if (before === undefined) throw new Problem('not_found')
      await chooseAccount(uow, deps, { grant: before, choice: body })
      const row = await findGrantOfCustomer(uow.tx, caller, params.id)
      return call.finish(uow, await showGrant(deps, viewed, row ?? before))
    })
  })

interface Viewed {
  readonly db: Kysely<Tables>
  readonly caller: PortalCaller
}

async function showGrant(
  deps: PortalDeps,
  viewed: Viewed,
  row: GrantRow,
): Promise<CustomerBenefitGrant> {
  const [shown] = await showGrants(deps, viewed, [row])
  assert(shown !== undefined, 'every grant is shown')
  return shown
}

async function showGrants(
  deps: PortalDeps,
  { db, caller }: Viewed,
  rows: readonly GrantRow[],
): Promise<CustomerBenefitGrant[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organizationId } = caller
  const ids = distinct(rows.map(({ benefitId }) => benefitId))
  const [holder, organization, found] = await Promise.all([
    holderFor(deps, { db, caller }, first.createdAt),
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
    return grantFor(caller, { ...shown, error, customer: holder, benefit })
  })
}

/** The customer; for a buyer who typed an address, only that. */
async function holderFor(
  deps: PortalDeps,
  { db, caller }: Viewed,
  boughtAt: Date,
): Promise<PortalCustomer> {
  const { organizationId, customerId, checkoutId } = caller
  if (checkoutId === null) {
    const customer = await findCustomerIn(db, [organizationId], customerId)
    assert(customer !== undefined, 'the session is of its customer')
    return showPortalCustomer(db, deps, customer)
  }
  const email = await addressOf(deps, caller)
  assert(email !== null, 'what was granted was bought with an address')
  return unprovedCustomer(email, boughtAt)
}
