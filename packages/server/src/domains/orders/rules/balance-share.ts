import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { add, minorUnits, subtract } from '../../../kernel/money.ts'

export interface BalanceOfCustomer {
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  /** Below zero where the customer owes it. */
  readonly amount: MinorUnits
}

/** The part of a balance that came from the orders of a subscription that nobody accepted. */
export interface UnacceptedShare {
  readonly customerId: Id<'customer'>
  readonly subscriptionId: Id<'subscription'>
  /** Null where its orders left nothing. */
  readonly currency: Currency | null
  readonly amount: MinorUnits
  /** Then what it left is the customer’s, and its last orders still use nothing else. */
  readonly isEnded: boolean
}

/** The balances of customers, and whose they are. Changes as orders use them. */
export interface BalanceShares {
  readonly balances: Map<string, MinorUnits>
  readonly unaccepted: Map<string, MinorUnits>
  /** The sum of a customer’s unaccepted shares that other orders must leave. */
  readonly unacceptedOf: Map<string, MinorUnits>
  readonly unacceptedIds: ReadonlySet<string>
  readonly endedIds: ReadonlySet<string>
}

interface Buyer {
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  /** What the order is for; null for a purchase. */
  readonly subscriptionId: Id<'subscription'> | null
}

const nothing = minorUnits(0)

const keyOf = (id: string, currency: Currency): string => `${id} ${currency}`

export function balanceShares(
  balances: readonly BalanceOfCustomer[],
  unaccepted: readonly UnacceptedShare[],
): BalanceShares {
  const shares: BalanceShares = {
    balances: new Map(balances.map((one) => [keyOf(one.customerId, one.currency), one.amount])),
    unaccepted: new Map(),
    unacceptedOf: new Map(),
    unacceptedIds: idsOf(unaccepted),
    endedIds: idsOf(unaccepted.filter(({ isEnded }) => isEnded)),
  }
  for (const { customerId, subscriptionId, currency, amount, isEnded } of unaccepted) {
    if (currency === null) continue
    addTo(shares.unaccepted, keyOf(subscriptionId, currency), amount)
    if (!isEnded) addTo(shares.unacceptedOf, keyOf(customerId, currency), amount)
  }
  return shares
}

const idsOf = (shares: readonly UnacceptedShare[]): ReadonlySet<string> =>
  new Set(shares.map(({ subscriptionId }) => subscriptionId))

/**
 * What an order may use. Anyone can buy a subscription with the address of a customer: until the
 * customer accepts it, it uses what its own orders have left and nothing else, and the customer’s
 * other orders leave that to it. Below zero: a debt that the order collects.
 */
export function usableBy(shares: BalanceShares, buyer: Buyer): MinorUnits {
  const balance = shares.balances.get(keyOf(buyer.customerId, buyer.currency)) ?? nothing
  const share = shareOf(shares, buyer, balance)
  if (share <= 0) return share
  return minorUnits(Math.min(share, Math.max(balance, 0)))
}

function shareOf(shares: BalanceShares, buyer: Buyer, balance: MinorUnits): MinorUnits {
  const { customerId, currency, subscriptionId } = buyer
  if (subscriptionId !== null && shares.unacceptedIds.has(subscriptionId)) {
    return shares.unaccepted.get(keyOf(subscriptionId, currency)) ?? nothing
  }
  return subtract(balance, shares.unacceptedOf.get(keyOf(customerId, currency)) ?? nothing)
}

/** For the next order of the same batch. */
export function applyTo(shares: BalanceShares, buyer: Buyer, appliedAmount: MinorUnits): void {
  const { customerId, currency, subscriptionId } = buyer
  const change = subtract(nothing, appliedAmount)
  addTo(shares.balances, keyOf(customerId, currency), change)
  if (subscriptionId === null || !shares.unacceptedIds.has(subscriptionId)) return
  addTo(shares.unaccepted, keyOf(subscriptionId, currency), change)
  if (shares.endedIds.has(subscriptionId)) return
  addTo(shares.unacceptedOf, keyOf(customerId, currency), change)
}

const addTo = (amounts: Map<string, MinorUnits>, key: string, amount: MinorUnits): void =>
  void amounts.set(key, add(amounts.get(key) ?? nothing, amount))
