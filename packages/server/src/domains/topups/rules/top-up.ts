import type { TopUpStopReason } from '@guildhall/contract/topups/top-up-shapes'
import { compareDecimals, type Decimal } from '../../../kernel/decimal.ts'
import type { Money } from '../../../kernel/money.ts'

interface Use {
  readonly balance: Decimal
  readonly threshold: Decimal
  /** Of the meter, by the customer or by a top-up. */
  readonly isPurchasing: boolean
  /** Of top-ups of the meter in this calendar month; what failed doesn’t count. */
  readonly purchases: number
  readonly purchasesMax: number
}

/** Whether another purchase may begin: one at a time, and never more than the customer allows. */
export const isDue = ({ balance, threshold, isPurchasing, purchases, purchasesMax }: Use) =>
  compareDecimals(balance, threshold) < 0 && !isPurchasing && purchases < purchasesMax

interface Purchase {
  readonly isOffered: boolean
  readonly hasPaymentMethod: boolean
  /** Null while the billing address says too little for tax. */
  readonly total: Money | null
  /** What the customer agreed to. */
  readonly agreed: Money
}

/** Why the purchase isn’t what the customer agreed to; null if it is. */
export function stopReasonOf({
  isOffered,
  hasPaymentMethod,
  total,
  agreed,
}: Purchase): TopUpStopReason | null {
  if (!isOffered) return 'product_unavailable'
  if (total === null) return 'billing_address_incomplete'
  if (total.currency !== agreed.currency || total.amount > agreed.amount) return 'price_increased'
  return hasPaymentMethod ? null : 'payment_method_missing'
}

/** Of a charge without the customer, who can answer their bank only when present. */
export const stopReasonOfDecline = (declineReason: string | null): TopUpStopReason =>
  declineReason === 'authentication_required' ? 'authentication_required' : 'payment_declined'
