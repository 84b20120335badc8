import type {
  BenefitGrant,
  ListedBenefitGrant,
} from '@guildhall/contract/entitlements/grant-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findAnyBenefits, presentBenefit } from '../../benefits/index.ts'
import { findProducts } from '../../catalog/index.ts'
import { findCustomersByIds, presentCustomer } from '../../customers/index.ts'
import { presentGrant } from '../present/grant.ts'
import type { GrantRow } from '../store/grants.ts'
import { findSources } from '../store/sources.ts'
import type { EntitlementDeps } from './deps.ts'

type OrganizationId = Id<'organization'>

/** Grants as sellers see them, with their customers. */
export async function showGrants(
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  rows: readonly GrantRow[],
): Promise<BenefitGrant[]> {
  const ids = distinct(rows.map(({ customerId }) => customerId))
  const customers = byId(await findCustomersByIds(db, organizationId, ids))
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    assert(customer !== undefined, 'customers keep their rows')
    return presentGrant(row, presentCustomer(customer))
  })
}

interface Listed {
  readonly organizationId: OrganizationId
  readonly rows: readonly GrantRow[]
}

/** The same with their benefits, and what was bought. */
export async function showListedGrants(
  db: Kysely<Tables>,
  deps: Pick<EntitlementDeps, 'keyring'>,
  { organizationId, rows }: Listed,
): Promise<ListedBenefitGrant[]> {
  const benefitIds = distinct(rows.map(({ benefitId }) => benefitId))
  const benefits = byId(await findAnyBenefits(db, organizationId, benefitIds))
  const productOf = await findProductsOf(db, organizationId, rows)
  const shown = await showGrants(db, organizationId, rows)
  return shown.map((grant) => {
    const benefit = benefits.get(grant.benefitId)
    const product = productOf(grant)
    assert(benefit !== undefined && product !== undefined, 'their rows are never deleted')
    const { id, name } = product
    return { ...grant, benefit: presentBenefit(deps, benefit), product: { id, name } }
  })
}

type OfSource = Pick<GrantRow, 'subscriptionId' | 'orderId'>

/** What the sources of grants are for, now: a subscription may have changed its plan. */
async function findProductsOf(
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  rows: readonly OfSource[],
) {
  const sources = await findSources(db, {
    organizationId,
    subscriptionIds: distinct(rows.flatMap(({ subscriptionId }) => subscriptionId ?? [])),
    orderIds: distinct(rows.flatMap(({ orderId }) => orderId ?? [])),
  })
  const ids = distinct(sources.map(({ productId }) => productId))
  const products = byId(await findProducts(db, organizationId, ids))
  const idOf = new Map(sources.map((one) => [one.subscriptionId ?? one.orderId, one.productId]))
  return ({ subscriptionId, orderId }: OfSource) => {
    const id = idOf.get(subscriptionId ?? orderId)
    return id && products.get(id)
  }
}
