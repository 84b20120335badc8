import { countryStates } from '@guildhall/contract/tax/places'
import { countryName } from '../../lib/countries.ts'
import type { Balance, Entry } from './balance-queries.ts'

interface EntryWords {
  readonly title: string
  /** What it means for the balance, where the title alone doesn’t say. */
  readonly note: string | null
}

export const entryWords: Readonly<Record<Entry['type'], EntryWords>> = {
  payment: { title: 'Payment', note: null },
  balance: { title: 'Customer balance', note: 'Used for an order, or kept for a later one' },
  refund: { title: 'Refund', note: null },
  refund_reversal: { title: 'Refund failed', note: 'The money came back' },
  dispute: { title: 'Dispute opened', note: 'Held back until it is decided' },
  dispute_reversal: { title: 'Dispute won', note: 'No longer held back' },
  dispute_lost: { title: 'Dispute lost', note: 'What was held back is gone' },
  settlement: { title: 'Settled', note: 'Handed over outside of this server' },
}

/** “Germany”, “California, United States”. */
function placeName({ country, state }: Balance['taxes'][number]): string {
  if (country === null) return 'Place unknown'
  const name = countryName(country)
  return state === null ? name : `${countryStates[country]?.[state] ?? state}, ${name}`
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

/** “Euro”. */
export const currencyName = (code: string): string =>
  currencyNames.of(code.toUpperCase()) ?? code.toUpperCase()

export interface Part {
  readonly label: string
  readonly amount: number
}

/** What the available amount is made of: what was sold, and all that has gone from it. */
export function partsOf(balance: Balance): readonly Part[] {
  const taken = [
    { label: 'Refunded', amount: -balance.refundedAmount },
    { label: 'In open disputes', amount: -balance.disputedAmount },
    { label: 'Lost in disputes', amount: -balance.lostAmount },
    { label: 'Fees of the card processor', amount: -balance.processorFeeAmount },
    { label: 'Settled', amount: -balance.settledAmount },
  ]
  return [
    { label: 'Sold', amount: balance.soldAmount },
    ...taken.filter(({ amount }) => amount !== 0),
  ]
}

/** Whose the tax is, a part for each place. */
export const taxPartsOf = ({ taxes }: Balance): readonly Part[] =>
  taxes.map((tax) => ({ label: placeName(tax), amount: tax.amount }))
