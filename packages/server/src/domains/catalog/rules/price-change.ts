import type { PriceInput, WantedPrice } from '@guildhall/contract/catalog/prices'
import type { Id } from '@guildhall/contract/primitives'
import { formatDecimal, parseDecimal } from '../../../kernel/decimal.ts'
import { isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'

/** A price that a product has: by a meter, or standing alone where it has none. */
export interface PriceInUse {
  readonly id: Id<'productPrice'>
  readonly meterId: Id<'meter'> | null
}

export interface PriceFacts<P extends PriceInUse> {
  readonly isRecurring: boolean
  readonly inUse: readonly P[]
  /** Whether the organization has switched on what is billed by usage. */
  readonly isMeteringOn: boolean
  /** The wanted meters that are the organization’s. */
  readonly meters: ReadonlySet<Id<'meter'>>
}

export interface PricePlan<P extends PriceInUse> {
  readonly kept: readonly P[]
  readonly archived: readonly P[]
  /** Their unit amounts are decimals in their shortest form. */
  readonly added: readonly PriceInput[]
}

export type PriceRefusal = Refusal<
  | 'product_price_unknown'
  | 'product_price_twice'
  | 'product_price_static_twice'
  | 'product_price_metered_once_bought'
  | 'product_price_metered_off'
  | 'product_price_meter_unknown'
  | 'product_price_meter_twice'
  | 'product_price_unit_amount'
>

/**
 * What becomes of a product’s prices where these are wanted and no others: an id keeps a price that
 * is in use, anything else is a new price, and what isn’t wanted is archived.
 */
export function decidePrices<P extends PriceInUse>(
  facts: PriceFacts<P>,
  wanted: readonly WantedPrice[],
): PricePlan<P> | PriceRefusal {
  const kept: P[] = []
  const added: PriceInput[] = []
  const taken = new Set<Slot>()
  for (const [index, wish] of wanted.entries()) {
    const price = 'id' in wish ? keep(facts, wish.id, index) : readNew(facts, wish, index)
    if (isRefused(price)) return price
    const conflict = occupy(taken, price, index)
    if (conflict !== null) return conflict
    if ('id' in price) kept.push(price)
    else added.push(price)
  }
  return { kept, added, archived: facts.inUse.filter((price) => !kept.includes(price)) }
}

/** Of one product a price has its place alone. */
type Slot = Id<'productPrice'> | Id<'meter'> | 'static'

function occupy(
  taken: Set<Slot>,
  price: PriceInUse | PriceInput,
  index: number,
): PriceRefusal | null {
  if ('id' in price && taken.has(price.id)) return refuse('product_price_twice', at(index, 'id'))
  const meterId = 'meterId' in price ? price.meterId : null
  if (taken.has(meterId ?? 'static')) {
    return meterId === null
      ? refuse('product_price_static_twice', at(index))
      : refuse('product_price_meter_twice', at(index, 'meter_id'))
  }
  taken.add(meterId ?? 'static')
  if ('id' in price) taken.add(price.id)
  return null
}

const keep = <P extends PriceInUse>(
  { inUse }: PriceFacts<P>,
  id: Id<'productPrice'>,
  index: number,
): P | PriceRefusal =>
  inUse.find((price) => price.id === id) ?? refuse('product_price_unknown', at(index, 'id'))

function readNew(
  { isRecurring, isMeteringOn, meters }: PriceFacts<PriceInUse>,
  wish: PriceInput,
  index: number,
): PriceInput | PriceRefusal {
  if (wish.amountType !== 'metered_unit') return wish
  if (!isRecurring) return refuse('product_price_metered_once_bought', at(index))
  if (!isMeteringOn) return refuse('product_price_metered_off', at(index))
  if (!meters.has(wish.meterId)) return refuse('product_price_meter_unknown', at(index, 'meter_id'))
  const unitAmount = readUnitAmount(wish.unitAmount)
  if (unitAmount === null) return refuse('product_price_unit_amount', at(index, 'unit_amount'))
  return { ...wish, unitAmount }
}

const unitAmountDigitsMax = 17
const unitAmountDecimalsMax = 12

/** What can be kept exactly, or nothing. */
export function readUnitAmount(text: string): string | null {
  const amount = parseDecimal(text)
  if (amount === null || amount.digits <= 0n) return null
  const isKept =
    amount.scale <= unitAmountDecimalsMax && String(amount.digits).length <= unitAmountDigitsMax
  return isKept ? formatDecimal(amount) : null
}

const at = (index: number, ...field: readonly string[]) => ({
  loc: ['body', 'prices', index, ...field],
})
