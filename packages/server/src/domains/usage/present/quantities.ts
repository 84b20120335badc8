import type { MeterQuantities } from '@guildhall/contract/usage/quantities'
import { type Decimal, formatDecimal } from '../../../kernel/decimal.ts'

export interface Series {
  /** Of each bucket. */
  readonly quantities: readonly { readonly timestamp: Date; readonly quantity: Decimal }[]
  /** Of all events, not of the quantities: the average of averages is another number. */
  readonly total: Decimal
}

export interface Group extends Series {
  readonly key: string | null
  /** All groups together that aren’t shown. */
  readonly isOthers: boolean
}

/** Groups are null if none were asked for. */
export const presentQuantities = (
  all: Series,
  groups: readonly Group[] | null,
): MeterQuantities => ({
  ...presentSeries(all),
  groups:
    groups?.map((group) => ({
      key: group.key,
      isOthers: group.isOthers,
      ...presentSeries(group),
    })) ?? null,
})

const presentSeries = ({ quantities, total }: Series) => ({
  quantities: quantities.map(({ timestamp, quantity }) => ({
    timestamp,
    quantity: numberOf(quantity),
  })),
  total: numberOf(total),
})

/** As the official client reads it: the nearest double. */
export const numberOf = (value: Decimal): number => Number(formatDecimal(value))
