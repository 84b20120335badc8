import * as z from 'zod/mini'
import { customerId } from '../customers/shapes.ts'
import { currency, id, instant, minorUnits } from '../primitives.ts'
import { orderId } from './order-shapes.ts'
import { refundId } from './refund-shapes.ts'

/** What changed the balance of a customer. */
export const balanceEntryKinds = [
  'credited',
  'used',
  'carried',
  'collected',
  'returned',
  'taken',
  'reclaimed',
  'restored',
  'adjusted',
  'paid_out',
  'forfeited',
] as const
export type BalanceEntryKind = (typeof balanceEntryKinds)[number]

export const customerBalanceId = id('customerBalance')

const common = {
  id: customerBalanceId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  customerId,
  /** Below zero where the customer owes it. */
  balance: minorUnits,
  currency,
}

/** As customers see it; the newer clients call it a wallet. */
export const CustomerWallet = z.object({
  ...common,
  /** What the next order or checkout uses; the rest belongs to purchases that weren’t accepted. */
  usableAmount: minorUnits,
})

export const CustomerBalance = z.object({
  ...CustomerWallet.shape,
  /** What can be paid out: at most what the payments that it came from can refund. */
  payableAmount: minorUnits,
})
export type CustomerBalance = z.output<typeof CustomerBalance>

/** One change of a balance. Entries are never changed. */
export const CustomerBalanceEntry = z.object({
  id: id('customerBalanceEntry'),
  createdAt: instant,
  customerId,
  type: z.enum(balanceEntryKinds),
  currency,
  amount: minorUnits,
  /** The balance after it. */
  balance: minorUnits,
  /** Null without an order, and while its checkout is being paid. */
  orderId: z.nullable(orderId),
  checkoutId: z.nullable(id('checkout')),
  refundId: z.nullable(refundId),
  /** Why a seller adjusted it. */
  reason: z.nullable(z.string()),
  /** Who adjusted it, paid it out or forfeited it. */
  actor: z.nullable(
    z.object({
      type: z.string(),
      id: z.string(),
      /** Of a user who still exists. */
      name: z.nullable(z.string()),
    }),
  ),
})
export type CustomerBalanceEntry = z.output<typeof CustomerBalanceEntry>
