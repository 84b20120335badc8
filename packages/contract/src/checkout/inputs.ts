import * as z from 'zod/mini'
import { laterCheckoutInput } from '../billing/later-clients.ts'
import { discountId } from '../catalog/discount-shapes.ts'
import { priceAmountMax, priceAmountMin, priceId, productId } from '../catalog/prices.ts'
import { addressInput } from '../customers/address.ts'
import { customerEmail, customerId, externalId } from '../customers/shapes.ts'
import { lineOfText } from '../customers/text.ts'
import { embedOrigin } from '../organizations/embed-origins.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, metadata, metadataOfIntegers, minorUnits } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'

const nameLengthMax = 256
const taxIdLengthMax = 64
const discountCodeLengthMax = 256
export const urlLengthMax = 2083
const tokenLengthMax = 255
const customFieldsMax = 100
const answerLengthMax = 10_000
export const checkoutProductsMax = 20

const amount = minorUnits.check(z.minimum(priceAmountMin), z.maximum(priceAmountMax))

export const customFieldData = z
  .record(
    z.string(),
    z.nullable(z.union([z.string().check(z.maxLength(answerLengthMax)), z.number(), z.boolean()])),
  )
  .check(
    z.refine((answers) => Object.keys(answers).length <= customFieldsMax, {
      error: `At most ${customFieldsMax} answers`,
    }),
  )

/**
 * Where the buyer is redirected after the purchase; `{CHECKOUT_ID}` is replaced by the id, and in the
 * buyer’s browser `{CUSTOMER_SESSION_TOKEN}` by a session of the portal.
 */
export const successUrl = z
  .string()
  .check(
    z.maxLength(urlLengthMax),
    z.regex(/^https?:\/\/[^\s/?#]+\S*$/i, 'Must be a URL that starts with https://'),
  )

/** Details of the buyer. In an update null clears a field, and an absent field stays. */
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

/** Fields that only sellers set. */
const ofSeller = {
  discountId: z.nullish(discountId),
  allowDiscountCodes: z.nullish(z.boolean()),
  requireBillingAddress: z.nullish(z.boolean()),
  customerIpAddress: z.nullish(z.union([z.ipv4(), z.ipv6()])),
  customerMetadata: z.nullish(metadataOfIntegers),
  metadata: z.nullish(metadata),
  successUrl: z.nullish(successUrl),
  /** The only site that may embed the checkout; sellers may name any. */
  embedOrigin: z.nullish(embedOrigin),
  ...laterCheckoutInput,
}

/** Selects one of the offered products, by its id or its price. */
const chosen = {
  productId: z.nullish(productId),
  productPriceId: z.nullish(priceId),
}

const externalIds = {
  customerExternalId: z.nullish(externalId),
  /** The newer name of the same field. */
  externalCustomerId: z.nullish(externalId),
}

interface Named {
  readonly products?: unknown
  readonly productId?: unknown
  readonly productPriceId?: unknown
}

export const namedOnce = ({ products, productId, productPriceId }: Named): boolean =>
  [products, productId, productPriceId].filter((one) => one != null).length === 1

export const checkoutInput = z
  .object({
    ...ofBuyer,
    ...ofSeller,
    ...chosen,
    ...externalIds,
    organizationId: z.nullish(organizationId),
    /** The first one is selected. */
    products: z.nullish(z.array(productId).check(z.minLength(1), z.maxLength(checkoutProductsMax))),
    customerId: z.nullish(customerId),
    /** A free subscription of the organization that becomes the bought one. */
    subscriptionId: z.nullish(id('subscription')),
  })
  .check(
    z.refine(namedOnce, {
      error: 'Specify the products once, by products, product_id or product_price_id',
      path: ['products'],
    }),
    z.refine(
      ({ customerExternalId: old, externalCustomerId: newer }) =>
        old == null || newer == null || old === newer,
      { error: 'Specify the customer once', path: ['externalCustomerId'] },
    ),
  )
  .register(z.globalRegistry, requiresAny(['products'], ['productId'], ['productPriceId']))

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
  /** Represents the card; created by the processor’s form. */
  confirmationTokenId: z.nullish(z.string().check(z.maxLength(tokenLengthMax))),
  /** The `due_amount` that the buyer saw. If it isn’t that anymore, nothing is charged. */
  dueAmount: z.nullish(minorUnits),
  /** The metered prices that the buyer saw. If they aren’t those anymore, nothing is bought. */
  meteredPriceIds: z.nullish(z.array(priceId)),
})

/** For checkouts that a buyer’s browser creates. */
export const clientCheckoutInput = z.object({
  productId,
  customerEmail: z.nullish(customerEmail),
  customerName: z.nullish(lineOfText(nameLengthMax)),
  /** Ignored unless the organization allows this site to embed checkouts. */
  embedOrigin: z.nullish(embedOrigin),
})
