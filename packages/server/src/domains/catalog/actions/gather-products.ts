import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findBenefitsOf, presentBenefit } from '../../benefits/index.ts'
import { findFilesOf, presentMedia } from '../../files/index.ts'
import { findMetersOf } from '../../metering/index.ts'
import { findCustomFieldsOf } from '../store/custom-fields.ts'
import { findLinkedProducts, listLinksOf, type ProductLinks } from '../store/product-links.ts'
import { listPricesOf, type PriceRow } from '../store/product-prices.ts'
import type { ProductRow } from '../store/products.ts'
import type { CatalogParts } from './parts.ts'
import { presentCustomField } from './present-custom-field.ts'
import { type ProductMakings, presentProduct, type ShownProduct } from './present-product.ts'

type ShowingParts = Pick<CatalogParts, 'config' | 'keyring'>

/** Products of one organization with all that belongs to them, however many they are. */
export async function showProducts(
  db: Kysely<Tables>,
  parts: ShowingParts,
  rows: readonly ProductRow[],
): Promise<ShownProduct[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organizationId } = first
  const ids = rows.map(({ id }) => id)
  const [prices, links] = await Promise.all([
    listPricesOf(db, organizationId, ids),
    listLinksOf(db, organizationId, ids),
  ])
  const makings = await gather(db, parts, { organizationId, prices, links })
  return rows.map((row) => presentProduct(row, makings))
}

/** Products by their ids, asked for at once with all that belongs to them; unknown ones are left out. */
export async function findShownProducts(
  db: Kysely<Tables>,
  parts: ShowingParts,
  { organizationId, ids }: ProductIds,
): Promise<ShownProduct[]> {
  if (ids.length === 0) return []
  const [prices, { rows, links }] = await Promise.all([
    listPricesOf(db, organizationId, ids),
    findLinkedProducts(db, organizationId, ids),
  ])
  const makings = await gather(db, parts, { organizationId, prices, links })
  return rows.map((row) => presentProduct(row, makings))
}

export async function showProduct(
  db: Kysely<Tables>,
  parts: ShowingParts,
  row: ProductRow,
): Promise<ShownProduct> {
  const [shown] = await showProducts(db, parts, [row])
  assert(shown !== undefined, 'of one product there is one')
  return shown
}

interface ProductIds {
  readonly organizationId: Id<'organization'>
  readonly ids: readonly Id<'product'>[]
}

interface Gathering {
  readonly organizationId: Id<'organization'>
  readonly prices: readonly PriceRow[]
  readonly links: ProductLinks
}

async function gather(
  db: Kysely<Tables>,
  { config, keyring }: ShowingParts,
  { organizationId, prices, links }: Gathering,
): Promise<ProductMakings> {
  const meterIds = prices.flatMap(({ meterId }) => meterId ?? [])
  const [meters, benefits, files, fields] = await Promise.all([
    findMetersOf(db, organizationId, distinct(meterIds)),
    findBenefitsOf(db, organizationId, idsOf(links.benefits)),
    findFilesOf(db, organizationId, idsOf(links.medias)),
    findCustomFieldsOf(db, organizationId, idsOf(links.customFields)),
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

/** Each product’s own, in the order they came in. */
function byProduct<T extends { readonly productId: Id<'product'> }>(
  all: readonly T[],
): ReadonlyMap<Id<'product'>, readonly T[]> {
  const found = new Map<Id<'product'>, T[]>()
  for (const one of all) {
    const known = found.get(one.productId)
    if (known === undefined) found.set(one.productId, [one])
    else known.push(one)
  }
  return found
}
