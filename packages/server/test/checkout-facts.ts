import type { Currency, DecimalText, Id } from '@guildhall/contract/primitives'
import type {
  CheckoutContent,
  CheckoutContext,
  DiscountFacts,
  PriceFacts,
  ProductFacts,
} from '../src/domains/checkout/rules/content.ts'
import { minorUnits } from '../src/kernel/money.ts'
import { newId } from '../src/platform/ids.ts'

const usd = 'usd' as Currency

/** A price of this type; a fixed one costs ten dollars. */
export function aPrice<T extends PriceFacts['amountType']>(
  amountType: T,
): Extract<PriceFacts, { amountType: T }>
export function aPrice(amountType: PriceFacts['amountType']): PriceFacts {
  const every = {
    id: newId('productPrice'),
    createdAt: new Date(0),
    modifiedAt: null,
    isArchived: false,
    productId: newId('product'),
    type: 'one_time',
    recurringInterval: null,
    priceCurrency: usd,
  } as const
  switch (amountType) {
    case 'free':
      return { ...every, amountType }
    case 'fixed':
      return { ...every, amountType, priceAmount: minorUnits(1000) }
    case 'custom':
      return { ...every, amountType, minimumAmount: null, maximumAmount: null, presetAmount: null }
    case 'metered_unit': {
      const meterId = newId('meter')
      const unitAmount = '0.5' as DecimalText
      const meter = { id: meterId, name: 'Calls' }
      return {
        ...every,
        amountType,
        unitAmount,
        pricing: { scheme: 'unit', unitAmount },
        includedUnits: '0' as DecimalText,
        minimumAmount: null,
        capAmount: null,
        meterId,
        meter,
      }
    }
  }
}

export const aProduct = (change: Partial<ProductFacts> = {}): ProductFacts => ({
  id: newId('product'),
  isArchived: false,
  isRecurring: false,
  prices: [aPrice('fixed')],
  ...change,
})

/** A discount of a hundred cents on these products. */
export const aDiscount = (
  appliesTo: readonly Id<'product'>[],
  change: Partial<DiscountFacts> = {},
): DiscountFacts => ({
  id: newId('discount'),
  isRedeemable: true,
  appliesTo,
  amountOf: (base) => minorUnits(Math.min(100, base)),
  ...change,
})

/** Every answer is valid, and a tax id is valid if it begins with its country. */
export const knowing = (products: readonly ProductFacts[]): CheckoutContext => ({
  products,
  readAnswers: (_id, given) => given,
  fittingAnswers: () => ({}),
  readTaxId: (country, text) => (text.startsWith(country) ? [text, 'eu_vat'] : null),
})

export const contentFor = (
  { id, prices: [price] }: ProductFacts,
  change: Partial<CheckoutContent> = {},
): CheckoutContent => ({
  productId: id,
  productPriceId: price?.id ?? newId('productPrice'),
  discountId: null,
  subscriptionId: null,
  currency: usd,
  amount: minorUnits(1000),
  discountAmount: minorUnits(0),
  allowDiscountCodes: true,
  requireBillingAddress: false,
  isBusinessCustomer: false,
  customerId: null,
  isCustomerGiven: false,
  customerExternalId: null,
  customerName: null,
  customerEmail: null,
  customerIpAddress: null,
  customerBillingName: null,
  customerBillingAddress: null,
  customerTaxId: null,
  customerMetadata: {},
  customFieldData: {},
  metadata: {},
  successUrl: null,
  embedOrigin: null,
  isEmbedOriginGiven: false,
  ...change,
})

const nowhere = { line1: null, line2: null, postalCode: null, city: null, state: null }

export const inCountry = (country: string, change: object = {}) => ({
  ...nowhere,
  ...change,
  country,
})
