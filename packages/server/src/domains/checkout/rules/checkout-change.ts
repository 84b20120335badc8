import type { updateCheckout } from '@guildhall/contract/checkout/checkouts'
import type { updateClientCheckout } from '@guildhall/contract/checkout/client-checkouts'
import type { BodyOf } from '@guildhall/contract/operation'
import type { MinorUnits } from '@guildhall/contract/primitives'
import { minorUnits } from '../../../kernel/money.ts'
import { isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'
import { readTaxNumber } from './buyer-details.ts'
import type {
  AddressFacts,
  Answers,
  CheckoutContent,
  CheckoutContext,
  DiscountFacts,
  PriceFacts,
  ProductFacts,
} from './content.ts'
import { currencyOf, discountRefusal } from './new-checkout.ts'
import { amountOf, selectedPrice } from './price-choice.ts'

/** What a seller or a buyer changes; discounts are looked up before. */
export type ChangeRequest = Omit<BodyOf<typeof updateCheckout>, 'discountId'> &
  Omit<BodyOf<typeof updateClientCheckout>, 'discountCode'>

export interface FoundDiscount {
  readonly field: 'discount_id' | 'discount_code'
  /** Null where it does not exist. */
  readonly discount: DiscountFacts | null
}

export interface Change {
  readonly content: CheckoutContent
  /** The current price of the checkout; it may be archived. */
  readonly price: PriceFacts
  readonly discount: DiscountFacts | null
  readonly input: ChangeRequest
  /** Absent keeps the discount, null removes it. */
  readonly requestedDiscount?: FoundDiscount | null
  /** Whether all required custom fields must be answered. */
  readonly isComplete: boolean
}

/** The content after a change. Absent fields stay, null clears them. */
export function planCheckoutChange(
  context: CheckoutContext,
  change: Change,
): CheckoutContent | Refusal {
  const { content, input } = change
  const choice = choose(context, change)
  if (isRefused(choice)) return choice
  const discount = discountFor(change, choice)
  if (isRefused(discount)) return discount
  const buyer = buyerAfter(context, content, input)
  if (isRefused(buyer)) return buyer
  const answers = answersAfter(context, change, choice)
  if (isRefused(answers)) return answers
  return {
    ...content,
    ...buyer,
    ...sellerFieldsAfter(content, input),
    productId: choice.product.id,
    productPriceId: choice.price.id,
    currency: currencyOf(choice.price),
    amount: choice.amount,
    discountId: discount?.id ?? null,
    discountAmount: discount?.amountOf(choice.amount) ?? minorUnits(0),
    customFieldData: answers,
  }
}

interface Choice {
  readonly product: ProductFacts
  readonly price: PriceFacts
  readonly amount: MinorUnits
  readonly isOther: boolean
}

/** Another product starts with its own amount; the same one keeps a chosen amount. */
function choose(
  { products }: CheckoutContext,
  { content, price, input }: Change,
): Choice | Refusal {
  const product = chosenProduct(products, content, input)
  if (isRefused(product)) return product
  const isOther = product.id !== content.productId
  const chosenAmount = input.amount ?? null
  const itsPrice = isOther ? selectedPrice(product) : price
  const amount =
    !isOther && chosenAmount === null ? content.amount : amountOf(itsPrice, chosenAmount)
  if (isRefused(amount)) return amount
  return { product, price: itsPrice, amount, isOther }
}

function chosenProduct(
  products: readonly ProductFacts[],
  { productId: current }: CheckoutContent,
  { productId, productPriceId }: ChangeRequest,
): ProductFacts | Refusal {
  const isRequested = ({ id, prices }: ProductFacts): boolean =>
    productId == null
      ? prices.some((price) => price.id === productPriceId)
      : id === productId && (productPriceId == null || prices.some((p) => p.id === productPriceId))
  const isSame = productId == null && productPriceId == null
  const product = products.find((one) => (isSame ? one.id === current : isRequested(one)))
  if (product === undefined) {
    return productId == null
      ? refuse('checkout_price_not_offered', { loc: ['body', 'product_price_id'] })
      : refuse('checkout_product_not_offered', { loc: ['body', 'product_id'] })
  }
  if (product.isArchived && product.id !== current) {
    return refuse('checkout_product_archived', { loc: ['body', 'product_id'] })
  }
  return product
}

/** Unless another is requested, the current discount stays if it applies to the product. */
function discountFor(
  { discount: current, requestedDiscount: requested }: Change,
  { product, isOther }: Choice,
): DiscountFacts | null | Refusal {
  if (requested === null) return null
  if (requested === undefined) {
    const staysApplicable =
      !isOther || (current?.isRedeemable === true && current.appliesTo.includes(product.id))
    return staysApplicable ? current : null
  }
  const { field, discount } = requested
  if (discount === null) return refuse('checkout_discount_unknown', { loc: ['body', field] })
  return discountRefusal(discount, product.id, field) ?? discount
}

type BuyerFields = Pick<
  CheckoutContent,
  | 'isBusinessCustomer'
  | 'customerName'
  | 'customerEmail'
  | 'customerBillingName'
  | 'customerBillingAddress'
  | 'customerTaxId'
>

function buyerAfter(
  context: CheckoutContext,
  content: CheckoutContent,
  input: ChangeRequest,
): BuyerFields | Refusal {
  const after = valueAfter(content.customerBillingAddress, input.customerBillingAddress)
  const isNowPrivate = input.isBusinessCustomer === false
  const taxId = isNowPrivate ? null : taxIdAfter(context, content, { input, after })
  if (isRefused(taxId)) return taxId
  return {
    isBusinessCustomer: input.isBusinessCustomer ?? content.isBusinessCustomer,
    customerName: valueAfter(content.customerName, input.customerName),
    // The address of a known customer identifies them, so it cannot be changed here.
    customerEmail:
      content.customerId === null
        ? valueAfter(content.customerEmail, input.customerEmail)
        : content.customerEmail,
    customerBillingName: isNowPrivate
      ? null
      : valueAfter(content.customerBillingName, input.customerBillingName),
    customerBillingAddress: after,
    customerTaxId: taxId,
  }
}

interface AddressAfter {
  readonly input: ChangeRequest
  readonly after: AddressFacts | null
}

/** In another country the same number must be valid there. */
function taxIdAfter(
  context: CheckoutContext,
  { customerTaxId: current, customerBillingAddress: before }: CheckoutContent,
  { input: { customerTaxId: given }, after }: AddressAfter,
): CheckoutContent['customerTaxId'] | Refusal {
  if (given === null) return null
  if (given !== undefined) return readTaxNumber(context, given, after)
  if (current === null || after === null) return null
  return after.country === before?.country ? current : readTaxNumber(context, current[0], after)
}

function answersAfter(
  { readAnswers, fittingAnswers }: CheckoutContext,
  { content, input, isComplete }: Change,
  { product, isOther }: Choice,
): Answers | Refusal {
  const given = input.customFieldData ?? null
  if (given !== null) return readAnswers(product.id, given, isComplete)
  const current = isOther
    ? fittingAnswers(product.id, content.customFieldData)
    : content.customFieldData
  return isComplete ? readAnswers(product.id, current, true) : current
}

type SellerFields = Pick<
  CheckoutContent,
  | 'allowDiscountCodes'
  | 'requireBillingAddress'
  | 'customerIpAddress'
  | 'customerExternalId'
  | 'customerMetadata'
  | 'metadata'
  | 'successUrl'
  | 'embedOrigin'
  | 'isEmbedOriginGiven'
>

function sellerFieldsAfter(content: CheckoutContent, input: ChangeRequest): SellerFields {
  const externalId = valueAfter(input.customerExternalId, input.externalCustomerId)
  return {
    allowDiscountCodes: input.allowDiscountCodes ?? content.allowDiscountCodes,
    requireBillingAddress: input.requireBillingAddress ?? content.requireBillingAddress,
    customerIpAddress: valueAfter(content.customerIpAddress, input.customerIpAddress),
    customerExternalId:
      content.customerId === null
        ? valueAfter(content.customerExternalId, externalId)
        : content.customerExternalId,
    customerMetadata: valueAfter(content.customerMetadata, input.customerMetadata) ?? {},
    metadata: valueAfter(content.metadata, input.metadata) ?? {},
    successUrl: valueAfter(content.successUrl, input.successUrl),
    embedOrigin: valueAfter(content.embedOrigin, input.embedOrigin),
    // Only sellers change it.
    isEmbedOriginGiven:
      input.embedOrigin === undefined ? content.isEmbedOriginGiven : input.embedOrigin !== null,
  }
}

const valueAfter = <T>(current: T, given: T | undefined): T =>
  given === undefined ? current : given
