import * as z from 'zod/mini'
import { organizationId } from '../organizations/shapes.ts'
import { currency, id, instant } from '../primitives.ts'

/** What is booked: one journal each. */
export const journalKinds = [
  'payment',
  'balance',
  'refund',
  'refund_reversal',
  'dispute',
  'dispute_reversal',
  'dispute_lost',
  'settlement',
] as const
export type JournalKind = (typeof journalKinds)[number]

/** Between which accounts money moves. */
export const ledgerAccounts = [
  'cash_at_processor',
  'seller_payable',
  'tax_payable',
  'customer_balance',
  'dispute_clearing',
  'processor_fees',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/** Tax that was taken and not given back, of one place; its country is null where nobody knows. */
const PlaceTax = z.object({
  country: z.nullable(z.string()),
  /** The state’s or province’s code without the country’s. */
  state: z.nullable(z.string()),
  amount: z.int(),
})

/**
 * What an organization has in one currency. Available is sold less what was refunded, is disputed
 * or was lost, and less fees and settlements: what is the seller’s own. Tax is in none of these, and
 * neither is what is kept for customers.
 */
export const Balance = z.object({
  currency,
  availableAmount: z.int(),
  soldAmount: z.int(),
  refundedAmount: z.int(),
  /** Held back while a dispute is open. */
  disputedAmount: z.int(),
  lostAmount: z.int(),
  processorFeeAmount: z.int(),
  settledAmount: z.int(),
  taxAmount: z.int(),
  taxes: z.array(PlaceTax),
  /** What customers have to their credit, less what they owe: for orders to come. */
  customerBalanceAmount: z.int(),
})
export type Balance = z.output<typeof Balance>

/** One journal, as what it changed of a balance. */
export const BalanceEntry = z.object({
  id: id('journal'),
  createdAt: instant,
  organizationId,
  type: z.enum(journalKinds),
  currency,
  /** Of what is available. */
  amount: z.int(),
  taxAmount: z.int(),
  /** Of what is held back for open disputes, tax included. */
  heldAmount: z.int(),
  /** Of what customers have to their credit. */
  customerBalanceAmount: z.int(),
  orderId: z.nullable(id('order')),
  paymentId: z.nullable(id('payment')),
  refundId: z.nullable(id('refund')),
  /** As the processor calls it. */
  disputeId: z.nullable(z.string()),
})
export type BalanceEntry = z.output<typeof BalanceEntry>
