import type { updateProduct } from '@guildhall/contract/catalog/products'
import type { BodyInput } from '@guildhall/contract/operation'
import type { Path } from 'react-hook-form'
import type { PriceFacts } from '#/entities/product/price-text.ts'
import type { Price } from '#/features/products/product-queries.ts'
import { centsOf } from '#/lib/amount-text.ts'
import { isComplete, type MeteredTerms, termsOf } from './metered-input.ts'
import type { MeteredDraft, NewProduct, ProductForm, StaticPriceDraft } from './product-form.ts'

type NewPrice = Exclude<NewProduct['prices'][number], { amountType: 'metered_unit' }> | NewMetered

/** A metered price whose terms are all there. */
type NewMetered = MeteredTerms & { amountType: 'metered_unit'; meterId: string }

type RequestedPrice = NonNullable<BodyInput<typeof updateProduct>['prices']>[number]
type Priced = Pick<ProductForm, 'interval' | 'staticPrice' | 'metered'>

/** A price as typed, with its path in the form. */
interface Typed {
  price: NewPrice
  place: 'staticPrice' | `metered.${number}`
}

/** The typed prices in the order of the request. */
function typedPrices({ interval, staticPrice, metered }: Priced): Typed[] {
  const own = staticPriceInput(staticPrice)
  const recurring = interval === 'once' ? [] : metered
  return [
    ...(own === null ? [] : [{ price: own, place: 'staticPrice' as const }]),
    ...recurring.map((draft, index) => ({
      price: meteredInput(draft),
      place: `metered.${index}` as const,
    })),
  ]
}

export const newPrices = (form: Priced): NewPrice[] => typedPrices(form).map(({ price }) => price)

function staticPriceInput(draft: StaticPriceDraft): NewPrice | null {
  switch (draft.kind) {
    case 'none':
      return null
    case 'free':
      return { amountType: 'free' }
    case 'fixed':
      return { amountType: 'fixed', priceAmount: centsOf(draft.amount) ?? 0 }
    case 'custom':
      return {
        amountType: 'custom',
        minimumAmount: centsOf(draft.minimum),
        presetAmount: centsOf(draft.preset),
        maximumAmount: centsOf(draft.maximum),
      }
  }
}

const meteredInput = (draft: MeteredDraft): NewMetered => ({
  amountType: 'metered_unit',
  meterId: draft.meterId,
  ...termsOf(draft),
})

interface PricePlan {
  /** The whole list of the request. */
  wanted: RequestedPrice[]
  added: NewPrice[]
  archived: Price[]
}

/**
 * The changes to a product’s prices. Prices are immutable: a changed one is archived and replaced.
 */
export function planPrices(inUse: readonly Price[], form: Priced): PricePlan {
  const typed = newPrices(form)
  const existing = typed.map((price) => inUse.find((known) => isSame(known, price)) ?? null)
  return {
    wanted: typed.map((price, index) => {
      const known = existing[index]
      return known == null ? price : { id: known.id }
    }),
    added: typed.filter((_, index) => existing[index] === null),
    archived: inUse.filter((price) => !existing.includes(price)),
  }
}

function isSame(known: Price, typed: NewPrice): boolean {
  switch (typed.amountType) {
    case 'free':
      return known.amountType === 'free'
    case 'fixed':
      return known.amountType === 'fixed' && known.priceAmount === typed.priceAmount
    case 'custom':
      return (
        known.amountType === 'custom' &&
        known.minimumAmount === typed.minimumAmount &&
        known.presetAmount === typed.presetAmount &&
        known.maximumAmount === typed.maximumAmount
      )
    case 'metered_unit':
      return (
        known.amountType === 'metered_unit' &&
        known.meterId === typed.meterId &&
        JSON.stringify(termsIn(known)) === JSON.stringify(termsIn(typed))
      )
  }
}

const termsIn = ({ pricing, includedUnits, minimumAmount, capAmount }: MeteredTerms) => ({
  pricing,
  includedUnits,
  minimumAmount,
  capAmount,
})

/** The typed price for display; null while it is empty. */
export function factsOf(
  price: NewPrice,
  meters: readonly { id: string; name: string }[],
): PriceFacts | null {
  switch (price.amountType) {
    case 'free':
      return { amountType: 'free' }
    case 'fixed': {
      const { priceAmount } = price
      return priceAmount > 0 ? { amountType: 'fixed', priceCurrency: 'usd', priceAmount } : null
    }
    case 'custom': {
      const { minimumAmount = null, maximumAmount = null, presetAmount = null } = price
      const bounds = { minimumAmount, maximumAmount, presetAmount }
      return { amountType: 'custom', priceCurrency: 'usd', ...bounds }
    }
    case 'metered_unit': {
      const meter = meters.find(({ id }) => id === price.meterId)
      if (meter === undefined || !isComplete(price)) return null
      return { amountType: 'metered_unit', priceCurrency: 'usd', ...termsIn(price), meter }
    }
  }
}

type FormPath = Path<ProductForm>

/** The form field of a fault, by the price’s index in the request. */
export function priceField(form: Priced, index: number, field: string | undefined): FormPath {
  const place = typedPrices(form)[index]?.place ?? 'staticPrice'
  if (place === 'staticPrice') return (field && staticPriceFields[field]) || 'staticPrice.kind'
  return `${place}.${(field && meteredFields[field]) || 'meterId'}`
}

const staticPriceFields: Readonly<Partial<Record<string, FormPath>>> = {
  price_amount: 'staticPrice.amount',
  minimum_amount: 'staticPrice.minimum',
  preset_amount: 'staticPrice.preset',
  maximum_amount: 'staticPrice.maximum',
}

const meteredFields: Readonly<Partial<Record<string, keyof MeteredDraft>>> = {
  meter_id: 'meterId',
  unit_amount: 'unitAmount',
  package_units: 'packageUnits',
  package_amount: 'packageAmount',
  pricing: 'scheme',
  tiers: 'scheme',
  included_units: 'included',
  minimum_amount: 'minimum',
  cap_amount: 'cap',
}
