import { formatDay, formatMoney } from '#/lib/format.ts'

interface Metered {
  amount: number
  billedAmount: number
}

/**
 * What the end of the period bills of the usage so far. Where more was billed than it costs by now,
 * nothing is; what is credited is another item.
 */
export const leftToBill = (meters: readonly Metered[]): number =>
  meters.reduce((sum, { amount, billedAmount }) => sum + Math.max(amount - billedAmount, 0), 0)

/** “$2.50 on 3 Dec 2026”. */
export const billedItemText = (item: { amount: number; createdAt: Date }, currency: string) =>
  `${formatMoney(item.amount, currency.toUpperCase())} on ${formatDay(item.createdAt)}`
