import type { updateProduct } from '@guildhall/contract/catalog/products'
import type { BodyInput } from '@guildhall/contract/endpoint'
import type { Path } from 'react-hook-form'
import { centsOf, exactCentsOf } from '../../../lib/amount-text.ts'
import type { PriceFacts } from '../../../lib/price-words.ts'
import type { Price } from '../product-queries.ts'
import type { MeteredDraft, NewProduct, ProductForm, StandingDraft } from './product-form.ts'

type NewPrice = NewProduct['prices'][number]
type WantedPrice = NonNullable<BodyInput<typeof updateProduct>['prices']>[number]
type Priced = Pick<ProductForm, 'interval' | 'standing' | 'metered'>

/** A price as it's typed, and where in the form. */
interface Typed {
  price: NewPrice
  place: 'standing' | `metered.${number}`
}

/** What is typed, in the order in which it's sent. */
function typedPrices({ interval, standing, metered }: Priced): Typed[] {
  const own = standingInput(standing)
  const recurring = interval === 'once' ? [] : metered
  return [
    ...(own === null ? [] : [{ price: own, place: 'standing' as const }]),
    ...recurring.map((draft, index) => ({
      price: meteredInput(draft),
      place: `metered.${index}` as const,
    })),
  ]
}

export const newPrices = (form: Priced): NewPrice[] => typedPrices(form).map(({ price }) => price)

function standingInput(draft: StandingDraft): NewPrice | null {
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

const meteredInput = ({ meterId, unitAmount, cap }: MeteredDraft): NewPrice => ({
  amountType: 'metered_unit',
  meterId,
  unitAmount: exactCentsOf(unitAmount) ?? '',
  capAmount: centsOf(cap),
})

interface PricePlan {
  /** The whole list, as it's sent. */
  wanted: WantedPrice[]
  added: NewPrice[]
  archived: Price[]
}

/** What becomes of the prices that a product has. Nobody's price is changed: it makes room for another. */
export function planPrices(inUse: readonly Price[], form: Priced): PricePlan {
  const typed = newPrices(form)
  const kept = typed.map((price) => inUse.find((known) => isSame(known, price)) ?? null)
  return {
    wanted: typed.map((price, index) => {
      const known = kept[index]
      return known == null ? price : { id: known.id }
    }),
    added: typed.filter((_, index) => kept[index] === null),
    archived: inUse.filter((price) => !kept.includes(price)),
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
        known.unitAmount === typed.unitAmount &&
        known.capAmount === typed.capAmount
      )
  }
}

/** What is typed, for people to read; a price of which nothing is typed yet says nothing. */
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
      const { capAmount = null } = price
      const unitAmount = String(price.unitAmount)
      if (meter === undefined || unitAmount === '') return null
      return { amountType: 'metered_unit', priceCurrency: 'usd', unitAmount, capAmount, meter }
    }
  }
}

type FormPath = Path<ProductForm>

/** Which field a fault of the price at this place of the list is about. */
export function priceField(form: Priced, index: number, field: string | undefined): FormPath {
  const place = typedPrices(form)[index]?.place ?? 'standing'
  if (place === 'standing') return (field && standingFields[field]) || 'standing.kind'
  return `${place}.${(field && meteredFields[field]) || 'meterId'}`
}

const standingFields: Readonly<Partial<Record<string, FormPath>>> = {
  price_amount: 'standing.amount',
  minimum_amount: 'standing.minimum',
  preset_amount: 'standing.preset',
  maximum_amount: 'standing.maximum',
}

const meteredFields: Readonly<Partial<Record<string, keyof MeteredDraft>>> = {
  meter_id: 'meterId',
  unit_amount: 'unitAmount',
  cap_amount: 'cap',
}
