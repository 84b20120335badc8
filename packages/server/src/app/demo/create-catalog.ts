import { createBenefit as benefitContract } from '@guildhall/contract/benefits/benefits'
import { createCustomField as fieldContract } from '@guildhall/contract/catalog/custom-fields'
import { createDiscount as discountContract } from '@guildhall/contract/catalog/discounts'
import { createProduct as productContract } from '@guildhall/contract/catalog/products'
import { createMeter as meterContract } from '@guildhall/contract/metering/meters'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { createBenefit } from '../../domains/benefits/actions/create-benefit.ts'
import { createCustomField } from '../../domains/catalog/actions/create-custom-field.ts'
import { createDiscount } from '../../domains/catalog/actions/create-discount.ts'
import { createProduct } from '../../domains/catalog/actions/create-product.ts'
import { setProductBenefits } from '../../domains/catalog/actions/set-product-benefits.ts'
import { updateProduct } from '../../domains/catalog/actions/update-product.ts'
import { createMeter } from '../../domains/metering/actions/create-meter.ts'
import { type DemoContext, idOf } from './demo-context.ts'
import { drawCover } from './draw-cover.ts'
import { type DemoProduct, discounts, products } from './offers.ts'
import { benefits, customFields, foundedDaysAgo, meters, sample } from './sample-data.ts'

type CreatedIds<K extends string> = ReadonlyMap<string, Id<K>>

export interface DemoCatalog {
  readonly productIds: CreatedIds<'product'>
  /** By their code. */
  readonly discountIds: CreatedIds<'discount'>
}

/** Custom fields and meters first, because benefits and products refer to them; discounts last. */
export async function createCatalog(context: DemoContext): Promise<DemoCatalog> {
  const fieldIds = await createFields(context)
  const meterIds = await createMeters(context)
  const benefitIds = await createBenefits(context, meterIds)
  const details = { fieldIds, benefitIds }
  const productIds = new Map<string, Id<'product'>>()
  const offered = Object.entries(products(idOf(meterIds, 'tiles')))
  for (const [seed, [name, product]] of offered.entries()) {
    productIds.set(name, await createDemoProduct(context, details, { name, seed, ...product }))
  }
  return { productIds, discountIds: await createDiscounts(context, productIds) }
}

async function createFields({
  organizationId,
  at,
}: DemoContext): Promise<CreatedIds<'customField'>> {
  const ids = new Map<string, Id<'customField'>>()
  for (const [name, field] of Object.entries(customFields)) {
    const options = { ...z.parse(fieldContract.body, field), organizationId }
    ids.set(name, (await at(foundedDaysAgo - 1, (uow) => createCustomField(uow, options))).id)
  }
  return ids
}

async function createMeters({
  deps,
  organizationId,
  at,
}: DemoContext): Promise<CreatedIds<'meter'>> {
  const ids = new Map<string, Id<'meter'>>()
  for (const [name, meter] of Object.entries(meters)) {
    const options = { ...z.parse(meterContract.body, meter), organizationId }
    ids.set(name, (await at(foundedDaysAgo - 2, (uow) => createMeter(uow, deps, options))).id)
  }
  return ids
}

async function createBenefits(
  { deps, organizationId, at, storeFile }: DemoContext,
  meterIds: CreatedIds<'meter'>,
): Promise<CreatedIds<'benefit'>> {
  const daysAgo = foundedDaysAgo - 3
  const file = await storeFile(daysAgo, {
    service: 'downloadable',
    name: sample.name,
    mimeType: 'text/plain',
    bytes: Buffer.from(sample.text),
  })
  const offered = benefits({ tiles: idOf(meterIds, 'tiles'), sample: file })
  const ids = new Map<string, Id<'benefit'>>()
  for (const [name, benefit] of Object.entries(offered)) {
    if (benefit === null) continue
    const input = z.parse(benefitContract.body, benefit)
    const newBenefit = { organizationId, input, target: null }
    ids.set(name, (await at(daysAgo, (uow) => createBenefit(uow, deps, newBenefit))).id)
  }
  return ids
}

interface LinkedItems {
  readonly fieldIds: CreatedIds<'customField'>
  readonly benefitIds: CreatedIds<'benefit'>
}

interface NewProduct extends DemoProduct {
  readonly name: string
  readonly seed: number
}

async function createDemoProduct(
  context: DemoContext,
  { fieldIds, benefitIds }: LinkedItems,
  product: NewProduct,
): Promise<Id<'product'>> {
  const { deps, organizationId, at } = context
  const medias = await createMedias(context, product)
  const attachedCustomFields = (product.asks ?? []).map(({ field, required }) => ({
    customFieldId: idOf(fieldIds, field),
    required,
  }))
  const input = z.parse(productContract.body, { ...product.input, medias, attachedCustomFields })
  // A benefit is left out where its file could not be stored.
  const wanted = (product.benefits ?? []).flatMap((name) => benefitIds.get(name) ?? [])
  return at(product.daysAgo, async (uow) => {
    const { id } = await createProduct(uow, deps, { ...input, organizationId })
    const key = { organizationId, id }
    if (wanted.length > 0) await setProductBenefits(uow, deps, { key, benefitIds: wanted })
    if (product.isArchived === true) {
      await updateProduct(uow, deps, { key, input: { isArchived: true } })
    }
    return id
  })
}

async function createMedias(
  { storeFile }: DemoContext,
  { daysAgo, name, seed, scenery }: NewProduct,
): Promise<Id<'file'>[]> {
  if (scenery === undefined) return []
  const media = await storeFile(daysAgo, {
    service: 'product_media',
    name: `${name}.svg`,
    mimeType: 'image/svg+xml',
    bytes: drawCover(scenery, seed),
  })
  return media === null ? [] : [media]
}

async function createDiscounts(
  { organizationId, at, dayFrom }: DemoContext,
  productIds: CreatedIds<'product'>,
): Promise<CreatedIds<'discount'>> {
  const letters = {
    letter: idOf(productIds, 'letter'),
    letterYearly: idOf(productIds, 'letterYearly'),
  }
  const ids = new Map<string, Id<'discount'>>()
  for (const { daysAgo, input } of discounts(letters, dayFrom)) {
    const options = { ...z.parse(discountContract.body, input), organizationId }
    const {
      discount: { id, code },
    } = await at(daysAgo, (uow) => createDiscount(uow, options))
    if (code !== null) ids.set(code, id)
  }
  return ids
}
