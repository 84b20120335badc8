import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findExpandedProducts } from '../../catalog/actions/expand-products.ts'
import { presentDiscount } from '../../catalog/present/discount.ts'
import type { DiscountWithProducts } from '../../catalog/store/discount-products.ts'
import { findDiscounts } from '../../catalog/store/discounts.ts'
import { type LinkDetails, type PresentedLink, presentLink } from '../present/link.ts'
import { type LinkRow, listLinkProducts } from '../store/links.ts'
import type { CheckoutDeps } from './deps.ts'

type Deps = Pick<CheckoutDeps, 'config' | 'keyring'>

/** Links of one organization; the number of statements does not depend on the number of links. */
export async function showLinks(
  db: Kysely<Tables>,
  deps: Deps,
  rows: readonly LinkRow[],
): Promise<PresentedLink[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organizationId } = first
  const linkIds = rows.map(({ id }) => id)
  const [offered, discounts] = await Promise.all([
    listLinkProducts(db, organizationId, linkIds),
    findLinkDiscounts(db, rows),
  ])
  const ids = [...new Set([...offered.values()].flat())]
  const expanded = await findExpandedProducts(db, deps, { organizationId, ids })
  const products = new Map(expanded.map((product) => [product.id, product]))
  const details: LinkDetails = {
    offered,
    products,
    discounts: new Map(
      [...discounts].map(([id, discount]) => [id, presentDiscount({ discount, products: [] })]),
    ),
    publicUrl: deps.config.server.url,
  }
  return rows.map((row) => presentLink(row, details))
}

export async function showLink(
  db: Kysely<Tables>,
  deps: Deps,
  row: LinkRow,
): Promise<PresentedLink> {
  const [shown] = await showLinks(db, deps, [row])
  assert(shown !== undefined, 'every link is shown')
  return shown
}

/** A deleted discount is no longer part of its links. */
export async function findLinkDiscounts(
  db: Kysely<Tables>,
  rows: readonly LinkRow[],
): Promise<ReadonlyMap<Id<'discount'>, DiscountWithProducts['discount']>> {
  const [first] = rows
  if (first === undefined) return new Map()
  const ids = [...new Set(rows.flatMap(({ discountId }) => discountId ?? []))]
  const found = await findDiscounts(db, first.organizationId, ids)
  return new Map(
    found.filter(({ deletedAt }) => deletedAt === null).map((discount) => [discount.id, discount]),
  )
}

/** Records an event with the link as it is now, and returns that. */
export async function recordLink(
  uow: UnitOfWork,
  deps: Deps,
  action: 'created' | 'updated' | 'deleted',
  row: LinkRow,
): Promise<PresentedLink> {
  const shown = await showLink(uow.tx, deps, row)
  uow.record(eventOf(`checkout_link.${action}`, row, shown))
  return shown
}
