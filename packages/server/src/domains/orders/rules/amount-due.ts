import type { BalanceEntryKind } from '@guildhall/contract/orders/balance-shapes'
import type { Currency } from '@guildhall/contract/primitives'
import { chargeMin } from '../../../kernel/charge-min.ts'
import { type MinorUnits, minorUnits, subtract } from '../../../kernel/money.ts'

interface DueFacts {
  readonly currency: Currency
  readonly totalAmount: MinorUnits
  /** The customer’s credit; below zero what they owe. */
  readonly balanceAmount: MinorUnits
}

export interface Due {
  /** What is to be charged; zero where the order needs no charge. */
  readonly dueAmount: MinorUnits
  /**
   * What the balance pays. Below zero: credited to the balance, or a debt charged with the order.
   */
  readonly appliedAmount: MinorUnits
  /** The kind of the balance entry; null where the balance doesn’t change. */
  readonly entryKind: BalanceEntryKind | null
}

/**
 * How an order is paid. The customer’s credit is used first. An amount below the processor’s
 * minimum is carried as a debt, which the next order charges. An order below zero becomes a credit.
 */
export function planDue({ currency, totalAmount, balanceAmount }: DueFacts): Due {
  const open = subtract(totalAmount, balanceAmount)
  const isCharged = totalAmount > 0 && open >= chargeMin(currency)
  const chargedAmount = isCharged ? open : nothing
  return dueWhenCharged({ totalAmount, balanceAmount, chargedAmount })
}

interface Charged {
  readonly totalAmount: MinorUnits
  readonly balanceAmount: MinorUnits
  readonly chargedAmount: MinorUnits
}

/**
 * Whether a payment that succeeded earlier pays the order together with the credit that is there by
 * now. Only what is too small to charge may become a debt: a larger one is never collected.
 */
export function isCovered({
  currency,
  totalAmount,
  balanceAmount,
  chargedAmount,
}: DueFacts & Charged): boolean {
  const appliedAmount = subtract(totalAmount, chargedAmount)
  return appliedAmount <= 0 || subtract(appliedAmount, balanceAmount) < chargeMin(currency)
}

/** The balance pays what isn’t charged. */
export function dueWhenCharged({ totalAmount, balanceAmount, chargedAmount }: Charged): Due {
  const appliedAmount = subtract(totalAmount, chargedAmount)
  return {
    dueAmount: chargedAmount,
    appliedAmount,
    entryKind: entryKindOf({ totalAmount, appliedAmount, balanceAmount }),
  }
}

interface Applied {
  readonly totalAmount: MinorUnits
  readonly appliedAmount: MinorUnits
  readonly balanceAmount: MinorUnits
}

function entryKindOf({ totalAmount, appliedAmount, balanceAmount }: Applied): Due['entryKind'] {
  if (appliedAmount === 0) return null
  if (appliedAmount < 0) return totalAmount < 0 ? 'credited' : 'collected'
  return balanceAmount >= appliedAmount ? 'used' : 'carried'
}

const nothing = minorUnits(0)

interface Placed {
  readonly totalAmount: MinorUnits
  readonly appliedBalanceAmount: MinorUnits
}

/** What a placed order charges. */
export const dueOf = ({ totalAmount, appliedBalanceAmount }: Placed): MinorUnits =>
  subtract(totalAmount, appliedBalanceAmount)
