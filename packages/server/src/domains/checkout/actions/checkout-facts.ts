import { Checkout } from '@guildhall/contract/checkout/checkout-shapes'
import { Customer } from '@guildhall/contract/customers/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { ExpandedProduct } from '../../catalog/present/product.ts'
import {
  filterCustomFieldData,
  validateCustomFieldData,
} from '../../catalog/rules/custom-field-data.ts'
import { discountAmountOf, isApplicable, isRedeemable } from '../../catalog/rules/discount-use.ts'
import type { DiscountWithProducts } from '../../catalog/store/discount-products.ts'
import type { Buyer } from '../../customers/actions/find-or-create-customer.ts'
import { readTaxId } from '../../tax/rules/tax-id.ts'
import type { CheckoutContent, CheckoutContext, DiscountFacts } from '../rules/content.ts'
import type { CheckoutRow } from '../store/checkouts.ts'

/** What the rules need from other domains. */
export function contextOf(products: readonly ExpandedProduct[]): CheckoutContext {
  const attachedTo = (id: Id<'product'>) =>
    products.find((product) => product.id === id)?.attachedCustomFields ?? []
  return {
    products,
    readAnswers: (productId, given, isComplete) =>
      validateCustomFieldData(attachedTo(productId), given, { isComplete }),
    fittingAnswers: (productId, given) => filterCustomFieldData(attachedTo(productId), given),
    readTaxId,
  }
}

interface OfferedAt {
  readonly products: readonly ExpandedProduct[]
  readonly now: Date
}

export function discountFacts(
  { discount, products: limitedTo }: DiscountWithProducts,
  { products, now }: OfferedAt,
): DiscountFacts {
  const scope = {
    duration: discount.duration,
    productIds: limitedTo.map(({ id }) => id),
  }
  return {
    id: discount.id,
    isRedeemable: isRedeemable(discount, now),
    appliesTo: products.filter((product) => isApplicable(scope, product)).map(({ id }) => id),
    amountOf: (base) => discountAmountOf(discount, base),
  }
}

const { customerBillingAddress, customFieldData, metadata } = Checkout.shape
const { taxId } = Customer.shape

export const contentOf = (row: CheckoutRow): CheckoutContent => ({
  productId: row.productId,
  productPriceId: row.productPriceId,
  discountId: row.discountId,
  subscriptionId: row.subscriptionId,
  currency: row.currency,
  amount: row.amount,
  discountAmount: row.discountAmount,
  allowDiscountCodes: row.allowDiscountCodes,
  requireBillingAddress: row.requireBillingAddress,
  isBusinessCustomer: row.isBusinessCustomer,
  customerId: row.customerId,
  isCustomerGiven: row.isCustomerGiven,
  customerExternalId: row.customerExternalId,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  customerIpAddress: row.customerIpAddress,
  customerBillingName: row.customerBillingName,
  customerBillingAddress: z.parse(customerBillingAddress, row.customerBillingAddress),
  customerTaxId:
    row.customerTaxId === null
      ? null
      : z.parse(taxId, [row.customerTaxId, row.customerTaxIdFormat]),
  customerMetadata: z.parse(metadata, row.customerMetadata),
  customFieldData: z.parse(customFieldData, row.customFieldData),
  metadata: z.parse(metadata, row.metadata),
  successUrl: row.successUrl,
  embedOrigin: row.embedOrigin,
  isEmbedOriginGiven: row.isEmbedOriginGiven,
})

/** What the buyer, or the seller for them, entered about the customer. */
export const buyerDetailsOf = (content: CheckoutContent): Buyer['details'] => ({
  name: content.customerName,
  billingAddress: content.customerBillingAddress,
  taxId: content.customerTaxId,
  metadata: content.customerMetadata,
})

/** The content of a checkout as columns. */
export const columnsOf = ({
  customerBillingAddress: address,
  customerTaxId,
  customerMetadata,
  customFieldData: answers,
  metadata: metadataValues,
  ...plain
}: CheckoutContent) => ({
  ...plain,
  customerBillingAddress: address === null ? null : jsonText(address),
  customerTaxId: customerTaxId?.[0] ?? null,
  customerTaxIdFormat: customerTaxId?.[1] ?? null,
  customerMetadata: jsonText(customerMetadata),
  customFieldData: jsonText(answers),
  metadata: jsonText(metadataValues),
})

export function productOf(
  products: readonly ExpandedProduct[],
  id: Id<'product'>,
): ExpandedProduct {
  const product = products.find((one) => one.id === id)
  assert(product !== undefined, 'the chosen product is offered')
  return product
}
