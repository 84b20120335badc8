import type {
  BenefitGrant,
  ListedBenefitGrant,
} from '@guildhall/contract/entitlements/grant-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentBenefit } from '../../benefits/present/benefit.ts'
import { findAnyBenefits } from '../../benefits/store/benefits.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { presentGrant } from '../present/grant.ts'
import type { GrantRow } from '../store/grants.ts'
import { findSources } from '../store/sources.ts'
import type { EntitlementDeps } from './deps.ts'

type OrganizationId = Id<'organization'>

type Deps = Pick<EntitlementDeps, 'keyring'>

interface Listed {
  readonly organizationId: OrganizationId
  readonly rows: readonly GrantRow[]
}

/** Grants as sellers see them, with their customers and benefits. */
export async function showGrants(
  db: Kysely<Tables>,
  deps: Deps,
  { organizationId, rows }: Listed,
): Promise<BenefitGrant[]> {
  const customerIds = distinct(rows.map(({ customerId }) => customerId))
  const customers = byId(await findCustomersByIds(db, organizationId, customerIds))
  const benefitIds = distinct(rows.map(({ benefitId }) => benefitId))
  const benefits = byId(await findAnyBenefits(db, organizationId, benefitIds))
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    const benefit = benefits.get(row.benefitId)
    assert(customer !== undefined && benefit !== undefined, 'their rows are never deleted')
    return presentGrant(row, {
      customer: presentCustomer(customer),
      benefit: presentBenefit(deps, benefit),
    })
  })
}

/** The same with what was bought. */
export async function showListedGrants(
  db: Kysely<Tables>,
  deps: Deps,
  { organizationId, rows }: Listed,
): Promise<ListedBenefitGrant[]> {
  const productOf = await findProductsOf(db, organizationId, rows)
  const shown = await showGrants(db, deps, { organizationId, rows })
  return shown.map((grant) => {
    const product = productOf(grant)
    assert(product !== undefined, 'products are never deleted')
    const { id, name } = product
    return { ...grant, product: { id, name } }
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
