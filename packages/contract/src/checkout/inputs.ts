import * as z from 'zod/mini'
import { discountId } from '../catalog/discount-shapes.ts'
import { priceAmountMax, priceAmountMin, priceId, productId } from '../catalog/prices.ts'
import { addressInput } from '../customers/address.ts'
import { customerEmail, customerId, externalId } from '../customers/shapes.ts'
import { lineOfText } from '../customers/text.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, metadata, minorUnits } from '../primitives.ts'

const nameLengthMax = 256
const taxIdLengthMax = 64
const discountCodeLengthMax = 256
const urlLengthMax = 2083
const tokenLengthMax = 255
const customFieldsMax = 100
const answerLengthMax = 10_000
export const checkoutProductsMax = 20

const amount = minorUnits.check(z.minimum(priceAmountMin), z.maximum(priceAmountMax))

const customFieldData = z
  .record(
    z.string(),
    z.nullable(z.union([z.string().check(z.maxLength(answerLengthMax)), z.number(), z.boolean()])),
  )
  .check(
    z.refine((answers) => Object.keys(answers).length <= customFieldsMax, {
      error: `At most ${customFieldsMax} answers`,
    }),
  )

/** Where a buyer is sent afterwards; `{CHECKOUT_ID}` in it becomes the checkout’s id. */
export const successUrl = z
  .string()
  .check(
    z.maxLength(urlLengthMax),
    z.regex(/^https?:\/\/[^\s/?#]+\S*$/i, 'Must be an address that begins with https://'),
  )

const originShape = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?=\/|$)/i

/** The site whose pages may embed the checkout; of a longer address its beginning. */
export const embedOrigin = z.string().check(
  z.maxLength(urlLengthMax),
  z.regex(originShape, 'Must be a site such as https://example.com'),
  z.overwrite((written) => originShape.exec(written)?.[0].toLowerCase() ?? written),
)

/** What a buyer says of themselves; on a change null clears, and what is absent stays. */
const ofBuyer = {
  amount: z.nullish(amount),
  isBusinessCustomer: z.nullish(z.boolean()),
  customerName: z.nullish(lineOfText(nameLengthMax)),
  customerEmail: z.nullish(customerEmail),
  customerBillingName: z.nullish(lineOfText(nameLengthMax)),
  customerBillingAddress: z.nullish(addressInput),
  customerTaxId: z.nullish(lineOfText(taxIdLengthMax)),
  customFieldData: z.nullish(customFieldData),
}

/** What a seller says beside. */
const ofSeller = {
  discountId: z.nullish(discountId),
  allowDiscountCodes: z.nullish(z.boolean()),
  requireBillingAddress: z.nullish(z.boolean()),
  customerIpAddress: z.nullish(z.union([z.ipv4(), z.ipv6()])),
  customerMetadata: z.nullish(metadata),
  metadata: z.nullish(metadata),
  successUrl: z.nullish(successUrl),
  embedOrigin: z.nullish(embedOrigin),
}

/** Another of the products to choose from, by itself or by its price. */
const chosen = {
  productId: z.nullish(productId),
  productPriceId: z.nullish(priceId),
}

const externalIds = {
  customerExternalId: z.nullish(externalId),
  /** The same under its newer name. */
  externalCustomerId: z.nullish(externalId),
}

interface Named {
  readonly products?: unknown
  readonly productId?: unknown
  readonly productPriceId?: unknown
}

export const namesOnce = ({ products, productId, productPriceId }: Named): boolean =>
  [products, productId, productPriceId].filter((one) => one != null).length === 1

export const checkoutInput = z
  .object({
    ...ofBuyer,
    ...ofSeller,
    ...chosen,
    ...externalIds,
    organizationId: z.nullish(organizationId),
    /** The first is the one that is selected. */
    products: z.nullish(z.array(productId).check(z.minLength(1), z.maxLength(checkoutProductsMax))),
    customerId: z.nullish(customerId),
    /** A free subscription of the organization’s that becomes a paid one. */
    subscriptionId: z.nullish(id('subscription')),
  })
  .check(
    z.refine(namesOnce, {
      error: 'Name what is bought once, by products, product_id or product_price_id',
      path: ['products'],
    }),
    z.refine(
      ({ customerExternalId: old, externalCustomerId: newer }) =>
        old == null || newer == null || old === newer,
      { error: 'Name the customer once', path: ['externalCustomerId'] },
    ),
  )

export const checkoutChanges = z.object({
  ...ofBuyer,
  ...ofSeller,
  ...chosen,
  ...externalIds,
})

const ofBuyersChange = {
  ...ofBuyer,
  ...chosen,
  discountCode: z.nullish(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(discountCodeLengthMax)),
      z.transform((code) => (code === '' ? null : code)),
    ),
  ),
}

export const buyerChanges = z.object(ofBuyersChange)

export const confirmation = z.object({
  ...ofBuyersChange,
  /** What stands for the card: the processor’s part of the form made it. */
  confirmationTokenId: z.nullish(z.string().check(z.maxLength(tokenLengthMax))),
})

/** A buyer’s browser begins by itself. */
export const buyersCheckoutInput = z.object({
  productId,
  customerEmail: z.nullish(customerEmail),
  customerName: z.nullish(lineOfText(nameLengthMax)),
  embedOrigin: z.nullish(embedOrigin),
})
