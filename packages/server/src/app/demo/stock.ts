import { createBenefit as benefitContract } from '@guildhall/contract/benefits/benefits'
import { createCustomField as fieldContract } from '@guildhall/contract/catalog/custom-fields'
import { createDiscount as discountContract } from '@guildhall/contract/catalog/discounts'
import { createProduct as productContract } from '@guildhall/contract/catalog/products'
import { createMeter as meterContract } from '@guildhall/contract/metering/meters'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { createBenefit } from '../../domains/benefits/index.ts'
import {
  createCustomField,
  createDiscount,
  createProduct,
  setProductBenefits,
  updateProduct,
} from '../../domains/catalog/index.ts'
import { createMeter } from '../../domains/metering/index.ts'
import { drawCover } from './cover.ts'
import { benefits, customFields, foundedDaysAgo, meters, sample } from './goods.ts'
import { type DemoProduct, discounts, products } from './offers.ts'
import { madeAs, type Stage } from './stage.ts'

type Made<K extends string> = ReadonlyMap<string, Id<K>>

/** Fields and meters first, for benefits and products name them; discounts last. */
export async function makeStock(stage: Stage): Promise<void> {
  const fieldIds = await makeFields(stage)
  const meterIds = await makeMeters(stage)
  const benefitIds = await makeBenefits(stage, meterIds)
  const makings = { fieldIds, benefitIds }
  const productIds = new Map<string, Id<'product'>>()
  const offered = Object.entries(products(madeAs(meterIds, 'tiles')))
  for (const [seed, [name, product]] of offered.entries()) {
    productIds.set(name, await makeProduct(stage, makings, { name, seed, ...product }))
  }
  await makeDiscounts(stage, productIds)
}

async function makeFields({ organizationId, at }: Stage): Promise<Made<'customField'>> {
  const ids = new Map<string, Id<'customField'>>()
  for (const [name, field] of Object.entries(customFields)) {
    const wish = { ...z.parse(fieldContract.body, field), organizationId }
    ids.set(name, (await at(foundedDaysAgo - 1, (unit) => createCustomField(unit, wish))).id)
  }
  return ids
}

async function makeMeters({ organizationId, at }: Stage): Promise<Made<'meter'>> {
  const ids = new Map<string, Id<'meter'>>()
  for (const [name, meter] of Object.entries(meters)) {
    const wish = { ...z.parse(meterContract.body, meter), organizationId }
    ids.set(name, (await at(foundedDaysAgo - 2, (unit) => createMeter(unit, wish))).id)
  }
  return ids
}

async function makeBenefits(
  { parts, organizationId, at, storeFile }: Stage,
  meterIds: Made<'meter'>,
): Promise<Made<'benefit'>> {
  const daysAgo = foundedDaysAgo - 3
  const file = await storeFile(daysAgo, {
    service: 'downloadable',
    name: sample.name,
    mimeType: 'text/plain',
    bytes: Buffer.from(sample.text),
  })
  const offered = benefits({ tiles: madeAs(meterIds, 'tiles'), sample: file })
  const ids = new Map<string, Id<'benefit'>>()
  for (const [name, benefit] of Object.entries(offered)) {
    if (benefit === null) continue
    const wish = z.parse(benefitContract.body, benefit)
    const toBe = { organizationId, wish, elsewhere: null }
    ids.set(name, (await at(daysAgo, (unit) => createBenefit(unit, parts, toBe))).id)
  }
  return ids
}

interface Makings {
  readonly fieldIds: Made<'customField'>
  readonly benefitIds: Made<'benefit'>
}

interface ToMake extends DemoProduct {
  readonly name: string
  readonly seed: number
}

async function makeProduct(
  stage: Stage,
  { fieldIds, benefitIds }: Makings,
  product: ToMake,
): Promise<Id<'product'>> {
  const { parts, organizationId, at } = stage
  const medias = await makeMedias(stage, product)
  const attachedCustomFields = (product.asks ?? []).map(({ field, required }) => ({
    customFieldId: madeAs(fieldIds, field),
    required,
  }))
  const wish = z.parse(productContract.body, { ...product.wish, medias, attachedCustomFields })
  // A benefit is missing where there is no file for it.
  const wanted = (product.benefits ?? []).flatMap((name) => benefitIds.get(name) ?? [])
  return at(product.daysAgo, async (unit) => {
    const { id } = await createProduct(unit, parts, { ...wish, organizationId })
    const key = { organizationId, id }
    if (wanted.length > 0) await setProductBenefits(unit, parts, { key, wanted })
    if (product.isArchived === true) {
      await updateProduct(unit, parts, { key, wish: { isArchived: true } })
    }
    return id
  })
}

async function makeMedias(
  { storeFile }: Stage,
  { daysAgo, name, seed, scenery }: ToMake,
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

async function makeDiscounts(
  { organizationId, at, dayFrom }: Stage,
  productIds: Made<'product'>,
): Promise<void> {
  const letters = {
    letter: madeAs(productIds, 'letter'),
    letterYearly: madeAs(productIds, 'letterYearly'),
  }
  for (const { daysAgo, wish: discount } of discounts(letters, dayFrom)) {
    const wish = { ...z.parse(discountContract.body, discount), organizationId }
    await at(daysAgo, (unit) => createDiscount(unit, wish))
  }
}
