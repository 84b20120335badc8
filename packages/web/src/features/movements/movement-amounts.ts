import { formatMoney } from '#/lib/format.ts'
import type { Movement } from './movement-queries.ts'

type Amounts = Pick<
  Movement,
  'kind' | 'currency' | 'amount' | 'billingAmount' | 'trialAmount' | 'committedAmount'
>

/** With its sign: “+$29.00”. */
export function signedText(amount: number, currency: string): string {
  return `${amount > 0 ? '+' : ''}${formatMoney(amount, currency.toUpperCase())}`
}

/** What it adds to recurring revenue per month. */
export const amountText = ({ amount, currency }: Pick<Amounts, 'amount' | 'currency'>): string =>
  signedText(amount, currency)

/** What moved next to recurring revenue; null where that is nothing. */
export function otherAmountText(movement: Amounts): string | null {
  const { kind, currency } = movement
  switch (kind) {
    case 'trial':
      return `${signedText(movement.trialAmount, currency)} in trials`
    case 'cancellation':
      return `${signedText(movement.committedAmount, currency)} committed`
    case 'discount':
      return `${signedText(movement.billingAmount, currency)} after discounts`
    default:
      return null
  }
}
