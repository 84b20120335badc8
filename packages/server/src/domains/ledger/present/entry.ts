import { type BalanceEntry, type EntryKind, entryKinds } from '@guildhall/contract/ledger/shapes'
import { assert } from '../../../kernel/assert.ts'
import type { EntryRow } from '../store/entries.ts'

/** Every entry has lines, all in one currency. */
export function presentEntry({ change, ...entry }: EntryRow): BalanceEntry {
  assert(change !== undefined, 'an entry has lines')
  const { id, organizationId, orderId, paymentId, refundId, disputeId } = entry
  const { currency, amount, taxAmount, heldAmount, customerBalanceAmount } = change
  return {
    id,
    createdAt: entry.occurredAt,
    organizationId,
    type: kindOf(entry),
    currency,
    amount,
    taxAmount,
    heldAmount,
    customerBalanceAmount,
    orderId,
    paymentId,
    refundId,
    disputeId,
  }
}

function kindOf({ kind }: Pick<EntryRow, 'kind'>): EntryKind {
  const known = entryKinds.find((one) => one === kind)
  assert(known !== undefined, 'the kinds of the database are those of the contract')
  return known
}
