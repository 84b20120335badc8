import {
  type BalanceEntry,
  type JournalKind,
  journalKinds,
} from '@guildhall/contract/ledger/shapes'
import { assert } from '../../../kernel/assert.ts'
import type { EntryRow } from '../store/entry-list.ts'

/** A journal with what it changed: it has lines, and all of them in one currency. */
export function presentEntry({ change, ...journal }: EntryRow): BalanceEntry {
  assert(change !== undefined, 'a journal has lines')
  const { id, organizationId, orderId, paymentId, refundId, disputeId } = journal
  const { currency, amount, taxAmount, heldAmount, customerBalanceAmount } = change
  return {
    id,
    createdAt: journal.occurredAt,
    organizationId,
    type: kindOf(journal),
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

function kindOf({ kind }: Pick<EntryRow, 'kind'>): JournalKind {
  const known = journalKinds.find((one) => one === kind)
  assert(known !== undefined, 'the kinds of the database are those of the contract')
  return known
}
