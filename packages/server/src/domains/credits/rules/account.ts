import type { Id } from '@guildhall/contract/primitives'
import type { CreditMovementKind } from '@guildhall/contract/usage/credit-shapes'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  subtractDecimals,
} from '../../../kernel/decimal.ts'
import type { Lot, Scope } from './lots.ts'

/** The credits of one customer on one meter. */
export interface CreditAccount {
  readonly lots: readonly Lot[]
  /** At most one for each usage. */
  readonly overages: readonly Overage[]
  /** Of former decisions: a cause that comes again changes nothing. */
  readonly causes: ReadonlySet<string>
}

/** Who used something, and in which period of the subscription that bills it. */
export interface Usage extends Scope {
  /** Periods are covered in the order of their names, such as the instants of their starts. */
  readonly period: string
}

/** Usage that no lot could serve when it came. */
export interface Overage {
  readonly usage: Usage
  /** Still without credits, and not billed. */
  readonly units: Decimal
  readonly billed: Decimal
  /** By which lots the rest was covered later. */
  readonly covers: readonly LotUnits[]
}

export interface LotUnits {
  readonly lotId: Id<'creditLot'>
  readonly units: Decimal
}

export interface Movement {
  readonly kind: CreditMovementKind
  /** Null where an overage changes. */
  readonly lotId: Id<'creditLot'> | null
  /** What the balance gains, or loses where negative. */
  readonly units: Decimal
}

/** What is left in all lots, less the overages. */
export const balanceOf = ({ lots, overages }: Pick<CreditAccount, 'lots' | 'overages'>): Decimal =>
  subtractDecimals(remainingIn(lots), sumOf(overages))

export const remainingIn = (lots: readonly Lot[]): Decimal =>
  lots.reduce((total, { remaining }) => addDecimals(total, remaining), zero)

export const zero = decimal(0)

export const negative = (units: Decimal): Decimal => subtractDecimals(zero, units)

export const isPositive = (units: Decimal): boolean => compareDecimals(units, zero) > 0

export const isNegative = (units: Decimal): boolean => compareDecimals(units, zero) < 0

export const sumOf = (all: readonly { readonly units: Decimal }[]): Decimal =>
  all.reduce((sum, { units }) => addDecimals(sum, units), zero)
