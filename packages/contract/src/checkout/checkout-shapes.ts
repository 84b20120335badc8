import * as z from 'zod/mini'
import { benefitId, benefitTypes } from '../benefits/shapes.ts'
import { CheckoutDiscount, discountId } from '../catalog/discount-shapes.ts'
import { Price, priceId, productId } from '../catalog/prices.ts'
import { Product } from '../catalog/product-shapes.ts'
import { Address } from '../customers/address.ts'
import { customerId } from '../customers/shapes.ts'
import { SellerOrganization } from '../organizations/seller.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant, minorUnits } from '../primitives.ts'

export const checkoutStatuses = ['open', 'expired', 'confirmed', 'succeeded', 'failed'] as const

/** How a field of the billing address stands in the form. */
export const addressFieldModes = ['required', 'optional', 'disabled'] as const

export const checkoutId = id('checkout')

/** What a buyer is told of a benefit, before it is theirs. */
const BenefitPublic = z.object({
  id: benefitId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  type: z.enum(benefitTypes),
  description: z.string(),
  selectable: z.boolean(),
  deletable: z.boolean(),
  organizationId,
})

/** What a buyer is told of a product. */
export const CheckoutProduct = z.extend(
  z.omit(Product, { metadata: true, attachedCustomFields: true }),
  { benefits: z.array(BenefitPublic) },
)

/** What a buyer answered, by the fields’ slugs. */
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

const metadataShown = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** What sellers and buyers see alike. */
const common = {
  id: checkoutId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  paymentProcessor: z.literal('stripe'),
  status: z.enum(checkoutStatuses),
  clientSecret: z.string(),
  url: z.string(),
  expiresAt: instant,
  successUrl: z.string(),
  embedOrigin: z.nullable(z.string()),
  /** What it costs, before discount and tax. */
  amount: minorUnits,
  discountAmount: minorUnits,
  netAmount: minorUnits,
  /** Null until the address tells it. */
  taxAmount: z.nullable(minorUnits),
  totalAmount: minorUnits,
  currency: z.string(),
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
  /** What the processor’s part of the form needs: `intent_client_secret`, `publishable_key`. */
  paymentProcessorMetadata: z.record(z.string(), z.string()),
  products: z.array(CheckoutProduct),
  product: CheckoutProduct,
  productPrice: Price,
  discount: z.nullable(CheckoutDiscount),
  attachedCustomFields: Product.shape.attachedCustomFields,
  /** Which fields of the address to ask for, and the same in more words. */
  customerBillingAddressFields: addressFields(z.boolean()),
  billingAddressFields: addressFields(z.enum(addressFieldModes)),
}

/** Webhooks send it as well. */
export const Checkout = z.object({
  ...common,
  metadata: metadataShown,
  customerMetadata: metadataShown,
  subscriptionId: z.nullable(id('subscription')),
  /** One id under its two names. */
  customerExternalId: z.nullable(z.string()),
  externalCustomerId: z.nullable(z.string()),
})

/** As the buyer sees it. */
export const CheckoutPublic = z.object({ ...common, organization: SellerOrganization })

export const CheckoutPublicConfirmed = z.object({
  ...common,
  status: z.literal('confirmed'),
  organization: SellerOrganization,
  /** Lets the buyer into the portal; empty for who only named the address of a known customer. */
  customerSessionToken: z.string(),
})
