import { formatMoney } from '#/lib/format.ts'
import type { OverduePayment } from './portal-queries.ts'

interface Owed {
  readonly amount: number
  readonly currency: string
}

/** “$500.00”, or a sum for each currency; null if nothing is overdue. */
export function overdueSum(payments: readonly Owed[]): string | null {
  const sums = new Map<string, number>()
  for (const { amount, currency } of payments) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  const texts = [...sums]
    .filter(([, sum]) => sum > 0)
    .map(([currency, sum]) => formatMoney(sum, currency.toUpperCase()))
  return texts.length === 0 ? null : texts.join(' and ')
}

/** What is charged to a new default card immediately. */
export const ofNewCard = (payments: readonly OverduePayment[]): OverduePayment[] =>
  payments.filter(({ accepted }) => accepted)
