import type { updateBuyersCheckout } from '@guildhall/contract/checkout/buyers'
import type { updateCheckout } from '@guildhall/contract/checkout/checkouts'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { MinorUnits } from '@guildhall/contract/primitives'
import { minorUnits } from '../../../kernel/money.ts'
import { isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'
import { readAddress, readTaxNumber } from './buyer.ts'
import type {
  AddressFacts,
  Answers,
  CheckoutContent,
  DiscountFacts,
  Knowledge,
  PriceFacts,
  ProductFacts,
} from './content.ts'
import { currencyOf, discountRefusal } from './plan-beginning.ts'
import { amountOf, selectedPrice } from './price-choice.ts'

/** What a seller or a buyer wants otherwise; the discount is looked up before. */
export type ChangeWish = Omit<BodyOf<typeof updateCheckout>, 'discountId'> &
  Omit<BodyOf<typeof updateBuyersCheckout>, 'discountCode'>

export interface WantedDiscount {
  readonly field: 'discount_id' | 'discount_code'
  /** Null where there is none of this name. */
  readonly discount: DiscountFacts | null
}

export interface Change {
  readonly content: CheckoutContent
  /** The one that the checkout was begun or changed with last; it may be archived by now. */
  readonly price: PriceFacts
  readonly discount: DiscountFacts | null
  readonly wish: ChangeWish
  /** Absent: as it is. Null: none. */
  readonly wantedDiscount?: WantedDiscount | null
  /** Whether every custom field must be answered that must be. */
  readonly isComplete: boolean
}

/** A checkout as it is wanted. What is absent stays, null clears. */
export function planChange(knowledge: Knowledge, change: Change): CheckoutContent | Refusal {
  const { content, wish } = change
  const choice = choose(knowledge, change)
  if (isRefused(choice)) return choice
  const discount = discountFor(change, choice)
  if (isRefused(discount)) return discount
  const buyer = buyerAfter(knowledge, content, wish)
  if (isRefused(buyer)) return buyer
  const answers = answersAfter(knowledge, change, choice)
  if (isRefused(answers)) return answers
  return {
    ...content,
    ...buyer,
    ...sellersPart(content, wish),
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

/** Another product begins with its own price; the same one keeps what was named for it. */
function choose({ products }: Knowledge, { content, price, wish }: Change): Choice | Refusal {
  const product = chosenProduct(products, content, wish)
  if (isRefused(product)) return product
  const isOther = product.id !== content.productId
  const asked = wish.amount ?? null
  const itsPrice = isOther ? selectedPrice(product) : price
  const amount = !isOther && asked === null ? content.amount : amountOf(itsPrice, asked)
  if (isRefused(amount)) return amount
  return { product, price: itsPrice, amount, isOther }
}

function chosenProduct(
  products: readonly ProductFacts[],
  { productId: present }: CheckoutContent,
  { productId, productPriceId }: ChangeWish,
): ProductFacts | Refusal {
  const isWanted = ({ id, prices }: ProductFacts): boolean =>
    productId == null
      ? prices.some((price) => price.id === productPriceId)
      : id === productId && (productPriceId == null || prices.some((p) => p.id === productPriceId))
  const isSame = productId == null && productPriceId == null
  const product = products.find((one) => (isSame ? one.id === present : isWanted(one)))
  if (product === undefined) {
    return productId == null
      ? refuse('checkout_price_not_offered', { loc: ['body', 'product_price_id'] })
      : refuse('checkout_product_not_offered', { loc: ['body', 'product_id'] })
  }
  if (product.isArchived && product.id !== present) {
    return refuse('checkout_product_archived', { loc: ['body', 'product_id'] })
  }
  return product
}

/** One that nobody names again goes by itself where another product is none of its own. */
function discountFor(
  { discount: present, wantedDiscount: wanted }: Change,
  { product, isOther }: Choice,
): DiscountFacts | null | Refusal {
  if (wanted === null) return null
  if (wanted === undefined) {
    const isKept =
      !isOther || (present?.isRedeemable === true && present.appliesTo.includes(product.id))
    return isKept ? present : null
  }
  const { field, discount } = wanted
  if (discount === null) return refuse('checkout_discount_unknown', { loc: ['body', field] })
  return discountRefusal(discount, product.id, field) ?? discount
}

type BuyerPart = Pick<
  CheckoutContent,
  | 'isBusinessCustomer'
  | 'customerName'
  | 'customerEmail'
  | 'customerBillingName'
  | 'customerBillingAddress'
  | 'customerTaxId'
>

function buyerAfter(
  knowledge: Knowledge,
  content: CheckoutContent,
  wish: ChangeWish,
): BuyerPart | Refusal {
  const said = wish.customerBillingAddress
  const address = said == null ? (said ?? undefined) : readAddress(said)
  if (isRefused(address)) return address
  const after = said === null ? null : (address ?? content.customerBillingAddress)
  const isBusinessNoMore = wish.isBusinessCustomer === false
  const taxId = isBusinessNoMore ? null : taxIdAfter(knowledge, content, { wish, after })
  if (isRefused(taxId)) return taxId
  return {
    isBusinessCustomer: wish.isBusinessCustomer ?? content.isBusinessCustomer,
    customerName: kept(content.customerName, wish.customerName),
    // Whom the seller knows, or who has paid with it already, is who they are.
    customerEmail:
      content.customerId === null
        ? kept(content.customerEmail, wish.customerEmail)
        : content.customerEmail,
    customerBillingName: isBusinessNoMore
      ? null
      : kept(content.customerBillingName, wish.customerBillingName),
    customerBillingAddress: after,
    customerTaxId: taxId,
  }
}

interface AddressAfter {
  readonly wish: ChangeWish
  readonly after: AddressFacts | null
}

/** In another country the same number must be one of that country’s. */
function taxIdAfter(
  knowledge: Knowledge,
  { customerTaxId: present, customerBillingAddress: before }: CheckoutContent,
  { wish: { customerTaxId: said }, after }: AddressAfter,
): CheckoutContent['customerTaxId'] | Refusal {
  if (said === null) return null
  if (said !== undefined) return readTaxNumber(knowledge, said, after)
  if (present === null || after === null) return null
  return after.country === before?.country ? present : readTaxNumber(knowledge, present[0], after)
}

function answersAfter(
  { readAnswers, keptAnswers }: Knowledge,
  { content, wish, isComplete }: Change,
  { product, isOther }: Choice,
): Answers | Refusal {
  const said = wish.customFieldData ?? null
  if (said !== null) return readAnswers(product.id, said, isComplete)
  const present = isOther
    ? keptAnswers(product.id, content.customFieldData)
    : content.customFieldData
  return isComplete ? readAnswers(product.id, present, true) : present
}

type SellersPart = Pick<
  CheckoutContent,
  | 'allowDiscountCodes'
  | 'requireBillingAddress'
  | 'customerIpAddress'
  | 'customerExternalId'
  | 'customerMetadata'
  | 'metadata'
  | 'successUrl'
  | 'embedOrigin'
>

function sellersPart(content: CheckoutContent, wish: ChangeWish): SellersPart {
  const externalId = kept(wish.customerExternalId, wish.externalCustomerId)
  return {
    allowDiscountCodes: wish.allowDiscountCodes ?? content.allowDiscountCodes,
    requireBillingAddress: wish.requireBillingAddress ?? content.requireBillingAddress,
    customerIpAddress: kept(content.customerIpAddress, wish.customerIpAddress),
    customerExternalId:
      content.customerId === null
        ? kept(content.customerExternalId, externalId)
        : content.customerExternalId,
    customerMetadata: kept(content.customerMetadata, wish.customerMetadata) ?? {},
    metadata: kept(content.metadata, wish.metadata) ?? {},
    successUrl: kept(content.successUrl, wish.successUrl),
    embedOrigin: kept(content.embedOrigin, wish.embedOrigin),
  }
}

const kept = <T>(present: T, said: T | undefined): T => (said === undefined ? present : said)
