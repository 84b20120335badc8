import type { BalanceEntry } from './customer-balance-queries.ts'

type EntryText = Readonly<Record<BalanceEntry['type'], string>>

const titles: EntryText = {
  credited: 'Credit from a plan change',
  used: 'Paid with credit',
  carried: 'Too small to charge',
  collected: 'Charged with an order',
  returned: 'Credit returned',
  taken: 'Paid with credit',
  reclaimed: 'Owed again',
  restored: 'Credit restored',
  adjusted: 'Adjusted',
  paid_out: 'Paid out',
  forfeited: 'Forfeited',
}

/** “Paid with credit”, “Reserved by a checkout”. */
export function entryTitle({ type, orderId, checkoutId }: BalanceEntry): string {
  const isReserved = type === 'used' && checkoutId !== null && orderId === null
  return isReserved ? 'Reserved by a checkout' : titles[type]
}

const actors: Readonly<Record<string, string>> = {
  user: 'a former member',
  operator: 'the operator',
  organization_access_token: 'an access token',
}

/** Who changed it; null if an order did. */
export const entryActor = ({ actor }: Pick<BalanceEntry, 'actor'>): string | null =>
  actor && (actor.name ?? actors[actor.type] ?? 'unknown')
