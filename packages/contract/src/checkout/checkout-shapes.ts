import * as z from 'zod/mini'
import { benefitId, benefitTypes } from '../benefits/shapes.ts'
import { laterCheckout, laterSellerCheckout } from '../billing/later-clients.ts'
import { CheckoutDiscount, discountId } from '../catalog/discount-shapes.ts'
import { Price, priceId, productId } from '../catalog/prices.ts'
import { Product } from '../catalog/product-shapes.ts'
import { Address } from '../customers/address.ts'
import { customerId } from '../customers/shapes.ts'
import { SellerOrganization } from '../organizations/seller.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant, metadataShown, minorUnits } from '../primitives.ts'
import { checkoutStatuses } from './checkout-statuses.ts'

export const addressFieldModes = ['required', 'optional', 'disabled'] as const

export const checkoutId = id('checkout')

/** A benefit as buyers see it before the purchase. */
const BenefitPublic = z.object({
  id: benefitId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  type: z.enum(benefitTypes),
  description: z.string(),
  selectable: z.boolean(),
  deletable: z.boolean(),
  isDeleted: z.boolean(),
  organizationId,
})

/** A product as buyers see it. */
export const CheckoutProduct = z.extend(
  z.omit(Product, { metadata: true, attachedCustomFields: true }),
  { benefits: z.array(BenefitPublic) },
)

/** The buyer’s answers by the keys of the fields. */
export const CustomFieldData = z.record(
  z.string(),
  z.nullable(z.union([z.string(), z.number(), z.boolean()])),
)

const addressFields = <S extends z.core.$ZodType>(field: S) =>
  z.object({
    country: field,
    state: field,
    city: field,
    postalCode: field,
    line1: field,
    line2: field,
  })

/** What both sellers and buyers see. */
const common = {
  id: checkoutId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  paymentProcessor: z.literal('stripe'),
  status: z.enum(checkoutStatuses),
  /** Opens the checkout. Empty for sellers’ callers who may not write checkouts. */
  clientSecret: z.string(),
  /** The page for the buyer; empty for the same callers. */
  url: z.string(),
  expiresAt: instant,
  /** Below `url` unless the seller set another one; then empty for the same callers. */
  successUrl: z.string(),
  embedOrigin: z.nullable(z.string()),
  /** Before discount and tax. */
  amount: minorUnits,
  discountAmount: minorUnits,
  netAmount: minorUnits,
  /** Null while the address is incomplete. */
  taxAmount: z.nullable(minorUnits),
  totalAmount: minorUnits,
  /** Below zero: what the credit of a customer whom the seller named pays. */
  appliedBalanceAmount: minorUnits,
  /** What is charged now. */
  dueAmount: minorUnits,
  currency: z.string(),
  organizationId,
  productId,
  productPriceId: priceId,
  discountId: z.nullable(discountId),
  allowDiscountCodes: z.boolean(),
  requireBillingAddress: z.boolean(),
  isDiscountApplicable: z.boolean(),
  isFreeProductPrice: z.boolean(),
  isPaymentRequired: z.boolean(),
  isPaymentSetupRequired: z.boolean(),
  isPaymentFormRequired: z.boolean(),
  customerId: z.nullable(customerId),
  isBusinessCustomer: z.boolean(),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  customerIpAddress: z.nullable(z.string()),
  customerBillingName: z.nullable(z.string()),
  customerBillingAddress: z.nullable(Address),
  customerTaxId: z.nullable(z.string()),
  customFieldData: CustomFieldData,
  /**
   * What the processor’s form needs: `intent_client_secret`, `publishable_key`. Empty for the same
   * callers.
   */
  paymentProcessorMetadata: z.record(z.string(), z.string()),
  products: z.array(CheckoutProduct),
  product: CheckoutProduct,
  productPrice: Price,
  /** Of all products, by product. */
  prices: z.record(productId, z.array(Price)),
  discount: z.nullable(CheckoutDiscount),
  attachedCustomFields: Product.shape.attachedCustomFields,
  /** Which address fields to show, and in which mode. */
  customerBillingAddressFields: addressFields(z.boolean()),
  billingAddressFields: addressFields(z.enum(addressFieldModes)),
  ...laterCheckout,
}

/** Webhooks send it as well. */
export const Checkout = z.object({
  ...common,
  metadata: metadataShown,
  customerMetadata: metadataShown,
  subscriptionId: z.nullable(id('subscription')),
  /** The same id under two names. */
  customerExternalId: z.nullable(z.string()),
  externalCustomerId: z.nullable(z.string()),
  ...laterSellerCheckout,
})

/** For the buyer. `customer_id` is null unless the seller named the customer. */
export const CheckoutPublic = z.object({ ...common, organization: SellerOrganization })

export const CheckoutPublicConfirmed = z.object({
  ...common,
  status: z.literal('confirmed'),
  organization: SellerOrganization,
  /** Opens the customer portal. Unless the seller named the customer, it shows this purchase only. */
  customerSessionToken: z.string(),
})
