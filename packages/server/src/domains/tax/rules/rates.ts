import type { TaxRate } from '@guildhall/contract/tax/shapes'
import {
  addDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  multiplyDecimals,
} from '../../../kernel/decimal.ts'
import { rateRows, taxNames } from './rate-rows.ts'

/** A country, or a state or province of one. */
export interface Place {
  readonly country: string
  readonly state: string | null
}

/** The rate of a place for most goods and services. */
export interface StandardRate {
  readonly kind: keyof typeof taxNames
  readonly percent: Decimal
}

const rates: ReadonlyMap<string, StandardRate> = new Map(
  rateRows.map(([place, kind, percent]) => [place, { kind, percent: decimal(percent) }]),
)

/** Undefined for a place that the table does not have. */
export const rateOf = ({ country, state }: Place): StandardRate | undefined =>
  rates.get(state === null ? country : `${country}-${state}`)

/** Several taxes on one sale become one line of the order. */
export const asTaxRate = ({ country, state }: Place, due: readonly StandardRate[]): TaxRate => ({
  rateType: 'percentage',
  basisPoints: Number(formatDecimal(multiplyDecimals(percentOf(due), decimal(100)))),
  amount: null,
  displayName: due.map(({ kind }) => taxNames[kind]).join(' + '),
  country,
  state,
  subdivision: null,
})

export const percentOf = (due: readonly StandardRate[]): Decimal =>
  due.map(({ percent }) => percent).reduce(addDecimals, decimal(0))
