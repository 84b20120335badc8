import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { organizationTime } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findInAnswering } from '../../../platform/database/one-organization-each.ts'
import {
  runUnitOfWork,
  type UnitOfWork,
  type UnitOfWorkFactory,
} from '../../../platform/unit-of-work.ts'
import { findUncredited, lockUncredited, type Uncredited } from '../store/credit-notes.ts'
import { type InvoiceCounter, lockCounter } from '../store/invoice-numbers.ts'
import { findDocumentOfRefund } from '../store/invoices.ts'
import type { RefundRow } from '../store/refunds.ts'
import { assignNumbers, type NumberRequest } from './number-invoices.ts'

const batchMax = 200

/**
 * Gives a credit note to each refund and each lost dispute of an organization. The invoice that it
 * corrects has its number first. Concurrent calls wait, and find nothing left.
 */
export async function numberCreditNotes(
  uowFactory: UnitOfWorkFactory,
  organizationId: Id<'organization'>,
): Promise<void> {
  while ((await numberSome(uowFactory, organizationId)) >= batchMax);
}

interface Locked {
  readonly counter: InvoiceCounter
  readonly uncredited: readonly Uncredited[]
}

async function numberSome(
  uowFactory: UnitOfWorkFactory,
  organizationId: Id<'organization'>,
): Promise<number> {
  let locked: Locked | null = null
  const enter = async (tx: Transaction<Tables>) => {
    const counter = await lockCounter(tx, organizationId)
    const uncredited = await lockUncredited(tx, organizationId, batchMax)
    locked = { counter, uncredited }
    return organizationTime(tx, organizationId, uowFactory.clock)
  }
  return runUnitOfWork(uowFactory, { organizationId, enter }, async (uow) => {
    assert(locked !== null, 'the unit of work was entered')
    const { counter, uncredited } = locked
    await assignNumbers(uow, counter, uncredited.map(requestFor(organizationId)))
    return uncredited.length
  })
}

const requestFor =
  (organizationId: Id<'organization'>) =>
  ({ orderId, correctsId, refundId, disputeId }: Uncredited): NumberRequest => ({
    order: { organizationId, id: orderId },
    kind: 'credit_note',
    correctsId,
    refundId,
    disputeId,
  })

/** The same for these organizations. One that fails holds up no other. */
export async function numberCreditNotesOf(
  uowFactory: UnitOfWorkFactory,
  organizationIds: readonly Id<'organization'>[],
): Promise<void> {
  const { database } = uowFactory
  const { found: sellers, failures } = await findInAnswering(database, organizationIds, (some) =>
    findUncredited(database.reads, some),
  )
  for (const seller of sellers) {
    await numberCreditNotes(uowFactory, seller).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'numbering credit notes failed')
}

/** A refund that fails after it succeeded: what recorded it is reversed. The order is locked. */
export async function reverseCreditNote(uow: UnitOfWork, refund: RefundRow): Promise<void> {
  const { organizationId, orderId, creditNoteNumber } = refund
  if (creditNoteNumber === null) return
  const recorded = await findDocumentOfRefund(uow.tx, refund)
  assert(recorded !== undefined, 'a numbered refund has a credit note')
  const counter = await lockCounter(uow.tx, organizationId)
  await assignNumbers(uow, counter, [
    { order: { organizationId, id: orderId }, kind: 'credit_note', correctsId: recorded.id },
  ])
}
