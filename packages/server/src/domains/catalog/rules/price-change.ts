import { laterPrice } from '@guildhall/contract/billing/later-clients'
import type { PriceInput, RequestedPrice } from '@guildhall/contract/catalog/prices'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { snakeCase } from '@guildhall/contract/wire'
import { assert } from '../../../kernel/assert.ts'
import { isSame } from '../../../kernel/json-equality.ts'
import type { MeteredPrice } from '../../../kernel/metered-price.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'
import {
  type MeteredInput,
  normalizeAmount,
  normalizePricing,
  readMeteredPrice,
  type TermsRefusal,
} from './metered-terms.ts'

/** An active price: metered, or static where there is no meter. */
export interface PriceInUse {
  readonly id: Id<'productPrice'>
  readonly meterId?: Id<'meter'> | null
}

export interface PriceFacts<P extends PriceInUse> {
  readonly isRecurring: boolean
  readonly inUse: readonly P[]
  /** Whether usage-based billing is enabled for the organization. */
  readonly isMeteringOn: boolean
  /** The requested meters that belong to the organization. */
  readonly meters: ReadonlySet<Id<'meter'>>
  /** Those of them that are archived. */
  readonly archivedMeters: ReadonlySet<Id<'meter'>>
}

export interface PricePlan<P extends PriceInUse> {
  readonly kept: readonly P[]
  readonly archived: readonly P[]
  readonly added: readonly NewPrice[]
}

/** A metered price as the calculator takes it. */
export type NewPrice =
  | Exclude<PriceInput, MeteredInput>
  | (Pick<MeteredInput, 'amountType' | 'priceCurrency' | 'meterId'> & {
      readonly metered: MeteredPrice
    })

export type PriceRefusal =
  | TermsRefusal
  | Refusal<
      | 'product_price_unknown'
      | 'product_price_fixed'
      | 'product_price_twice'
      | 'product_price_static_twice'
      | 'product_price_metered_once_bought'
      | 'product_price_metered_off'
      | 'product_price_meter_unknown'
      | 'product_price_meter_archived'
      | 'product_price_meter_twice'
    >

/**
 * Compares the requested list with the active prices: an id keeps a price, anything else adds one,
 * and active prices that are not listed are archived.
 */
export function decidePrices<P extends PriceInUse>(
  facts: PriceFacts<P>,
  requested: readonly RequestedPrice[],
): PricePlan<P> | PriceRefusal {
  const kept: P[] = []
  const added: NewPrice[] = []
  const taken = new Set<Slot>()
  for (const [index, input] of requested.entries()) {
    const price = isKept(input)
      ? keepPrice(facts, input, index)
      : validateNewPrice(facts, input, index)
    if (isRefused(price)) return price
    const conflict = claimSlot(taken, price, index)
    if (conflict !== null) return conflict
    if ('id' in price) kept.push(price)
    else added.push(price)
  }
  return { kept, added, archived: facts.inUse.filter((price) => !kept.includes(price)) }
}

/** A product has at most one price per slot. */
type Slot = Id<'productPrice'> | Id<'meter'> | 'static'

function claimSlot(
  taken: Set<Slot>,
  price: PriceInUse | NewPrice,
  index: number,
): PriceRefusal | null {
  if ('id' in price && taken.has(price.id)) return refuse('product_price_twice', at(index, 'id'))
  const meterId = ('meterId' in price ? price.meterId : null) ?? null
  if (taken.has(meterId ?? 'static')) {
    return meterId === null
      ? refuse('product_price_static_twice', at(index))
      : refuse('product_price_meter_twice', at(index, 'meter_id'))
  }
  taken.add(meterId ?? 'static')
  if ('id' in price) taken.add(price.id)
  return null
}

type KeptPrice = RequestedPrice & { readonly id: Id<'productPrice'> }

const isKept = (input: RequestedPrice): input is KeptPrice =>
  'id' in input && input.id !== undefined

function keepPrice<P extends PriceInUse>(
  { inUse }: PriceFacts<P>,
  sent: KeptPrice,
  index: number,
): P | PriceRefusal {
  const price = inUse.find(({ id }) => id === sent.id)
  if (price === undefined) return refuse('product_price_unknown', at(index, 'id'))
  const changed = changedField(price, sent)
  return changed === null ? price : refuse('product_price_fixed', at(index, snakeCase(changed)))
}

/** Of a price sent back whole, these may be older than the price. */
const informative = new Set(['createdAt', 'modifiedAt', 'meter', ...Object.keys(laterPrice)])

function changedField(price: PriceInUse, sent: KeptPrice): string | null {
  const known = new Map<string, unknown>(Object.entries(price))
  const changed = Object.entries<unknown>(sent).find(([field, value]) => {
    if (value === undefined || informative.has(field)) return false
    const term = termOf(sent, field, value)
    return term !== undefined && !isSame(term, known.get(field) ?? null)
  })
  return changed?.[0] ?? null
}

/** Decimals in their shortest form, as prices have them; undefined where nothing is said. */
function termOf(sent: KeptPrice, field: string, value: unknown): unknown {
  if (sent.amountType === 'free' && field === 'priceCurrency') return undefined
  if (sent.amountType !== 'metered_unit') return value
  switch (field) {
    case 'unitAmount':
      return sent.unitAmount == null ? undefined : normalizeAmount(sent.unitAmount)
    case 'includedUnits':
      return normalizeAmount(sent.includedUnits ?? '0')
    case 'pricing':
      return sent.pricing == null ? undefined : normalizePricing(sent.pricing)
    default:
      return value
  }
}

function validateNewPrice(
  facts: PriceFacts<PriceInUse>,
  input: PriceInput,
  index: number,
): NewPrice | PriceRefusal {
  if (input.amountType !== 'metered_unit') return input
  const { isRecurring, isMeteringOn, meters } = facts
  if (!isRecurring) return refuse('product_price_metered_once_bought', at(index))
  if (!isMeteringOn) return refuse('product_price_metered_off', at(index))
  if (!meters.has(input.meterId))
    return refuse('product_price_meter_unknown', at(index, 'meter_id'))
  if (isUnavailable(facts, input.meterId))
    return refuse('product_price_meter_archived', at(index, 'meter_id'))
  const metered = readMeteredPrice(input, (...field) => at(index, ...field))
  if (isRefused(metered)) return metered
  const { amountType, priceCurrency, meterId } = input
  return { amountType, priceCurrency, meterId, metered }
}

/** An archived meter stays with the products that have it. */
const isUnavailable = (
  { archivedMeters, inUse }: PriceFacts<PriceInUse>,
  meterId: Id<'meter'>,
): boolean => archivedMeters.has(meterId) && !inUse.some((price) => price.meterId === meterId)

const at = (index: number, ...field: readonly (string | number)[]) => ({
  loc: ['body', 'prices', index, ...field],
})

interface Priced {
  readonly amountType: string
  readonly priceAmount?: MinorUnits | null
  readonly minimumAmount?: MinorUnits | null | undefined
}

interface LeadingPrice {
  readonly leadingAmountType: string
  readonly leadingAmount: MinorUnits
}

/**
 * Lists of products sort by the price that buyers see first: the static one, else a metered one.
 */
export function leadingPrice(prices: readonly Priced[]): LeadingPrice {
  const leading = prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0]
  assert(leading !== undefined, 'a product has a price')
  const { amountType, priceAmount, minimumAmount } = leading
  // The minimum of a metered price is due at the end of a period.
  const amount = amountType === 'metered_unit' ? null : (priceAmount ?? minimumAmount)
  return { leadingAmountType: amountType, leadingAmount: amount ?? minorUnits(0) }
}
