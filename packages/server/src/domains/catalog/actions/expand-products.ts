import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentBenefit } from '../../benefits/present/benefit.ts'
import { findBenefits } from '../../benefits/store/benefits.ts'
import { presentMedia } from '../../files/present/file.ts'
import { findFiles } from '../../files/store/files.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { presentCustomField } from '../present/custom-field.ts'
import { type ExpandedProduct, type ProductDetails, presentProduct } from '../present/product.ts'
import { findCustomFields } from '../store/custom-fields.ts'
import { findLinkedProducts, listLinksOf, type ProductLinks } from '../store/product-links.ts'
import { listActivePrices, type PriceRow } from '../store/product-prices.ts'
import type { ProductRow } from '../store/products.ts'
import type { CatalogDeps } from './deps.ts'

type ExpandDeps = Pick<CatalogDeps, 'config' | 'keyring'>

/**
 * Products of one organization with their prices, benefits, media and custom fields. The number of
 * statements does not depend on the number of products.
 */
export async function expandProducts(
  db: Kysely<Tables>,
  deps: ExpandDeps,
  rows: readonly ProductRow[],
): Promise<ExpandedProduct[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organizationId } = first
  const ids = rows.map(({ id }) => id)
  const [prices, links] = await Promise.all([
    listActivePrices(db, organizationId, ids),
    listLinksOf(db, organizationId, ids),
  ])
  const details = await loadDetails(db, deps, { organizationId, prices, links })
  return rows.map((row) => presentProduct(row, details))
}

/** The same by id, which saves a round trip; unknown ids are left out. */
export async function findExpandedProducts(
  db: Kysely<Tables>,
  deps: ExpandDeps,
  { organizationId, ids }: ProductIds,
): Promise<ExpandedProduct[]> {
  if (ids.length === 0) return []
  const [prices, { rows, links }] = await Promise.all([
    listActivePrices(db, organizationId, ids),
    findLinkedProducts(db, organizationId, ids),
  ])
  const details = await loadDetails(db, deps, { organizationId, prices, links })
  return rows.map((row) => presentProduct(row, details))
}

export async function expandProduct(
  db: Kysely<Tables>,
  deps: ExpandDeps,
  row: ProductRow,
): Promise<ExpandedProduct> {
  const [product] = await expandProducts(db, deps, [row])
  assert(product !== undefined, 'every row is expanded')
  return product
}

interface ProductIds {
  readonly organizationId: Id<'organization'>
  readonly ids: readonly Id<'product'>[]
}

interface LoadedLinks {
  readonly organizationId: Id<'organization'>
  readonly prices: readonly PriceRow[]
  readonly links: ProductLinks
}

async function loadDetails(
  db: Kysely<Tables>,
  { config, keyring }: ExpandDeps,
  { organizationId, prices, links }: LoadedLinks,
): Promise<ProductDetails> {
  const meterIds = prices.flatMap(({ meterId }) => meterId ?? [])
  const [meters, benefits, files, fields] = await Promise.all([
    findMeters(db, organizationId, distinct(meterIds)),
    findBenefits(db, organizationId, idsOf(links.benefits)),
    findFiles(db, organizationId, idsOf(links.medias)),
    findCustomFields(db, organizationId, idsOf(links.customFields)),
  ])
  return {
    prices: byProduct(prices),
    meters: byId(meters),
    benefitLinks: byProduct(links.benefits),
    benefits: byId(benefits.map((benefit) => presentBenefit({ keyring }, benefit))),
    mediaLinks: byProduct(links.medias),
    medias: byId(files.map((file) => presentMedia(file, config.server.url))),
    fieldLinks: byProduct(links.customFields),
    fields: byId(fields.map(presentCustomField)),
  }
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

const idsOf = <I>(links: readonly { readonly id: I }[]): I[] => distinct(links.map(({ id }) => id))

const byId = <I, T extends { readonly id: I }>(all: readonly T[]): ReadonlyMap<T['id'], T> =>
  new Map(all.map((one) => [one.id, one]))

/** Keeps the order within each product. */
function byProduct<T extends { readonly productId: Id<'product'> }>(
  all: readonly T[],
): ReadonlyMap<Id<'product'>, readonly T[]> {
  const groups = new Map<Id<'product'>, T[]>()
  for (const one of all) {
    const group = groups.get(one.productId)
    if (group === undefined) groups.set(one.productId, [one])
    else group.push(one)
  }
  return groups
}
