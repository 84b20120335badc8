import * as z from 'zod/mini'
import { laterCheckoutLink } from '../billing/later-clients.ts'
import { BareDiscount, discountId } from '../catalog/discount-shapes.ts'
import { priceId, productId } from '../catalog/prices.ts'
import { Product } from '../catalog/product-shapes.ts'
import { oneLine, organizationId } from '../organizations/shapes.ts'
import { id, instant, metadata } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import { CheckoutProduct } from './checkout-shapes.ts'
import { checkoutProductsMax, namedOnce, successUrl } from './inputs.ts'

const labelLengthMax = 256

export const checkoutLinkId = id('checkoutLink')

const products = z.array(productId).check(z.minLength(1), z.maxLength(checkoutProductsMax))

/** In an update null clears optional fields and keeps the others; absent fields stay. */
const linkDetails = {
  label: z.nullish(oneLine(labelLengthMax)),
  discountId: z.nullish(discountId),
  allowDiscountCodes: z.nullish(z.boolean()),
  requireBillingAddress: z.nullish(z.boolean()),
  successUrl: z.nullish(successUrl),
  metadata: z.nullish(metadata),
}

export const linkInput = z
  .object({
    ...linkDetails,
    organizationId: z.nullish(organizationId),
    paymentProcessor: z.nullish(z.literal('stripe')),
    /** In the seller’s order; the first one is selected. */
    products: z.nullish(products),
    productId: z.nullish(productId),
    productPriceId: z.nullish(priceId),
  })
  .check(
    z.refine(namedOnce, {
      error: 'Specify the products once, by products, product_id or product_price_id',
      path: ['products'],
    }),
  )
  .register(z.globalRegistry, requiresAny(['products'], ['productId'], ['productPriceId']))

export const linkChanges = z.object({ ...linkDetails, products: z.nullish(products) })

/** A product as buyers see it, with its metadata. */
const LinkProduct = z.extend(CheckoutProduct, { metadata: Product.shape.metadata })

export const CheckoutLink = z.object({
  id: checkoutLinkId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  paymentProcessor: z.literal('stripe'),
  label: z.nullable(z.string()),
  organizationId,
  /** Archived products stay in the list, but buyers cannot choose them. */
  products: z.array(LinkProduct),
  /** Also null once the discount is deleted. */
  discountId: z.nullable(discountId),
  discount: z.nullable(BareDiscount),
  allowDiscountCodes: z.boolean(),
  requireBillingAddress: z.boolean(),
  successUrl: z.nullable(z.string()),
  metadata: Product.shape.metadata,
  clientSecret: z.string(),
  /** The URL for buyers. */
  url: z.string(),
  ...laterCheckoutLink,
})
