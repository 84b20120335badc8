import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { organizationTime } from '../../../platform/clock.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { findInAnswering } from '../../../platform/database/one-organization-each.ts'
import {
  runUnitOfWork,
  type UnitOfWork,
  type UnitOfWorkFactory,
} from '../../../platform/unit-of-work.ts'
import { creditNoteNumber, invoiceNumber } from '../rules/invoice.ts'
import {
  findUnnumbered,
  hasUnnumbered,
  type InvoiceCounter,
  insertInvoices,
  type LockedCounter,
  lockCounter,
  lockFreeCounters,
  lockUnnumbered,
  lockUnnumberedOf,
  type NewInvoice,
  saveCounters,
  type UnnumberedOrder,
} from '../store/invoice-numbers.ts'
import type { OrderKey } from '../store/orders.ts'

const batchMax = 500

/**
 * Assigns numbers to all paid orders of an organization, in the order of payment. Concurrent calls
 * wait, and find nothing left. A number and its counter are committed together, so there is no gap.
 */
export async function numberInvoices(
  uowFactory: UnitOfWorkFactory,
  organizationId: Id<'organization'>,
): Promise<void> {
  if (!(await hasUnnumbered(uowFactory.database.reads, organizationId))) return
  while ((await numberSome(uowFactory, organizationId)) === batchMax);
}

interface Locked {
  readonly counter?: InvoiceCounter
  readonly orders?: readonly UnnumberedOrder[]
}

/** The time is read under the locks, so that later numbers are never issued earlier. */
async function numberSome(
  uowFactory: UnitOfWorkFactory,
  organizationId: Id<'organization'>,
): Promise<number> {
  let locked: Locked = {}
  const enter = async (tx: Transaction<Tables>) => {
    const [counter, orders, now] = await inOrder(tx, [
      () => lockCounter(tx, organizationId),
      () => lockUnnumbered(tx, organizationId, batchMax),
      () => organizationTime(tx, organizationId, uowFactory.clock),
    ])
    locked = { counter, orders }
    return now
  }
  return runUnitOfWork(uowFactory, { organizationId, enter }, async (uow) => {
    const { counter, orders } = locked
    assert(counter !== undefined && orders !== undefined, 'the unit of work was entered')
    await assignNumbers(uow, counter, orders.map(documentFor))
    return orders.length
  })
}

const eachMax = 20

/**
 * The same for these organizations: many in one transaction, each under its own counter. An
 * organization with many orders, a held counter or no counter yet is processed on its own.
 */
export async function numberInvoicesOf(
  uowFactory: UnitOfWorkFactory,
  organizationIds: readonly Id<'organization'>[],
): Promise<void> {
  const { database } = uowFactory
  const { found: sellers, failures } = await findInAnswering(database, organizationIds, (some) =>
    findUnnumbered(database.reads, some),
  )
  for (const seller of await numberTogether(uowFactory, sellers, failures)) {
    await numberInvoices(uowFactory, seller).catch((error: unknown) => failures.push(error))
  }
  const [first] = failures
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} failures while numbering invoices: ${String(first)}`,
    )
  }
}

/** Returns the organizations that may have unnumbered orders left. */
async function numberTogether(
  uowFactory: UnitOfWorkFactory,
  sellers: readonly Id<'organization'>[],
  failures: unknown[],
): Promise<readonly Id<'organization'>[]> {
  if (sellers.length < 2 || uowFactory.database.isDistributed) return sellers
  let counters: readonly LockedCounter[] = []
  const enter = async (tx: Transaction<Tables>) => {
    counters = await lockFreeCounters(tx, sellers)
    return null
  }
  try {
    const done = await runUnitOfWork(uowFactory, { enter }, (uow) => numberLocked(uow, counters))
    return sellers.filter((seller) => !done.has(seller))
  } catch (error) {
    failures.push(error)
    return sellers
  }
}

/** Returns the organizations that are done. */
async function numberLocked(
  uow: UnitOfWork,
  counters: readonly LockedCounter[],
): Promise<ReadonlySet<Id<'organization'>>> {
  const held = counters.map(({ organizationId }) => organizationId)
  const found = await lockUnnumberedOf(uow.tx, held, eachMax)
  const assignments = counters.map((counter) => ({
    counter: { ...counter, issuedAt: counter.frozenAt ?? uow.now },
    requests: found
      .filter(({ organizationId }) => organizationId === counter.organizationId)
      .map(documentFor),
  }))
  await assignAll(uow, assignments)
  const done = assignments.filter(({ requests }) => requests.length < eachMax)
  return new Set(done.map(({ counter: { organizationId } }) => organizationId))
}

export interface NumberRequest {
  readonly order: OrderKey
  readonly kind: 'invoice' | 'credit_note'
  readonly correctsId: Id<'invoice'> | null
  readonly refundId?: Id<'refund'> | null
  readonly disputeId?: Id<'dispute'> | null
}

/** The document of a paid order. */
export const documentFor = ({
  organizationId,
  id,
  totalAmount,
}: UnnumberedOrder): NumberRequest => ({
  order: { organizationId, id },
  kind: totalAmount < 0 ? 'credit_note' : 'invoice',
  correctsId: null,
})

/** For one organization, whose counter the caller has locked. */
export async function assignNumbers(
  uow: UnitOfWork,
  counter: InvoiceCounter,
  requests: readonly NumberRequest[],
): Promise<void> {
  await assignAll(uow, [{ counter: { ...counter, issuedAt: uow.now }, requests }])
}

interface Assignment {
  readonly counter: InvoiceCounter & { readonly issuedAt: Date }
  readonly requests: readonly NumberRequest[]
}

async function assignAll(uow: UnitOfWork, assignments: readonly Assignment[]): Promise<void> {
  const needed = assignments.filter(({ requests }) => requests.length > 0)
  if (needed.length === 0) return
  const invoices = needed.flatMap((assignment) => numbered(uow, assignment))
  const counters = needed.map(
    ({ counter: { organizationId, lastPosition, lastCreditPosition }, requests }) => ({
      organizationId,
      lastPosition: lastPosition + countOf(requests, 'invoice'),
      lastCreditPosition: lastCreditPosition + countOf(requests, 'credit_note'),
    }),
  )
  await inOrder(uow.tx, [(tx) => insertInvoices(tx, invoices), (tx) => saveCounters(tx, counters)])
}

const countOf = (requests: readonly NumberRequest[], kind: NumberRequest['kind']): number =>
  requests.filter((request) => request.kind === kind).length

function numbered(uow: UnitOfWork, { counter, requests }: Assignment): NewInvoice[] {
  const { organizationId, slug, issuedAt } = counter
  return requests.map(({ order, kind, correctsId, refundId, disputeId }, at) => {
    const last = kind === 'invoice' ? counter.lastPosition : counter.lastCreditPosition
    const position = last + countOf(requests.slice(0, at + 1), kind)
    const numberOf = kind === 'invoice' ? invoiceNumber : creditNoteNumber
    return {
      organizationId,
      id: uow.newId('invoice'),
      series: kind,
      position,
      number: numberOf(slug, position),
      kind,
      orderId: order.id,
      correctsId,
      refundId: refundId ?? null,
      disputeId: disputeId ?? null,
      issuedAt,
    }
  })
}
