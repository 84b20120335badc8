import { CheckoutDiscount } from '@guildhall/contract/catalog/discount-shapes'
import type {
  CheckoutProduct,
  CheckoutPublic,
  CheckoutPublicConfirmed,
} from '@guildhall/contract/checkout/checkout-shapes'
import { Checkout } from '@guildhall/contract/checkout/checkout-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { type DiscountWithProducts, isDiscountable, toBuyer } from '../../catalog/index.ts'
import { presentSeller } from '../../organizations/index.ts'
import { authenticationOf } from '../../payments/index.ts'
import { billingAddressFields, paymentNeeds, shownAddressFields } from '../rules/needs.ts'
import { worthOf } from '../rules/worth.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import { checkoutSecret } from './checkout-secret.ts'
import type { CheckoutMakings } from './gather-checkouts.ts'
import type { CheckoutParts } from './parts.ts'

type ShowingParts = Pick<CheckoutParts, 'config' | 'keyring'>

export type ShownCheckout = z.output<typeof Checkout>
type ShownToBuyer = z.output<typeof CheckoutPublic>
type ShownConfirmed = z.output<typeof CheckoutPublicConfirmed>
type OrganizationRow = Parameters<typeof presentSeller>[0]

/** As the seller sees it. */
export function presentCheckout(
  row: CheckoutRow,
  makings: CheckoutMakings,
  parts: ShowingParts,
): ShownCheckout {
  return {
    ...presentCommon(row, makings, parts),
    metadata: z.parse(metadataShape, row.metadata),
    customerMetadata: z.parse(metadataShape, row.customerMetadata),
    subscriptionId: row.subscriptionId,
    customerExternalId: row.customerExternalId,
    externalCustomerId: row.customerExternalId,
  }
}

interface ShownBy {
  readonly parts: ShowingParts
  readonly organization: OrganizationRow
}

/** As the buyer sees it. */
export const presentToBuyer = (
  row: CheckoutRow,
  makings: CheckoutMakings,
  { parts, organization }: ShownBy,
): ShownToBuyer => ({
  ...presentCommon(row, makings, parts),
  organization: presentSeller(organization),
})

interface ConfirmedBy extends ShownBy {
  /** Empty for who isn’t known to be the customer. */
  readonly customerSessionToken: string
}

export const presentConfirmed = (
  row: CheckoutRow,
  makings: CheckoutMakings,
  { customerSessionToken, ...by }: ConfirmedBy,
): ShownConfirmed => ({
  ...presentToBuyer(row, makings, by),
  status: 'confirmed',
  customerSessionToken,
})

const shape = Checkout.shape
const { metadata: metadataShape, customFieldData, customerBillingAddress, status } = shape

function presentCommon(row: CheckoutRow, makings: CheckoutMakings, parts: ShowingParts) {
  const product = makings.products.get(row.productId)
  const productPrice = makings.prices.get(row.productPriceId)
  assert(product !== undefined && productPrice !== undefined, 'what is chosen was gathered')
  const { netAmount, totalAmount } = worthOf(row)
  const needs = paymentNeeds({ product, totalAmount })
  const { isPaymentFormRequired } = needs
  const address = z.parse(customerBillingAddress, row.customerBillingAddress)
  const addressModes = billingAddressFields({
    country: address?.country ?? null,
    wholeAddress: row.requireBillingAddress || row.isBusinessCustomer,
    isPaymentFormRequired,
  })
  const discount = row.discountId === null ? undefined : makings.discounts.get(row.discountId)
  const clientSecret = checkoutSecret(parts.keyring, row)
  const url = `${parts.config.server.url}/checkout/${clientSecret}`
  return {
    ...needs,
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    paymentProcessor: 'stripe' as const,
    status: z.parse(status, row.status),
    clientSecret,
    url,
    expiresAt: row.expiresAt,
    successUrl: successUrlOf(row, url),
    embedOrigin: row.embedOrigin,
    amount: row.amount,
    discountAmount: row.discountAmount,
    netAmount,
    taxAmount: row.taxAmount,
    totalAmount,
    currency: row.currency,
    productId: row.productId,
    productPriceId: row.productPriceId,
    discountId: row.discountId,
    allowDiscountCodes: row.allowDiscountCodes,
    requireBillingAddress: row.requireBillingAddress,
    isDiscountApplicable: isDiscountable(product),
    customerId: row.customerId,
    isBusinessCustomer: row.isBusinessCustomer,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    customerIpAddress: row.customerIpAddress,
    customerBillingName: row.customerBillingName,
    customerBillingAddress: address,
    customerTaxId: row.customerTaxId,
    customFieldData: z.parse(customFieldData, row.customFieldData),
    paymentProcessorMetadata: processorMetadata(row, makings, parts),
    products: (makings.offered.get(row.id) ?? []).flatMap((id) => shownProduct(makings, id) ?? []),
    product: toBuyer(product),
    productPrice,
    discount: discount === undefined ? null : presentDiscount(discount),
    attachedCustomFields: product.attachedCustomFields,
    customerBillingAddressFields: shownAddressFields(addressModes),
    billingAddressFields: addressModes,
  }
}

function shownProduct(
  { products }: CheckoutMakings,
  id: Id<'product'>,
): z.output<typeof CheckoutProduct> | null {
  const product = products.get(id)
  return product === undefined ? null : toBuyer(product)
}

const presentDiscount = ({ discount }: DiscountWithProducts): z.output<typeof CheckoutDiscount> =>
  z.parse(CheckoutDiscount, discount)

/** Where the buyer goes afterwards: to the seller, or to our own page. */
export function successUrlOf(
  { id, successUrl }: Pick<CheckoutRow, 'id' | 'successUrl'>,
  url: string,
): string {
  if (successUrl === null) return `${url}/confirmation`
  return successUrl.replaceAll(/\{CHECKOUT_ID\}|%7BCHECKOUT_ID%7D/gi, id)
}

function processorMetadata(
  { paymentId }: CheckoutRow,
  { payments }: CheckoutMakings,
  { config, keyring }: ShowingParts,
): Record<string, string> {
  const payment = paymentId === null ? undefined : payments.get(paymentId)
  const asked = payment === undefined ? null : authenticationOf({ keyring }, payment)
  return {
    ...publicProcessorMetadata(config),
    ...(asked !== null && {
      intent_client_secret: asked.clientSecret,
      intent_status: asked.status,
    }),
  }
}

export const publicProcessorMetadata = ({
  stripe: { publishableKey },
}: CheckoutParts['config']): Record<string, string> =>
  publishableKey === null ? {} : { publishable_key: publishableKey }

const codec = wireCodec(Checkout, 'billing')

/**
 * What happened to a checkout, with the checkout as of then: what webhooks send, but for what opens
 * it. The log is kept for ever, and whoever reads it must not be able to buy in somebody’s name; it
 * keeps the name of the key from which the secret is derived, to tell the seller.
 */
export function checkoutEvent(
  action: 'created' | 'updated',
  { organizationId, id, version, customerId, successUrl, secretKeyId }: CheckoutRow,
  shown: ShownCheckout,
): NewEvent {
  const told = {
    ...shown,
    clientSecret: secretKeyId,
    url: '',
    paymentProcessorMetadata: {},
    ...(successUrl === null && { successUrl: '' }),
  }
  const payload = encodedText(codec.encode(told))
  return {
    name: `checkout.${action}`,
    organizationId,
    customerId,
    object: { type: 'checkout', id, version },
    payload,
  }
}
