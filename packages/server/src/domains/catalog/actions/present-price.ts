import type { Price } from '@guildhall/contract/catalog/prices'
import { decimalText, type Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { PriceRow } from '../store/product-prices.ts'

type ShownPrice = z.output<typeof Price>

export type MetersById = ReadonlyMap<Id<'meter'>, { readonly name: string }>

interface PricedBy {
  readonly recurringInterval: ShownPrice['recurringInterval']
  readonly meters: MetersById
}

export function presentPrice(row: PriceRow, { recurringInterval, meters }: PricedBy): ShownPrice {
  // It goes last into each: a copy that grows by many keys costs fifty times as much.
  const every = {
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    isArchived: row.isArchived,
    productId: row.productId,
    type: recurringInterval === null ? ('one_time' as const) : ('recurring' as const),
    recurringInterval,
  }
  if (row.amountType === 'free') return { amountType: 'free', ...every }
  const { priceCurrency } = row
  assert(priceCurrency !== null, 'a price that isn’t free has a currency')
  if (row.amountType === 'custom') {
    const { minimumAmount, maximumAmount, presetAmount } = row
    const bounds = { minimumAmount, maximumAmount, presetAmount }
    return { amountType: 'custom', priceCurrency, ...bounds, ...every }
  }
  if (row.amountType === 'fixed') {
    const { priceAmount } = row
    assert(priceAmount !== null, 'a fixed price has an amount')
    return { amountType: 'fixed', priceCurrency, priceAmount, ...every }
  }
  const { unitAmount, capAmount, meterId } = row
  assert(unitAmount !== null && meterId !== null, 'a price by a meter has both')
  const meter = meters.get(meterId)
  assert(meter !== undefined, 'nobody deletes a meter')
  return {
    amountType: 'metered_unit',
    priceCurrency,
    // Without the zeros to which the column fills it up.
    unitAmount: z.parse(decimalText, formatDecimal(decimal(unitAmount))),
    capAmount,
    meterId,
    meter: { id: meterId, name: meter.name },
    ...every,
  }
}
