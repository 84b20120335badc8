import type { CheckoutDiscount } from '@guildhall/contract/catalog/discount-shapes'
import type { Price } from '@guildhall/contract/catalog/prices'
import type { Product } from '@guildhall/contract/catalog/product-shapes'
import {
  Checkout,
  type CheckoutProduct,
  type CheckoutPublic,
} from '@guildhall/contract/checkout/checkout-shapes'
import type { MinorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { negate, subtract } from '../../../kernel/money.ts'
import { creditFor } from '../rules/credit.ts'
import {
  billingAddressFields,
  paymentRequirements,
  shownAddressFields,
} from '../rules/required-fields.ts'
import { totalsOf } from '../rules/totals.ts'
import type { CheckoutRow } from '../store/checkouts.ts'

export type PresentedCheckout = z.output<typeof Checkout>
export type BuyerCheckout = z.output<typeof CheckoutPublic>

/** The objects that a checkout embeds, already presented, and what is derived from secrets. */
export interface CheckoutReferences {
  readonly product: z.output<typeof Product>
  readonly shownProduct: z.output<typeof CheckoutProduct>
  readonly productPrice: z.output<typeof Price>
  /** In the seller's order. */
  readonly products: z.output<typeof CheckoutProduct>[]
  readonly isDiscountApplicable: boolean
  readonly discount: z.output<typeof CheckoutDiscount> | null
  readonly clientSecret: string
  readonly url: string
  /** The credit of a proved customer. */
  readonly usableAmount: MinorUnits
  readonly paymentProcessorMetadata: Record<string, string>
}

/** For the seller. */
export const presentCheckout = (
  row: CheckoutRow,
  references: CheckoutReferences,
): PresentedCheckout => ({
  metadata: z.parse(metadataShape, row.metadata),
  customerMetadata: z.parse(metadataShape, row.customerMetadata),
  subscriptionId: row.subscriptionId,
  customerExternalId: row.customerExternalId,
  externalCustomerId: row.customerExternalId,
  ...presentShared(row, references),
})

/** Without what opens the checkout, also where another URL contains it. */
export const withoutSecrets = (
  { successUrl }: Pick<CheckoutRow, 'successUrl'>,
  shown: PresentedCheckout,
): PresentedCheckout => ({
  ...shown,
  clientSecret: '',
  url: '',
  ...(successUrl === null && { successUrl: '' }),
  paymentProcessorMetadata: {},
})

/** For the buyer. The id of a customer whose address they typed would tell how old it is. */
export const presentForBuyer = (
  row: CheckoutRow,
  references: CheckoutReferences,
  organization: BuyerCheckout['organization'],
): BuyerCheckout => ({
  ...presentShared(row, references),
  customerId: row.isCustomerGiven ? row.customerId : null,
  organization,
})

const shape = Checkout.shape
const { metadata: metadataShape, customFieldData, customerBillingAddress, status } = shape

function presentShared(row: CheckoutRow, references: CheckoutReferences) {
  const { product, url } = references
  const { netAmount, totalAmount } = totalsOf(row)
  const appliedAmount = appliedTo(row, { totalAmount, usableAmount: references.usableAmount })
  const dueAmount = subtract(totalAmount, appliedAmount)
  const requirements = paymentRequirements({ product, dueAmount })
  const address = z.parse(customerBillingAddress, row.customerBillingAddress)
  const addressModes = billingAddressFields({
    country: address?.country ?? null,
    wholeAddress: row.requireBillingAddress || row.isBusinessCustomer,
    isPaidFor: totalAmount > 0 || requirements.isPaymentSetupRequired,
  })
  return {
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    paymentProcessor: 'stripe' as const,
    status: z.parse(status, row.status),
    clientSecret: references.clientSecret,
    url,
    expiresAt: row.expiresAt,
    successUrl: successUrlOf(row, url),
    embedOrigin: row.embedOrigin,
    amount: row.amount,
    discountAmount: row.discountAmount,
    netAmount,
    taxAmount: row.taxAmount,
    totalAmount,
    appliedBalanceAmount: negate(appliedAmount),
    dueAmount,
    currency: row.currency,
    organizationId: row.organizationId,
    productId: row.productId,
    productPriceId: row.productPriceId,
    discountId: row.discountId,
    allowDiscountCodes: row.allowDiscountCodes,
    requireBillingAddress: row.requireBillingAddress,
    isDiscountApplicable: references.isDiscountApplicable,
    customerId: row.customerId,
    isBusinessCustomer: row.isBusinessCustomer,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerIpAddress: row.customerIpAddress,
    customerBillingName: row.customerBillingName,
    customerBillingAddress: address,
    customerTaxId: row.customerTaxId,
    customFieldData: z.parse(customFieldData, row.customFieldData),
    paymentProcessorMetadata: references.paymentProcessorMetadata,
    products: references.products,
    product: references.shownProduct,
    productPrice: references.productPrice,
    prices: Object.fromEntries(references.products.map(({ id, prices }) => [id, prices])),
    discount: references.discount,
    attachedCustomFields: product.attachedCustomFields,
    customerBillingAddressFields: shownAddressFields(addressModes),
    billingAddressFields: addressModes,
    ...requirements,
  }
}

/** An open checkout shows what it would use; later it shows what it has reserved. */
const appliedTo = (
  { status: current, currency, appliedBalanceAmount }: CheckoutRow,
  amounts: { readonly totalAmount: MinorUnits; readonly usableAmount: MinorUnits },
): MinorUnits => (current === 'open' ? creditFor({ ...amounts, currency }) : appliedBalanceAmount)

/** Where the buyer goes afterwards: the seller's page, or our own. */
export function successUrlOf(
  { id, successUrl }: Pick<CheckoutRow, 'id' | 'successUrl'>,
  url: string,
): string {
  if (successUrl === null) return `${url}/confirmation`
  return successUrl.replaceAll(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, id)
}
