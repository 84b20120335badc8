import { formatDay, formatMoney } from '#/lib/format.ts'

interface Numbered {
  /** Empty until it has one. */
  invoiceNumber: string
  createdAt: Date
}

interface Named extends Numbered {
  totalAmount: number
  currency: string
}

/** The number of its invoice; an order that isn’t paid has none, and its day instead. */
export const orderName = ({ invoiceNumber, createdAt }: Numbered): string =>
  invoiceNumber || `Order of ${formatDay(createdAt)}`

/** The same with the amount, which tells it from others in tabs and lists. */
export const orderTitle = (order: Named): string =>
  `${orderName(order)} · ${formatMoney(order.totalAmount, order.currency)}`
