import * as z from 'zod/mini'
import { Benefit, benefitId } from '../benefits/shapes.ts'
import { laterProduct, laterProductInput } from '../billing/later-clients.ts'
import { fileId, ProductMediaFile } from '../files/shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant, metadata, metadataShown, minorUnits } from '../primitives.ts'
import { CustomField, customFieldId } from './custom-field-shapes.ts'
import { Price, priceAmountMax, priceAmountMin, productId, recurringIntervals } from './prices.ts'

const nameLengthMin = 3
const nameLengthMax = 256
const descriptionLengthMax = 20_000
/**
 * Who can buy a product: anyone; those whom the seller sends a checkout link or a checkout; or only
 * those for whom the seller makes a checkout or a subscription.
 */
export const productVisibilities = ['public', 'unlisted', 'private'] as const

/** Of the prices, benefits, media and custom fields of a product, each. */
export const productLinksMax = 100

export const productName = z
  .string()
  .check(
    z.trim(),
    z.minLength(nameLengthMin),
    z.maxLength(nameLengthMax),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Must be one line'),
  )

/** An empty text is stored as null. */
const description = z.pipe(
  z.string().check(z.maxLength(descriptionLengthMax)),
  z.transform((text) => (text === '' ? null : text)),
)

const billingThresholdAmount = z
  .int()
  .check(z.minimum(priceAmountMin), z.maximum(priceAmountMax))
  .brand<'minorUnits'>()

/** In an update null clears a field, and absent fields stay. */
export const productDetails = {
  description: z.nullish(description),
  /** A new product is public by default; null changes nothing. */
  visibility: z.nullish(z.enum(productVisibilities)),
  /** Usage is billed before the period is over once so much of it isn’t billed. */
  billingThresholdAmount: z.nullish(billingThresholdAmount),
  metadata: z.nullish(metadata),
  medias: z.nullish(z.array(fileId).check(z.maxLength(productLinksMax))),
  attachedCustomFields: z.nullish(
    z.array(z.object({ customFieldId, required: z.boolean() })).check(z.maxLength(productLinksMax)),
  ),
  ...laterProductInput,
}

export const productBenefits = z.array(benefitId).check(z.maxLength(productLinksMax))

/** Also the payload of webhooks. */
export const Product = z.object({
  id: productId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  name: z.string(),
  description: z.nullable(z.string()),
  visibility: z.enum(productVisibilities),
  recurringInterval: z.nullable(z.enum(recurringIntervals)),
  /** Of how many intervals a period consists: always one. */
  recurringIntervalCount: z.nullable(z.literal(1)),
  isRecurring: z.boolean(),
  isArchived: z.boolean(),
  organizationId,
  billingThresholdAmount: z.nullable(minorUnits),
  metadata: metadataShown,
  /** The active ones: the static price first, then the metered ones. */
  prices: z.array(Price),
  benefits: z.array(Benefit),
  medias: z.array(ProductMediaFile),
  attachedCustomFields: z.array(
    z.object({
      customFieldId,
      customField: CustomField,
      order: z.int(),
      required: z.boolean(),
    }),
  ),
  ...laterProduct,
})
