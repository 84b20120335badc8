import * as z from 'zod/mini'
import { organizationId } from '../organizations/shapes.ts'
import { currency, id, instant } from '../primitives.ts'

/**
 * What a journal entry records. `fee` is what the processor deducted, or returned, of a charge or a
 * refund; `settlement` is a payout.
 */
export const entryKinds = [
  'payment',
  'balance',
  'refund',
  'refund_reversal',
  'dispute',
  'dispute_reversal',
  'dispute_lost',
  'fee',
  'dispute_fee',
  'adjustment',
  'settlement',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** The accounts of the ledger. */
export const ledgerAccounts = [
  'cash_at_processor',
  'seller_payable',
  'tax_payable',
  'customer_balance',
  'dispute_clearing',
  'processor_fees',
  'credit_adjustments',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/** Tax of one place that was collected and not refunded. The country is null where it is unknown. */
const PlaceTax = z.object({
  country: z.nullable(z.string()),
  /** The code of the state or province, without the country. */
  state: z.nullable(z.string()),
  amount: z.int(),
})

/**
 * The balance of an organization in one currency. Available is sold less refunded, disputed and lost
 * amounts, fees, payouts and the credit that was given to customers. Tax and the credit of customers
 * are in none of these figures.
 */
export const Balance = z.object({
  currency,
  availableAmount: z.int(),
  soldAmount: z.int(),
  refundedAmount: z.int(),
  /** Held back while a dispute is open. */
  disputedAmount: z.int(),
  lostAmount: z.int(),
  /** What the processor deducted, less what it returned. */
  processorFeeAmount: z.int(),
  settledAmount: z.int(),
  /** Credit that was given to customers, less what was taken back. */
  adjustedAmount: z.int(),
  taxAmount: z.int(),
  taxes: z.array(PlaceTax),
  /** The credit of customers for later orders, less what they owe. */
  customerBalanceAmount: z.int(),
})
export type Balance = z.output<typeof Balance>

/** One journal entry, as the changes it made to a balance. */
export const BalanceEntry = z.object({
  id: id('journalEntry'),
  createdAt: instant,
  organizationId,
  type: z.enum(entryKinds),
  currency,
  /** The change of the available amount. */
  amount: z.int(),
  taxAmount: z.int(),
  /** The change of the amount held back for open disputes, tax included. */
  heldAmount: z.int(),
  /** The change of the customers’ credit. */
  customerBalanceAmount: z.int(),
  orderId: z.nullable(id('order')),
  paymentId: z.nullable(id('payment')),
  refundId: z.nullable(id('refund')),
  /** The id at the processor. */
  disputeId: z.nullable(z.string()),
})
export type BalanceEntry = z.output<typeof BalanceEntry>
