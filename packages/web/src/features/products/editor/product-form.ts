import type { pricingSchemes } from '@guildhall/contract/catalog/pricing'
import type { createProduct } from '@guildhall/contract/catalog/products'
import type { BodyInput } from '@guildhall/contract/operation'
import {
  type Interval,
  type Pricing,
  type StaticPrice,
  staticPriceOf,
} from '#/entities/product/price-text.ts'
import type { Visibility } from '#/entities/product/visibility-text.ts'
import type { Benefit, CustomField, Price, Product } from '#/features/products/product-queries.ts'
import { dollarsOf, exactDollarsOf } from '#/lib/amount-text.ts'
import { type MetadataRow, metadataRows } from '#/lib/metadata-rows.ts'

/** A product as typed: amounts are in dollars as text, and missing values are empty. */
export interface ProductForm {
  name: string
  description: string
  interval: Cycle
  visibility: Visibility
  staticPrice: StaticPriceDraft
  metered: MeteredDraft[]
  /** Usage is billed early once so much of it isn’t billed. */
  billingThreshold: string
  medias: Media[]
  benefits: Benefit['id'][]
  fields: FieldDraft[]
  metadata: MetadataRow[]
}

export type Cycle = 'once' | 'month' | 'year'

/** The static price; switching the kind keeps what was typed for the others. */
export interface StaticPriceDraft {
  kind: StaticPrice['amountType'] | 'none'
  amount: string
  minimum: string
  preset: string
  maximum: string
}

/** Switching the scheme keeps what was typed for the others. */
export interface MeteredDraft {
  meterId: string
  scheme: PricingScheme
  unitAmount: string
  packageUnits: string
  packageAmount: string
  tiers: TierDraft[]
  included: string
  minimum: string
  cap: string
}

export type PricingScheme = (typeof pricingSchemes)[number]

/** The last tier has no end, so what its `upTo` has is ignored. */
export interface TierDraft {
  upTo: string
  unitAmount: string
  flatAmount: string
}

/** The parts of a picture that the page shows. */
export interface Media {
  id: Product['medias'][number]['id']
  name: string
  publicUrl: string
}

interface FieldDraft {
  id: CustomField['id']
  required: boolean
}

export type NewProduct = BodyInput<typeof createProduct>

const untyped = { amount: '', minimum: '', preset: '', maximum: '' }

export const emptyTier: TierDraft = { upTo: '', unitAmount: '', flatAmount: '' }

export const emptyMetered: MeteredDraft = {
  meterId: '',
  scheme: 'unit',
  unitAmount: '',
  packageUnits: '',
  packageAmount: '',
  tiers: [emptyTier, emptyTier],
  included: '',
  minimum: '',
  cap: '',
}

export const emptyForm: ProductForm = {
  name: '',
  description: '',
  interval: 'month',
  visibility: 'public',
  staticPrice: { kind: 'fixed', ...untyped },
  metered: [],
  billingThreshold: '',
  medias: [],
  benefits: [],
  fields: [],
  metadata: [],
}

export function formOf(product: Product): ProductForm {
  const { name, description, recurringInterval, prices, medias, benefits, metadata } = product
  return {
    name,
    description: description ?? '',
    interval: recurringInterval ?? 'once',
    visibility: product.visibility,
    staticPrice: staticPriceDraft(staticPriceOf(prices)),
    metered: prices.flatMap((price) =>
      price.amountType === 'metered_unit' ? [meteredDraft(price)] : [],
    ),
    billingThreshold: optional(product.billingThresholdAmount),
    medias: medias.map(mediaOf),
    benefits: benefits.map(({ id }) => id),
    fields: product.attachedCustomFields.map(({ customFieldId: id, required }) => ({
      id,
      required,
    })),
    metadata: metadataRows(metadata),
  }
}

const nameLengthMax = 256

/** A copy as the initial values of another product. */
export function copyOf(product: Product): ProductForm {
  return { ...formOf(product), name: `Copy of ${product.name}`.slice(0, nameLengthMax) }
}

export const mediaOf = ({ id, name, publicUrl }: Media): Media => ({ id, name, publicUrl })

const optional = (cents: number | null): string => (cents === null ? '' : dollarsOf(cents))

function staticPriceDraft(price: StaticPrice | undefined): StaticPriceDraft {
  switch (price?.amountType) {
    case undefined:
      return { kind: 'none', ...untyped }
    case 'free':
      return { kind: 'free', ...untyped }
    case 'fixed':
      return { kind: 'fixed', ...untyped, amount: dollarsOf(price.priceAmount) }
    case 'custom':
      return {
        kind: 'custom',
        amount: '',
        minimum: optional(price.minimumAmount),
        preset: optional(price.presetAmount),
        maximum: optional(price.maximumAmount),
      }
  }
}

function meteredDraft(price: Extract<Price, { amountType: 'metered_unit' }>): MeteredDraft {
  const { meterId, pricing, includedUnits, minimumAmount, capAmount } = price
  return {
    ...emptyMetered,
    ...pricingDraft(pricing),
    meterId,
    scheme: pricing.scheme,
    included: includedUnits === '0' ? '' : includedUnits,
    minimum: optional(minimumAmount),
    cap: optional(capAmount),
  }
}

function pricingDraft(pricing: Pricing): Partial<MeteredDraft> {
  switch (pricing.scheme) {
    case 'unit':
      return { unitAmount: exactDollarsOf(pricing.unitAmount) }
    case 'package': {
      const { packageUnits, packageAmount } = pricing
      return { packageUnits, packageAmount: exactDollarsOf(packageAmount) }
    }
    case 'graduated':
    case 'volume':
      return {
        tiers: pricing.tiers.map(({ upTo, unitAmount, flatAmount }) => ({
          upTo: upTo ?? '',
          unitAmount: exactDollarsOf(unitAmount),
          flatAmount: flatAmount === '0' ? '' : exactDollarsOf(flatAmount),
        })),
      }
  }
}

export const intervalOf = (cycle: Cycle): Interval => (cycle === 'once' ? null : cycle)
