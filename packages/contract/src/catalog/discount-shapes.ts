import * as z from 'zod/mini'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { currency, id, instant, metadata, metadataShown, minorUnits } from '../primitives.ts'
import { priceAmountMax, productId } from './prices.ts'
import { Product } from './product-shapes.ts'

export const discountTypes = ['fixed', 'percentage'] as const
export const discountDurations = ['once', 'forever', 'repeating'] as const

/** Whether buyers can redeem it now, and else the first reason why not. */
export const discountStatuses = ['active', 'ended', 'used_up', 'scheduled'] as const
export type DiscountStatus = (typeof discountStatuses)[number]

const nameLengthMax = 256
const codeLengthMin = 3
const codeLengthMax = 256
/** A hundred percent. */
const basisPointsMax = 10_000
const monthsMax = 999
/** For clients that don’t send the months, as the official one. */
const monthsByDefault = 1
const redemptionsMax = 2_147_483_647
const discountProductsMax = 500

export const discountId = id('discount')

const discountName = oneLine(nameLengthMax)

/** Buyers may type it in any case. */
const someCode = z
  .string()
  .check(
    z.minLength(codeLengthMin),
    z.maxLength(codeLengthMax),
    z.regex(/^[A-Za-z0-9]*$/, 'Only letters A-Z and digits'),
  )

/** An empty text means none, because forms send it. */
const discountCode = z.pipe(
  z.pipe(
    z.string().check(z.trim()),
    z.transform((text) => (text === '' ? null : text)),
  ),
  z.nullable(someCode),
)

const amount = minorUnits.check(z.minimum(0), z.maximum(priceAmountMax))
const usd = z.literal('usd').brand<'currency'>()
/** Hundredths of a percent. */
const basisPoints = z.int().check(z.minimum(1), z.maximum(basisPointsMax))
const durationInMonths = z.int().check(z.minimum(1), z.maximum(monthsMax))

/** In an update null clears a field, and absent fields stay. */
const discountDetails = {
  code: z.nullish(discountCode),
  startsAt: z.nullish(instant),
  endsAt: z.nullish(instant),
  maxRedemptions: z.nullish(z.int().check(z.minimum(1), z.maximum(redemptionsMax))),
  /** An empty list or none means all products. */
  products: z.nullish(z.array(productId).check(z.maxLength(discountProductsMax))),
  metadata: z.nullish(metadata),
}

const newDiscount = {
  ...discountDetails,
  organizationId: z.nullish(organizationId),
  name: discountName,
}
const newFixed = {
  ...newDiscount,
  type: z.literal('fixed'),
  amount,
  currency: z.prefault(usd, 'usd'),
}
const newPercentage = { ...newDiscount, type: z.literal('percentage'), basisPoints }
const onceOrForever = {
  duration: z.enum(['once', 'forever']),
  durationInMonths: z.optional(z.null('Only a repeating discount lasts a number of months')),
}
const repeating = {
  duration: z.literal('repeating'),
  durationInMonths: z._default(durationInMonths, monthsByDefault),
}

export const discountInput = z.discriminatedUnion('type', [
  z.discriminatedUnion('duration', [
    z.object({ ...newFixed, ...onceOrForever }),
    z.object({ ...newFixed, ...repeating }),
  ]),
  z.discriminatedUnion('duration', [
    z.object({ ...newPercentage, ...onceOrForever }),
    z.object({ ...newPercentage, ...repeating }),
  ]),
])

/** Fixed fields may be repeated unchanged, because clients send whole forms back. */
export const discountChanges = z.object({
  ...discountDetails,
  name: z.nullish(discountName),
  type: z.nullish(z.enum(discountTypes)),
  amount: z.nullish(amount),
  currency: z.nullish(usd),
  basisPoints: z.nullish(basisPoints),
  duration: z.nullish(z.enum(discountDurations)),
  durationInMonths: z.nullish(durationInMonths),
})

/** One shape per type and duration: the common fields, the value and the duration. */
const ofEachKind = <S extends z.core.$ZodShape>(shape: S) => {
  const fixed = { ...shape, type: z.literal('fixed'), amount: minorUnits, currency }
  const percentage = { ...shape, type: z.literal('percentage'), basisPoints: z.int() }
  const endless = { duration: z.enum(['once', 'forever']) }
  const lasting = { duration: z.literal('repeating'), durationInMonths: z.int() }
  return z.discriminatedUnion('type', [
    z.discriminatedUnion('duration', [
      z.object({ ...fixed, ...endless }),
      z.object({ ...fixed, ...lasting }),
    ]),
    z.discriminatedUnion('duration', [
      z.object({ ...percentage, ...endless }),
      z.object({ ...percentage, ...lasting }),
    ]),
  ])
}

/** The fields that depend on type and duration, and the metadata. */
export const DiscountContent = ofEachKind({ metadata: metadataShown })

/** The discount as buyers see it. */
export const CheckoutDiscount = ofEachKind({
  id: discountId,
  name: z.string(),
  code: z.nullable(z.string()),
})

/** A product without its prices and what belongs to them, benefits, media and custom fields. */
export const DiscountProduct = z.omit(Product, {
  prices: true,
  benefits: true,
  medias: true,
  attachedCustomFields: true,
  billingThresholdAmount: true,
})

const ofDiscount = {
  id: discountId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  name: z.string(),
  code: z.nullable(z.string()),
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  maxRedemptions: z.nullable(z.int()),
  redemptionsCount: z.int(),
  organizationId,
  metadata: metadataShown,
}

/** Without the products that it is limited to. */
export const BareDiscount = ofEachKind(ofDiscount)

/** Also the payload of webhooks. */
export const Discount = ofEachKind({ ...ofDiscount, products: z.array(DiscountProduct) })
