import { placeName } from '#/entities/address/place-name.ts'
import type { Balance, Entry } from './balance-queries.ts'

interface EntryText {
  readonly title: string
  /** Explains the effect on the balance if the title doesn’t. */
  readonly note: string | null
}

export const entryTexts: Readonly<Record<Entry['type'], EntryText>> = {
  payment: { title: 'Payment', note: null },
  balance: { title: 'Customer balance', note: 'Applied to an order or kept as credit' },
  refund: { title: 'Refund', note: null },
  refund_reversal: { title: 'Refund failed', note: 'The funds were returned' },
  dispute: { title: 'Dispute opened', note: 'Funds are held until the dispute is resolved' },
  dispute_reversal: { title: 'Dispute won', note: 'Funds are released' },
  dispute_lost: { title: 'Dispute lost', note: 'The held funds are lost' },
  fee: { title: 'Processing fee', note: 'Deducted or returned by the payment processor' },
  dispute_fee: { title: 'Dispute fee', note: 'Deducted or returned by the payment processor' },
  adjustment: { title: 'Customer credit', note: 'Given to a customer, or taken back' },
  settlement: { title: 'Payout', note: 'Paid out externally' },
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

/** “Euro”. */
export const currencyName = (code: string): string =>
  currencyNames.of(code.toUpperCase()) ?? code.toUpperCase()

export interface Part {
  readonly label: string
  readonly amount: number
}

/** The components of the available amount. */
export function partsOf(balance: Balance): readonly Part[] {
  const taken = [
    { label: 'Refunded', amount: -balance.refundedAmount },
    { label: 'In open disputes', amount: -balance.disputedAmount },
    { label: 'Lost in disputes', amount: -balance.lostAmount },
    { label: 'Processing fees', amount: -balance.processorFeeAmount },
    { label: 'Credit given to customers', amount: -balance.adjustedAmount },
    { label: 'Paid out', amount: -balance.settledAmount },
  ]
  return [
    { label: 'Sold', amount: balance.soldAmount },
    ...taken.filter(({ amount }) => amount !== 0),
  ]
}

interface CustomerSum extends Part {
  readonly description: string
}

/** What the seller holds for customers, or what they owe; null if they are even. */
export function customerSumOf({ customerBalanceAmount: amount }: Balance): CustomerSum | null {
  if (amount === 0) return null
  return amount > 0
    ? {
        label: 'Customer credit',
        amount,
        description: 'Customer credit that will be applied to future orders.',
      }
    : {
        label: 'Owed by customers',
        amount: -amount,
        description: 'Collected with their next orders. Payouts withhold it until then.',
      }
}

/** The collected tax by place. */
export const taxPartsOf = ({ taxes }: Balance): readonly Part[] =>
  taxes.map((tax) => ({ label: placeName(tax), amount: tax.amount }))
