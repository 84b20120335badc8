import type { Id } from '@guildhall/contract/primitives'
import type { CreditProduct } from '@guildhall/contract/topups/top-up-shapes'
import type { Kysely } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { expandProducts, findExpandedProducts } from '../../catalog/actions/expand-products.ts'
import type { ExpandedProduct } from '../../catalog/present/product.ts'
import { listPublicProducts } from '../../catalog/store/products.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { creditProductOf } from '../rules/credit-product.ts'
import { findMetersOfCustomer } from '../store/due-top-ups.ts'
import type { CustomerKey } from '../store/top-ups.ts'
import type { TopUpDeps } from './deps.ts'

export type OfferedCredits = NonNullable<ReturnType<typeof creditProductOf>>

type Deps = Pick<TopUpDeps, 'uowFactory' | 'config' | 'keyring'>

/** What the customer may buy for the meters that they have, the oldest product first. */
export async function listCreditProducts(
  deps: Deps,
  customer: CustomerKey,
): Promise<readonly CreditProduct[]> {
  const { reads: db } = deps.uowFactory.database
  const meterIds = await findMetersOfCustomer(db, customer)
  if (meterIds.size === 0) return []
  const rows = await listPublicProducts(db, customer.organizationId)
  const oneTime = rows.filter(({ recurringInterval }) => recurringInterval === null)
  const products = await expandProducts(db, deps, oneTime)
  return offeredOf(db, customer.organizationId, { products, meterIds })
}

interface Wanted {
  readonly productId: Id<'product'>
  /** Null where it may credit any meter of the customer. */
  readonly meterId: Id<'meter'> | null
  /** Where the request names the product. */
  readonly loc: readonly string[]
}

/** Refuses every other product in the same words, whether or not it exists. */
export async function requireCreditProduct(
  deps: Deps,
  customer: CustomerKey,
  { productId, meterId, loc }: Wanted,
): Promise<OfferedCredits> {
  const own = await findMetersOfCustomer(deps.uowFactory.database.reads, customer)
  const meterIds = meterId === null ? own : new Set(own.has(meterId) ? [meterId] : [])
  const { organizationId } = customer
  const found = await findCreditProduct(deps, { organizationId, productId, meterIds })
  if (found === null) {
    throw new Problem('credit_product_not_offered', { loc })
  }
  return found
}

interface Sought {
  readonly organizationId: Id<'organization'>
  readonly productId: Id<'product'>
  readonly meterIds: ReadonlySet<Id<'meter'>>
}

/** Null if it doesn’t credit any of these meters, or isn’t for sale. */
export async function findCreditProduct(
  deps: Deps,
  { organizationId, productId, meterIds }: Sought,
): Promise<OfferedCredits | null> {
  const { reads: db } = deps.uowFactory.database
  const products = await findExpandedProducts(db, deps, { organizationId, ids: [productId] })
  const [offered] = await offeredOf(db, organizationId, { products, meterIds })
  return offered ?? null
}

interface Candidates {
  readonly products: readonly ExpandedProduct[]
  readonly meterIds: ReadonlySet<Id<'meter'>>
}

/** Credits of archived meters aren’t sold. */
async function offeredOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { products, meterIds }: Candidates,
): Promise<readonly OfferedCredits[]> {
  const credited = products.flatMap(({ benefits }) =>
    benefits.flatMap((one) => (one.type === 'meter_credit' ? one.properties.meterId : [])),
  )
  const wanted = distinct(credited).filter((id) => meterIds.has(id))
  const meters = await findMeters(db, organizationId, wanted)
  const open = new Set(meters.filter(({ isArchived }) => !isArchived).map(({ id }) => id))
  return products.flatMap((product) => creditProductOf(product, open) ?? [])
}
