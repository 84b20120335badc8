import type { Currency } from '@guildhall/contract/primitives'
import { type MinorUnits, minorUnits, subtract } from '../../../kernel/money.ts'

interface DueFacts {
  readonly currency: Currency
  readonly totalAmount: MinorUnits
  /** What the customer has to their credit; below zero what they owe. */
  readonly balanceAmount: MinorUnits
}

export type BalanceEntryKind = 'credited' | 'used' | 'carried' | 'collected' | 'returned' | 'taken'

export interface Due {
  /** What is to be charged; nothing where the order is settled by itself. */
  readonly dueAmount: MinorUnits
  /** What of the order the balance pays; below zero what goes there, or is collected with it. */
  readonly appliedAmount: MinorUnits
  /** How this stands in the balance; null where nothing of it changes. */
  readonly entryKind: BalanceEntryKind | null
}

/**
 * How an order is settled. What its customer has to their credit is used first. What is too little to
 * be charged is carried to the next order as a debt, and so is asked for together with that. What
 * comes to less than nothing becomes a credit.
 */
export function planDue({ currency, totalAmount, balanceAmount }: DueFacts): Due {
  const wanted = subtract(totalAmount, balanceAmount)
  const isCharged = totalAmount > 0 && wanted >= chargeMin(currency)
  return settledBy({ totalAmount, balanceAmount, chargedAmount: isCharged ? wanted : nothing })
}

interface Charged {
  readonly totalAmount: MinorUnits
  readonly balanceAmount: MinorUnits
  readonly chargedAmount: MinorUnits
}

/** Of an order of which so much is charged, whatever the balance is by now, the rest is its own. */
export function settledBy({ totalAmount, balanceAmount, chargedAmount }: Charged): Due {
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

/** What is left to the customer’s credit after an order. */
export const balanceAfter = (balanceAmount: MinorUnits, { appliedAmount }: Due): MinorUnits =>
  subtract(balanceAmount, appliedAmount)

const nothing = minorUnits(0)

/** The least that processors charge, where it isn’t half of the larger unit. */
const chargeMins: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1_500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1_000,
}

const chargeMinUsual = 50

const chargeMin = (currency: Currency): MinorUnits =>
  minorUnits(chargeMins[currency] ?? chargeMinUsual)

interface Placed {
  readonly totalAmount: MinorUnits
  readonly appliedBalanceAmount: MinorUnits
}

/** What an order waits for that isn’t paid yet. */
export const dueOf = ({ totalAmount, appliedBalanceAmount }: Placed): MinorUnits =>
  subtract(totalAmount, appliedBalanceAmount)
